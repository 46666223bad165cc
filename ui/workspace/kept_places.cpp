#include "workspace/kept_places.h"

#include <algorithm>

namespace quarterdeck::ui {

using conversation::ChannelKey;
using conversation::SessionId;

void KeptPlaces::keep(const transcript::TranscriptView& view)
{
    if (const auto place = view.place())
        keep(view.shown().session, view.shown().channel, *place);
}

void KeptPlaces::keep(const SessionId& session, const ChannelKey& channel, const transcript::KeptPlace& place)
{
    m_kept.remove_if([&](const Kept& kept) { return kept.session == session && kept.channel == channel; });
    if (!place.anchor)
        return; // the end is where a channel opens anyway
    m_kept.push_front({session, channel, place});
    if (m_kept.size() > most)
        m_kept.pop_back();
}

transcript::KeptPlace KeptPlaces::placeIn(const SessionId& session, const ChannelKey& channel) const
{
    const auto found = std::ranges::find_if(
        m_kept, [&](const Kept& kept) { return kept.session == session && kept.channel == channel; });
    return found == m_kept.end() ? transcript::KeptPlace() : found->place;
}

} // namespace quarterdeck::ui
