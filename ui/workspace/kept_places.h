#pragma once

#include "ui/transcript/transcript_view.h"

#include <cstddef>
#include <list>
#include <optional>

namespace quarterdeck::ui {

/// Where somebody was in each channel, as long as the program runs: returning to a channel returns to that place. With
/// very many channels, only the latest are remembered.
class KeptPlaces
{
public:
    static constexpr std::size_t most = 200;

    /// Where the view is, if anything is in sight there.
    void keep(const transcript::TranscriptView& view);
    void keep(const conversation::SessionId& session, const conversation::ChannelKey& channel,
              const transcript::KeptPlace& place);
    /// The end, if nothing is known.
    [[nodiscard]] transcript::KeptPlace placeIn(const conversation::SessionId& session,
                                                const conversation::ChannelKey& channel) const;

private:
    struct Kept
    {
        conversation::SessionId session;
        conversation::ChannelKey channel;
        transcript::KeptPlace place;
    };
    std::list<Kept> m_kept; ///< most recently kept first
};

} // namespace quarterdeck::ui
