#pragma once

#include "model/session/library.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

/// The order in which a channel is searched, and what was found so far: from the row in sight to the end first, then
/// from the beginning to there. Until both are done there are unknown gaps, and no step crosses one.
class ChannelSearch
{
public:
    ChannelSearch() = default;
    /// `first`: the row in sight; `seq`: of its event; 0 = everything is searched from the first event on.
    ChannelSearch(conversation::Ordinal first, conversation::EventSeq seq);

    /// The event after which the next piece begins.
    [[nodiscard]] conversation::EventSeq next() const;
    /// What was found after `next`. Once everything is done, what has come since.
    void take(const session::FindResult& piece);
    [[nodiscard]] bool isWhole() const { return m_isEndReached && m_isRestRead; }

    /// In order, each once.
    [[nodiscard]] const std::vector<std::int64_t>& rows() const { return m_rows; }
    [[nodiscard]] bool isFound(std::int64_t row) const;
    /// Of a found row.
    [[nodiscard]] std::size_t placeOf(std::int64_t row) const;
    /// The first match from there on, or, if there is none, the first of all; empty while that is not known.
    [[nodiscard]] std::optional<std::size_t> from(std::int64_t row) const;
    /// The match before or after a place (`by` -1 or 1), wrapping around either end; empty while that is not known.
    [[nodiscard]] std::optional<std::size_t> step(std::size_t place, int by) const;

private:
    [[nodiscard]] bool readsOn() const { return !m_isEndReached || m_isRestRead; }
    void add(const std::vector<conversation::Ordinal>& rows);
    [[nodiscard]] std::optional<std::size_t> stepWithin(std::size_t place, std::size_t next) const;
    [[nodiscard]] std::optional<std::size_t> stepAround(std::size_t place, std::size_t next, int by) const;

    std::vector<std::int64_t> m_rows;
    std::int64_t m_start = 0;            ///< ordinal
    conversation::EventSeq m_startSeq;   ///< 0 = there is no rest
    conversation::EventSeq m_readTo;     ///< from the start on
    conversation::EventSeq m_restReadTo; ///< from the beginning up to the start
    bool m_isEndReached = false;
    bool m_isRestRead = true;
};

} // namespace quarterdeck::ui
