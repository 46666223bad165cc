#include "model/transfer/import/threaded_sink.h"

#include "model/transfer/library_access.h"

#include <exception>
#include <utility>

namespace quarterdeck::transfer {

namespace {

/// Handed on in batches: a lock per message would cost as much as the message.
constexpr std::size_t batchBytes = std::size_t{256} << 10;
constexpr std::size_t batchCount = 64;
constexpr std::size_t mostWaitingBytes = std::size_t{8} << 20;
constexpr std::size_t little = 200;
constexpr std::size_t mostEmptied = 8;

} // namespace

struct ThreadedSink::ItemForwarder
{
    formats::SessionSink& next;
    void operator()(Session& one) const { next.beginSession(std::move(one.settings), std::move(one.team), one.at); }
    void operator()(Hired& one) const { next.acceptRole(std::move(one.role), one.at); }
    void operator()(formats::RecordedMessage& one) const { next.acceptMessage(std::move(one)); }
    void operator()(Spent& one) const { next.acceptUsage(std::move(one.usage), one.at); }
    void operator()(Log&) const { next.beginLog(); }
    void operator()(formats::Event& one) const { next.acceptEvent(std::move(one)); }
    void operator()(formats::RecordedAttachment& one) const { next.acceptAttachment(std::move(one)); }
    void operator()(TakenBack& one) const { next.acceptTakenBack(std::move(one.records)); }
    void operator()(End&) const { next.endSession(); }
    void operator()(formats::ImportProblem& one) const { next.reportProblem(std::move(one)); }
};

ThreadedSink::ThreadedSink(formats::SessionSink& next, std::function<void()> onBatch)
    : m_next(next)
    , m_onBatch(std::move(onBatch))
    , m_thread([this] { run(); })
{ }

ThreadedSink::~ThreadedSink() { (void)finish(); }

std::string ThreadedSink::finish()
{
    if (m_thread.joinable()) {
        give();
        {
            const std::scoped_lock lock(m_mutex);
            m_isOver = true;
            m_changed.notify_all();
        }
        m_thread.join();
    }
    return m_failure;
}

void ThreadedSink::put(Found found, std::size_t bytes)
{
    if (m_isStopped) {
        return;
    }
    m_batch.found.push_back(std::move(found));
    m_batch.bytes += bytes;
    if (m_batch.bytes >= batchBytes || m_batch.found.size() >= batchCount) {
        give();
    }
}

void ThreadedSink::give()
{
    std::unique_lock lock(m_mutex);
    // Large items go alone, so that they are not held twice.
    m_changed.wait(lock, [&] { return m_waitingBytes == 0 || m_waitingBytes + m_batch.bytes <= mostWaitingBytes; });
    m_waitingBytes += m_batch.bytes;
    m_waiting.push_back(std::exchange(m_batch, {}));
    if (m_emptied.empty()) {
        m_batch.found.reserve(batchCount);
    } else {
        m_batch.found = std::move(m_emptied.back());
        m_emptied.pop_back();
    }
    m_changed.notify_all();
    lock.unlock();
    m_onBatch();
}

void ThreadedSink::run()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [&] { return m_isOver || !m_waiting.empty(); });
        if (m_waiting.empty()) {
            return;
        }
        Batch batch = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        handOn(batch.found);
        batch.found.clear();
        lock.lock();
        if (m_emptied.size() < mostEmptied) {
            m_emptied.push_back(std::move(batch.found));
        }
        m_waitingBytes -= batch.bytes;
        m_changed.notify_all();
    }
}

void ThreadedSink::handOn(std::vector<Found>& found)
{
    try {
        for (Found& one : found) {
            if (m_isStopped) {
                return;
            }
            std::visit(ItemForwarder{m_next}, one);
            m_isStopped = m_next.isStopped();
        }
    } catch (const std::exception& error) {
        m_failure = error.what();
        m_isStopped = true;
    }
}

void ThreadedSink::beginSession(formats::SessionStarted settings, std::vector<formats::Role> team,
                                formats::Timestamp at)
{
    put(Session{std::move(settings), std::move(team), at}, little);
}

void ThreadedSink::acceptRole(formats::Role role, formats::Timestamp at) { put(Hired{std::move(role), at}, little); }

void ThreadedSink::acceptMessage(formats::RecordedMessage message)
{
    const std::size_t bytes = approximateSize(message.record.message);
    put(std::move(message), bytes);
}

void ThreadedSink::acceptUsage(conversation::Usage usage, formats::Timestamp at)
{
    put(Spent{std::move(usage), at}, little);
}

void ThreadedSink::beginLog() { put(Log{}, little); }

void ThreadedSink::acceptEvent(formats::Event event)
{
    const std::size_t bytes = approximateSize(event);
    put(std::move(event), bytes);
}

void ThreadedSink::acceptAttachment(formats::RecordedAttachment attachment)
{
    const std::size_t bytes = attachment.bytes.size();
    put(std::move(attachment), bytes);
}

void ThreadedSink::acceptTakenBack(std::vector<std::string> records)
{
    const std::size_t bytes = records.size() * little;
    put(TakenBack{std::move(records)}, bytes);
}

void ThreadedSink::endSession() { put(End{}, little); }

void ThreadedSink::reportProblem(formats::ImportProblem problem) { put(std::move(problem), little); }

} // namespace quarterdeck::transfer
