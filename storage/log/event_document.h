#pragma once

#include "model/session/library.h"
#include "storage/log/event_id.h"
#include "storage/search/document.h"
#include "storage/sqlite/connection.h"

#include <functional>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What is known of an event without its place, so that it need not be read; null = nothing.
using KnownDocument = std::function<const search::Document*(session::EventSeq)>;

/// How a message that grew (`MessageExtended`) is seen. The last growth stands for the whole message: it is searched by
/// everything that the message then says. Earlier ones have what they added, and a search skips them.
struct GrowthView
{
    enum class Way {
        Read,    ///< the last one up to `end` represents the message; the earlier ones are empty
        ToIndex, ///< the same, but the earlier ones keep their words: the index need not forget them
        Indexed, ///< as the index has them
    };
    Way way = Way::Read;
    session::EventSeq end{};                               ///< of the log, or the moment of interest
    std::size_t longestText = search::longestSearchedText; ///< of an event; its further words are not seen
};

/// Passes on what a search sees of the events with after < seq ≤ last, in order, until told to stop. An unreadable
/// event is empty: nothing finds it, and `check` reports it. Throws SQLite::Exception.
void forEachDocument(Connection& connection, SessionNumber session, session::EventSeq after, session::EventSeq last,
                     GrowthView view, const std::function<bool(session::EventSeq, const search::Document&)>& visit,
                     const KnownDocument& known = {});

/// Whether it is a message, or a growth, that has grown further, up to `end`, or was held and let go unchanged: a
/// search finds the message through its last growth, or where it was delivered.
[[nodiscard]] bool isSuperseded(Connection& connection, SessionNumber session, session::EventSeq seq,
                                session::EventSeq end);

/// The event whose row shows this one: itself, or the one that it amends.
[[nodiscard]] session::EventSeq shownAt(Connection& connection, SessionNumber session, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
