#include "model/transfer/row_cursor.h"

#include "model/transfer/await_library.h"

namespace quarterdeck::transfer {

using session::Nothing;
using session::Result;
using session::Row;

RowCursor::RowCursor(std::shared_ptr<session::Library> library, session::SessionId session, session::EventSeq last)
    : m_library(std::move(library))
{
    constexpr std::int32_t most = 200;
    m_request.session = std::move(session);
    m_request.channel = conversation::channel::everything;
    m_request.count = most;
    m_request.asOf = last;
}

Result<const Row*> RowCursor::rowOf(session::EventSeq event)
{
    while (true) {
        while (m_place < m_page.size() && m_page[m_place].event.seq < event) {
            ++m_place;
        }
        if (m_place < m_page.size()) {
            const Row& row = m_page[m_place];
            return row.event.seq == event ? &row : nullptr;
        }
        if (m_isAtEnd) {
            return nullptr;
        }
        if (const auto read = readPage(); !read) {
            return tl::unexpected(read.error());
        }
    }
}

Result<Nothing> RowCursor::readPage()
{
    auto rows = awaitLibrary<session::Rows>([&](auto done) { m_library->readRows(m_request, std::move(done)); });
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    m_page = std::move(rows->rows);
    m_place = 0;
    m_isAtEnd = m_page.empty();
    if (!m_isAtEnd) {
        m_request.first = m_page.back().ordinal.next();
    }
    return Nothing{};
}

} // namespace quarterdeck::transfer
