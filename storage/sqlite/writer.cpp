#include "sqlite/writer.h"

#include "session/post.h"
#include "sqlite/guarded.h"
#include "sqlite/logging.h"

#include <utility>

namespace quarterdeck::storage::sqlite {

using session::Nothing;

namespace {

constexpr std::size_t largestTransaction = 4u << 20u;

/// So long without a write is a good moment to index. A slice is short beside it.
constexpr std::chrono::milliseconds quietSpell{50};
/// More than these would make searching slow, as it reads what is not indexed.
constexpr std::int64_t longestTail = 20'000;

} // namespace

Writer::Writer(std::unique_ptr<Connection> connection, QObject* completionContext)
    : m_connection(std::move(connection))
    , m_tables(*m_connection)
    , m_completionContext(completionContext)
    , m_thread([this](JobThread<WriteJob>::Jobs jobs) { handle(std::move(jobs)); },
               {quietSpell, [this] { return indexSlice(); }})
{ }

void Writer::handle(JobThread<WriteJob>::Jobs jobs)
{
    Jobs batch;
    std::size_t bytes = 0;
    for (WriteJob& job : jobs) {
        if (!batch.empty() && bytes + job.bytes > largestTransaction) {
            commit(std::exchange(batch, {}));
            bytes = 0;
        }
        bytes += job.bytes;
        batch.push_back(std::move(job));
    }
    commit(std::move(batch));
    indexWhenFarBehind();
}

/// What fails is tried again with the next write; searching does without it.
bool Writer::indexSlice()
{
    m_lastSlice = std::chrono::steady_clock::now();
    try {
        return m_tables.index.indexSlice();
    } catch (const std::exception& failure) {
        qCWarning(storageLog, "texts cannot be indexed now: %s", failure.what());
        return false;
    }
}

/// At most a slice per quiet spell, so that a busy writer keeps nine tenths of its time.
void Writer::indexWhenFarBehind()
{
    if (std::chrono::steady_clock::now() - m_lastSlice >= quietSpell && m_tables.index.tail() > longestTail)
        indexSlice();
}

void Writer::commit(Jobs jobs)
{
    std::optional<std::vector<Outcome>> outcomes = commitTogether(jobs);
    if (!outcomes) {
        // One of them broke the transaction: the others must not go down with it.
        outcomes.emplace();
        for (const WriteJob& job : jobs)
            outcomes->push_back(commitAlone(job));
    }
    session::post(m_completionContext, [jobs = std::move(jobs), outcomes = std::move(*outcomes)] {
        for (std::size_t i = 0; i < jobs.size(); ++i)
            jobs[i].finish(outcomes[i]);
    });
}

std::optional<std::vector<Writer::Outcome>> Writer::commitTogether(const Jobs& jobs)
{
    std::vector<Outcome> outcomes;
    const Outcome committed = guarded(m_connection->path(), [&]() -> Outcome {
        Transaction transaction(*m_connection, Transaction::Kind::Write);
        for (const WriteJob& job : jobs)
            outcomes.push_back(job.run(m_tables));
        transaction.commit();
        return Nothing{};
    });
    if (committed)
        return outcomes;
    qCWarning(storageLog, "a transaction of %zu writes failed: %s", jobs.size(), committed.error().detail.c_str());
    m_tables.log.forgetAll();
    return std::nullopt;
}

Writer::Outcome Writer::commitAlone(const WriteJob& job)
{
    Outcome outcome = guarded(m_connection->path(), [&]() -> Outcome {
        Transaction transaction(*m_connection, Transaction::Kind::Write);
        Outcome ran = job.run(m_tables);
        transaction.commit();
        return ran;
    });
    if (!outcome)
        m_tables.log.forgetAll();
    return outcome;
}

} // namespace quarterdeck::storage::sqlite
