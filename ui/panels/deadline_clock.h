#pragma once

#include "model/conversation/ids.h"

#include <QString>
#include <optional>

namespace quarterdeck::ui::theme {
class RingLabel;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

/// A deadline, and the time it is measured from.
struct DeadlineClock
{
    conversation::Timestamp deadline;
    std::optional<conversation::Timestamp> askedAt;
    conversation::Timestamp now;
    bool isPaused = false;
    bool isPast = false; ///< of a question that is over: nothing is urgent any more

    /// As a ring that empties, and in words beside it.
    void showOn(theme::RingLabel& ring, theme::TextLabel& words) const;
};

/// How long a question has waited: "waiting 12 min"; "just now" below a minute. Without line breaks.
[[nodiscard]] QString ageWords(std::int64_t ms);

} // namespace quarterdeck::ui
