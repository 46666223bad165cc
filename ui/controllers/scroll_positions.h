#pragma once

#include "ui/transcript/transcript_view.h"

#include <QByteArray>
#include <cstddef>
#include <list>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

/// Where somebody was in each channel, and which channel of a session they looked at last: returning leads there, also
/// after a restart. With very many channels, only the latest are remembered.
class ScrollPositions
{
public:
    static constexpr std::size_t most = 200;

    /// Where the view is, if anything is in sight there.
    void keep(const transcript::TranscriptView& view);
    void keep(const conversation::SessionId& session, const conversation::ChannelKey& channel,
              const transcript::ScrollPosition& place);
    /// The end, if nothing is known.
    [[nodiscard]] transcript::ScrollPosition placeIn(const conversation::SessionId& session,
                                                     const conversation::ChannelKey& channel) const;

    /// Everything, if nothing is known.
    [[nodiscard]] conversation::ChannelKey channelOf(const conversation::SessionId& session) const;
    void keepChannel(const conversation::SessionId& session, const conversation::ChannelKey& channel);

    /// For the next start: JSON. What cannot be understood is left out.
    [[nodiscard]] QByteArray toJson() const;
    void readJson(const QByteArray& json);

private:
    struct Kept
    {
        conversation::SessionId session;
        conversation::ChannelKey channel;
        transcript::ScrollPosition place;
    };
    std::list<Kept> m_kept;                                                             ///< most recently kept first
    std::list<std::pair<conversation::SessionId, conversation::ChannelKey>> m_channels; ///< other than everything
};

} // namespace quarterdeck::ui
