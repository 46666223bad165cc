#pragma once

#include "model/session/library.h"

#include <compare>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// What the timeline marks at an event. Marks of one kind with the same non-empty subject are one span (a chat).
struct MarkFact
{
    session::TimelineMark::Kind kind = session::TimelineMark::Kind::Question;
    session::EventSeq at; ///< the marked event: the same, or the annotated one
    std::string subject;
    friend auto operator<=>(const MarkFact&, const MarkFact&) = default;
};

/// The speaker: as stated by the record, otherwise the message's sender; "<human>" for the person; empty if it is no
/// message.
[[nodiscard]] std::string speakerOf(const session::LogRecord& record);
/// What the timeline marks because of this event.
[[nodiscard]] std::vector<MarkFact> marksOf(const session::Event& event);

} // namespace quarterdeck::storage
