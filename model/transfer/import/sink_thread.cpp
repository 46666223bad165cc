#include "model/transfer/import/sink_thread.h"

#include "model/transfer/event_weight.h"

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

struct SinkThread::Handing
{
    formats::SessionSink& next;
    void operator()(Session& one) const { next.beginSession(std::move(one.settings), std::move(one.team), one.at); }
    void operator()(Hired& one) const { next.hire(std::move(one.role), one.at); }
    void operator()(formats::RecordedMessage& one) const { next.message(std::move(one)); }
    void operator()(Spent& one) const { next.usage(std::move(one.usage), one.at); }
    void operator()(Log&) const { next.beginLog(); }
    void operator()(formats::Event& one) const { next.event(std::move(one)); }
    void operator()(formats::RecordedAttachment& one) const { next.attachment(std::move(one)); }
    void operator()(End&) const { next.endSession(); }
    void operator()(formats::Problem& one) const { next.problem(std::move(one)); }
};

SinkThread::SinkThread(formats::SessionSink& next, std::function<void()> onBatch)
    : m_next(next)
    , m_onBatch(std::move(onBatch))
    , m_thread([this] { run(); })
{ }

SinkThread::~SinkThread() { (void)finish(); }

std::string SinkThread::finish()
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

void SinkThread::put(Found found, std::size_t bytes)
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

void SinkThread::give()
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

void SinkThread::run()
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

void SinkThread::handOn(std::vector<Found>& found)
{
    try {
        for (Found& one : found) {
            if (m_isStopped) {
                return;
            }
            std::visit(Handing{m_next}, one);
            m_isStopped = m_next.isStopped();
        }
    } catch (const std::exception& error) {
        m_failure = error.what();
        m_isStopped = true;
    }
}

void SinkThread::beginSession(formats::SessionStarted settings, std::vector<formats::Role> team, formats::Timestamp at)
{
    put(Session{std::move(settings), std::move(team), at}, little);
}

void SinkThread::hire(formats::Role role, formats::Timestamp at) { put(Hired{std::move(role), at}, little); }

void SinkThread::message(formats::RecordedMessage message)
{
    const std::size_t bytes = weightOf(message.record.message);
    put(std::move(message), bytes);
}

void SinkThread::usage(conversation::Usage usage, formats::Timestamp at) { put(Spent{std::move(usage), at}, little); }

void SinkThread::beginLog() { put(Log{}, little); }

void SinkThread::event(formats::Event event)
{
    const std::size_t bytes = weightOf(event);
    put(std::move(event), bytes);
}

void SinkThread::attachment(formats::RecordedAttachment attachment)
{
    const std::size_t bytes = attachment.bytes.size();
    put(std::move(attachment), bytes);
}

void SinkThread::endSession() { put(End{}, little); }

void SinkThread::problem(formats::Problem problem) { put(std::move(problem), little); }

} // namespace quarterdeck::transfer
