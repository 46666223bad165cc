#pragma once

#include "conversation/ids.h"

namespace quarterdeck::ui::transcript {

/// A mark beside the transcript, at one row or a span of rows of the channel that is shown.
struct ScrollMark
{
    enum class Kind { PrivateChat, SearchHit, Mistake, Error, Question }; ///< later ones are drawn over earlier ones
    Kind kind = Kind::Question;
    conversation::Ordinal first;
    conversation::Ordinal last;
    friend bool operator==(const ScrollMark&, const ScrollMark&) = default;
};

} // namespace quarterdeck::ui::transcript
