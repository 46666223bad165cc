#pragma once

#include "model/conversation/ids.h"

#include <cstdint>
#include <vector>

namespace quarterdeck::ui {

/// The whole session as the timeline draws it.
struct TimelineState
{
    struct Bucket
    {
        int events = 0;
        int hue = -1; ///< who spoke most: 1..12 a role, 0 the person, -1 nobody
    };
    enum class MarkKind { Question, Error, PrivateChat, Mistake };
    struct Mark
    {
        MarkKind kind = MarkKind::Question;
        conversation::Timestamp time;
        conversation::Timestamp endTime; ///< of a private chat; before `time` if it never ended
    };

    conversation::Timestamp start;
    conversation::Timestamp end;
    std::vector<Bucket> buckets; ///< equal parts of start..end
    std::vector<Mark> marks;
};

/// Where the clock is and how it runs.
struct ReplayState
{
    conversation::Timestamp time;
    std::int64_t row = 0; ///< 1-based row of channel "everything"; 0 = before the first
    std::int64_t rows = 0;
    bool isPlaying = false;
    double speed = 1.0;
    bool areGapsShortened = true;
    bool areTimesKnown = true; ///< otherwise no time is shown, only the position
};

} // namespace quarterdeck::ui
