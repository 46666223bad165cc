#include "storage/read_thread.h"

namespace quarterdeck::storage::sqlite {

// The thread shares the connection, because the last answer may destroy the reader.
ReadThread::ReadThread(std::unique_ptr<Connection> connection)
    : m_thread([connection = std::shared_ptr<Connection>(std::move(connection))](JobThread<Job>::Jobs jobs) {
        for (Job& job : jobs)
            std::exchange(job, {})(*connection);
    })
{ }

} // namespace quarterdeck::storage::sqlite
