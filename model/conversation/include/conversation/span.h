#pragma once

#include "conversation/json_value.h"
#include "conversation/message.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// One step of a program as its own tracing told it (OpenTelemetry): a call of a model or a tool, or an agent's turn.
/// Its messages are none of it: they stand in the log themselves.
struct Span
{
    std::string trace;  ///< 32 lower-case hex digits
    std::string id;     ///< 16 lower-case hex digits; unique in its trace
    std::string parent; ///< the span it is a part of; empty = none
    std::string name;
    std::string agent;           ///< who did it; empty = unknown
    std::int64_t startUs = 0;    ///< microseconds since 1970-01-01 UTC, by the program's clock
    std::int64_t durationUs = 0; ///< never negative
    Usage usage = {};            ///< of the one call that it is, if it is one
    std::string error = {};      ///< what failed; empty = nothing did
    JsonValue attributes = {};   ///< the others it has, an object or null
    friend bool operator==(const Span&, const Span&) = default;
};

/// A line of a tree of spans.
struct SpanLine
{
    std::size_t place = 0; ///< of the span, in what was given
    std::int32_t depth = 0;
    friend bool operator==(const SpanLine&, const SpanLine&) = default;
};
/// The spans of a trace as a tree: each behind the one it is a part of, those of one by their start. What names a
/// parent that is not there stands at the top; of spans with the same id there is the first; none is left out for
/// naming itself, or another in a circle.
[[nodiscard]] std::vector<SpanLine> treeOf(const std::vector<Span>& spans, const std::string& trace);

} // namespace quarterdeck::conversation
