#pragma once

#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

/// One step of a program as its own tracing told it (OpenTelemetry): a call of a model or a tool, or an agent's turn.
/// Its messages are not part of it: the log has them as events of their own.
struct Span
{
    std::string trace;  ///< 32 lower-case hex digits
    std::string id;     ///< 16 lower-case hex digits; unique in its trace
    std::string parent; ///< the parent span; empty = none
    std::string name;
    std::string agent;           ///< who did it; empty = unknown
    std::int64_t startUs = 0;    ///< microseconds since 1970-01-01 UTC, by the program's clock
    std::int64_t durationUs = 0; ///< never negative
    Usage usage = {};            ///< if it is a single call, its usage
    std::string error = {};      ///< what failed; empty = nothing
    JsonValue attributes = {};   ///< its other attributes, an object or null
    friend bool operator==(const Span&, const Span&) = default;
};

/// A line of a tree of spans.
struct SpanLine
{
    std::size_t place = 0; ///< the span's index in the input
    std::int32_t depth = 0;
    friend bool operator==(const SpanLine&, const SpanLine&) = default;
};
/// The spans of a trace as a tree: each after its parent, siblings by their start. A span whose parent is missing is at
/// the top; of several spans with the same id only the first counts; none is left out for being its own parent or part
/// of a circle.
[[nodiscard]] std::vector<SpanLine> treeOf(const std::vector<Span>& spans, const std::string& trace);

} // namespace quarterdeck::conversation
