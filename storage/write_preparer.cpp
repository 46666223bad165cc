#include "storage/write_preparer.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::storage::sqlite {

WritePreparer::WritePreparer(WriteThread& writer)
    : m_writer(writer)
    , m_thread([this](JobThread<Waiting>::Jobs waiting) { handle(std::move(waiting)); })
{ }

void WritePreparer::push(Sessions sessions, WriteJob job, MakeReady makeReady)
{
    job.came = m_writer.waiting().add();
    // Nothing may come between this question and acting on its answer.
    const std::scoped_lock lock(m_mutex);
    if (!makeReady && !areHeld(sessions)) {
        m_writer.push(std::move(job));
        return;
    }
    for (const session::SessionId& one : sessions)
        ++m_held[one];
    m_thread.push({std::move(sessions), std::move(job), std::move(makeReady)});
}

bool WritePreparer::areHeld(const Sessions& sessions) const
{
    return std::ranges::any_of(sessions, [this](const session::SessionId& one) { return m_held.contains(one); });
}

void WritePreparer::handle(JobThread<Waiting>::Jobs waiting)
{
    for (Waiting& one : waiting) {
        if (one.makeReady)
            one.makeReady(one.job);
        handOver(std::move(one));
    }
}

void WritePreparer::handOver(Waiting waiting)
{
    const std::scoped_lock lock(m_mutex);
    m_writer.push(std::move(waiting.job));
    for (const session::SessionId& one : waiting.sessions)
        if (const auto held = m_held.find(one); --held->second == 0)
            m_held.erase(held);
}

} // namespace quarterdeck::storage::sqlite
