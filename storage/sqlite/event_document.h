#pragma once

#include "search/document.h"
#include "session/library.h"
#include "sqlite/connection.h"
#include "sqlite/event_id.h"

#include <functional>
#include <vector>

namespace quarterdeck::storage::sqlite {

/// What is known of an event without its place, so that it need not be read; null = nothing.
using KnownDocument = std::function<const search::Document*(session::EventSeq)>;

/// Hands over what a search sees of the events with after < seq ≤ last, in order, until it is told not to go on. An
/// event that cannot be read is empty: nothing finds it, and `check` tells of it. Throws SQLite::Exception.
void forEachDocument(Connection& connection, SessionNumber session, session::EventSeq after, session::EventSeq last,
                     const std::function<bool(session::EventSeq, const search::Document&)>& visit,
                     const KnownDocument& known = {});

/// The event whose row shows this one: the same, or the one that it amends.
[[nodiscard]] session::EventSeq shownAt(Connection& connection, SessionNumber session, session::EventSeq seq);

} // namespace quarterdeck::storage::sqlite
