#pragma once

#include "storage/log/limits.h"

#include <cstddef>
#include <cstdint>

namespace quarterdeck::storage::sqlite {

/// How much work a page of a search may cost. FTS5 merges the places of all words with the typed prefix before it
/// returns the first, so a short prefix costs seconds in a large library, although most of the newest events match it.
/// If few words have the prefix, each is asked for separately.
struct SearchEffort
{
    std::size_t fewPlaces = 2000;    ///< per word: below this all are known, and no session is asked individually
    std::int64_t glance = 40;        ///< instructions (`StatementInterrupter`) for the words with a prefix, initially
    std::int64_t newestEvents = 500; ///< how many are read if there are more such words
    std::int64_t look = 600;         ///< instructions for them, if that was not enough
    std::int64_t mostEvents = mostEventsSearched; ///< read in all, if even that is not enough
    std::size_t glanceWords = 3;                  ///< with the same prefix, asked for initially
    std::size_t lookWords = 256;                  ///< and if reading the newest was not enough
    bool isLongTextRead = false;   ///< events that the index has only the beginning of are read to their end
    std::int64_t eventsAHit = 100; ///< read further for each hit among the newest: this finds more sooner
};

} // namespace quarterdeck::storage::sqlite
