#pragma once

#include "model/formats/session_reader.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace quarterdeck::transfer {

/// Passes what a reader finds to another sink on a thread of its own, so that the next part of a file is read while
/// earlier parts are processed. At most some megabytes wait in between; beyond that, the reader waits. Once the other
/// sink is stopped, it gets nothing more. Thread: the reader's.
class ThreadedSink final : public formats::SessionSink
{
public:
    /// `onBatch`: called after every few messages or events that were passed on, on the reader's thread.
    ThreadedSink(formats::SessionSink& next, std::function<void()> onBatch);
    ~ThreadedSink() override;

    /// Returns when everything found has been passed on; nothing may follow. Not empty: what the other sink threw,
    /// after which it got nothing more.
    [[nodiscard]] std::string finish();

    void beginSession(formats::SessionStarted settings, std::vector<formats::Role> team,
                      formats::Timestamp at) override;
    void acceptRole(formats::Role role, formats::Timestamp at) override;
    void acceptMessage(formats::RecordedMessage message) override;
    void acceptUsage(conversation::Usage usage, formats::Timestamp at) override;
    void beginLog() override;
    void acceptEvent(formats::Event event) override;
    void acceptAttachment(formats::RecordedAttachment attachment) override;
    void acceptTakenBack(std::vector<std::string> records) override;
    void endSession() override;
    void reportProblem(formats::ImportProblem problem) override;
    [[nodiscard]] bool isStopped() const override { return m_isStopped; }

private:
    struct Session
    {
        formats::SessionStarted settings;
        std::vector<formats::Role> team;
        formats::Timestamp at;
    };
    struct Hired
    {
        formats::Role role;
        formats::Timestamp at;
    };
    struct Spent
    {
        conversation::Usage usage;
        formats::Timestamp at;
    };
    struct TakenBack
    {
        std::vector<std::string> records;
    };
    struct Log
    { };
    struct End
    { };
    using Found = std::variant<Session, Hired, formats::RecordedMessage, Spent, Log, formats::Event,
                               formats::RecordedAttachment, TakenBack, End, formats::ImportProblem>;
    struct Batch
    {
        std::vector<Found> found;
        std::size_t bytes = 0;
    };
    struct ItemForwarder;

    void put(Found found, std::size_t bytes);
    void give();
    void run();
    void handOn(std::vector<Found>& found);

    formats::SessionSink& m_next;
    std::function<void()> m_onBatch;
    Batch m_batch;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Batch> m_waiting;
    std::vector<std::vector<Found>> m_emptied; ///< room for further batches
    std::size_t m_waitingBytes = 0;            ///< including those being handed on
    bool m_isOver = false;
    std::string m_failure;
    std::atomic<bool> m_isStopped = false;
    std::jthread m_thread; ///< after what it uses
};

} // namespace quarterdeck::transfer
