#pragma once

#include "model/session/library.h"

#include <memory>
#include <vector>

namespace quarterdeck::transfer {

/// Goes through a session's rows alongside its events, a page at a time. Waits for the library's reads.
class RowCursor
{
public:
    /// Rows and amendments up to `last`.
    RowCursor(std::shared_ptr<session::Library> library, session::SessionId session, session::EventSeq last);

    /// The row of an event, or null; events must come in order. Valid until the next call.
    [[nodiscard]] session::Result<const session::Row*> rowOf(session::EventSeq event);

private:
    [[nodiscard]] session::Result<session::Nothing> readPage();

    std::shared_ptr<session::Library> m_library;
    session::RowsRequest m_request;
    std::vector<session::Row> m_page;
    std::size_t m_place = 0;
    bool m_isAtEnd = false;
};

} // namespace quarterdeck::transfer
