#pragma once

#include "record/limits.h"

#include <cstddef>
#include <cstdint>

namespace quarterdeck::storage::sqlite {

/// How much work a page of a search may cost. FTS5 merges the places of all words with the typed prefix before it
/// returns the first, so a short prefix costs seconds in a large library, although most of the newest events match it.
/// If few words have the prefix, each is asked for separately.
struct SearchEffort
{
    std::size_t fewPlaces = 2000;    ///< of a word: with fewer all are known, and no session is asked by itself
    std::int64_t glance = 40;        ///< instructions (`Interruption`) for the words with a beginning, at first
    std::int64_t newestEvents = 500; ///< that are read where there are more such words
    std::int64_t look = 600;         ///< instructions for them, when that was not enough
    std::int64_t mostEvents = mostEventsSearched; ///< read in all, where even that is not enough
    std::size_t glanceWords = 3;                  ///< with the same beginning, that are asked for at first
    std::size_t lookWords = 256;                  ///< and when reading the newest was not enough
    std::int64_t eventsAHit = 100; ///< that are read on for each hit among the newest: more are found sooner so
};

} // namespace quarterdeck::storage::sqlite
