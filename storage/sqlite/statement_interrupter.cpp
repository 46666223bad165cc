#include "storage/sqlite/statement_interrupter.h"

#include <sqlite3.h>
#include <utility>

namespace quarterdeck::storage::sqlite {

namespace {

constexpr int instructionsBetween = 10;

}

StatementInterrupter::StatementInterrupter(Connection& connection, std::stop_token stop)
    : m_connection(connection)
    , m_stop(std::move(stop))
{
    sqlite3_progress_handler(
        m_connection.handle(), instructionsBetween,
        [](void* that) {
            auto* self = static_cast<StatementInterrupter*>(that);
            if (self->m_allowed != INT64_MAX)
                self->m_allowed -= instructionsBetween;
            return self->isUsedUp() || self->m_stop.stop_requested() ? 1 : 0;
        },
        this);
}

StatementInterrupter::~StatementInterrupter() { sqlite3_progress_handler(m_connection.handle(), 0, nullptr, nullptr); }

void StatementInterrupter::allow(std::int64_t instructions) { m_allowed = instructions; }

void StatementInterrupter::allowAll() { m_allowed = INT64_MAX; }

void StatementInterrupter::check() const
{
    if (m_stop.stop_requested())
        throw SQLite::Exception("stopped", SQLITE_INTERRUPT);
}

} // namespace quarterdeck::storage::sqlite
