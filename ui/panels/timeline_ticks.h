#pragma once

#include "model/conversation/ids.h"

#include <QString>
#include <vector>

namespace quarterdeck::ui {

struct TimelineTick
{
    conversation::Timestamp time;
    QString label;

    friend bool operator==(const TimelineTick&, const TimelineTick&) = default;
};

/// The axis of a session from `start` to `end`: first the start, last the end, between them at most `most` round local
/// times. Seconds are shown below five minutes, days from two days on. Of neighbours that read the same, one stays. A
/// single tick if the session has no length. Pure.
[[nodiscard]] std::vector<TimelineTick> timelineTicks(conversation::Timestamp start, conversation::Timestamp end,
                                                      int most);

} // namespace quarterdeck::ui
