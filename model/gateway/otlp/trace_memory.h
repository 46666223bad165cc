#pragma once

#include "model/conversation/event.h"
#include "model/conversation/span.h"
#include "model/gateway/otlp/parsed_span.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What a session of traces has already: spans by their ids, and what was said by its place in the conversation. Each
/// call of a model repeats the conversation so far, and a span around it what the call gave; so what a call was asked
/// with is new where it leaves the known course of the conversation, and what it gave is new unless a span within it,
/// or around it, gave the same. A question that another trace asks again is said again. Of each it holds some numbers
/// of eight bytes. Thread: one at a time.
class TraceMemory final
{
public:
    /// What is in the log.
    void learn(const conversation::Event& event);
    /// Sorts the spans by time, those around others by their end, and marks what is new among them and their messages
    /// (`isNew`), which get their ids and places. Twice the same: the second time nothing is new.
    void admit(std::vector<ParsedSpan>& spans);

private:
    using Key = std::uint64_t;
    static constexpr Key beginning = 0; ///< the place before all that is said

    using Fullest = std::unordered_map<Key, const SpanMessage*>; ///< of several with one id

    void sort(std::vector<ParsedSpan>& spans) const;
    void admitMessages(ParsedSpan& told, bool isOfKnownTrace, const Fullest& fullest);
    void admitUsage(ParsedSpan& told);
    void admitById(SpanMessage& message, const Fullest& fullest);
    /// Marks the first messages that follow a course that is known; returns how many, and the place behind them.
    [[nodiscard]] std::pair<std::size_t, Key> follow(const std::vector<SpanMessage*>& asked) const;
    void add(SpanMessage& message, Key prefix, Key span, bool isRepeated);
    [[nodiscard]] bool isTaken(Key essence, Key span) const;
    [[nodiscard]] bool isWithin(Key span, Key outer) const;

    std::unordered_map<Key, Key> m_parents; ///< of every span that is known; of those not stored yet, too
    std::unordered_set<Key> m_spans;        ///< those that are stored, or about to be
    std::size_t m_plain = 0;                ///< of those, how many are not of agents
    std::unordered_set<Key> m_traces;       ///< that said something
    std::unordered_set<Key> m_places;       ///< each message in its course: what comes before it, and what it says
    std::unordered_multimap<Key, Key> m_placesOf; ///< by what is said
    std::unordered_multimap<Key, Key> m_givenBy;  ///< by what a call gave: its span
    std::unordered_map<Key, bool> m_usages;       ///< those that may be told again: whether the cost is known
    std::unordered_set<Key> m_instructions;       ///< a system's, which have no place: many change with each call
};

/// What a message's metadata tells of its place, so that it is known again.
[[nodiscard]] nlohmann::json placeIn(const SpanMessage& message);

} // namespace quarterdeck::gateway::otlp
