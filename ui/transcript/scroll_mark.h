#pragma once

#include "model/conversation/ids.h"

namespace quarterdeck::ui::transcript {

/// A mark beside the transcript, at one row or a span of rows of the channel shown.
struct ScrollMark
{
    /// Question: one that waits. Later ones are drawn over earlier ones.
    enum class Kind { PrivateChat, EndedQuestion, SearchHit, Mistake, Error, Question };
    Kind kind = Kind::Question;
    conversation::Ordinal first;
    conversation::Ordinal last;
    friend bool operator==(const ScrollMark&, const ScrollMark&) = default;
};

} // namespace quarterdeck::ui::transcript
