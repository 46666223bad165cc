#pragma once

#include "ui/transcript/transcript_view.h"

#include <cstddef>
#include <list>
#include <optional>

namespace quarterdeck::ui {

/// Where somebody was in each channel, as long as the program runs: who looks into another one comes back to it. Of
/// very many channels those looked at last are known.
class KeptPlaces
{
public:
    static constexpr std::size_t most = 200;

    /// Where the view stands, if anything is in sight there.
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
    std::list<Kept> m_kept; ///< the one kept last first
};

} // namespace quarterdeck::ui
