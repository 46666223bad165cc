#pragma once

#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/transfer/continuation_job.h"
#include "model/transfer/write_throttle.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::transfer {

/// Does the work of a ContinuationJob. Waits for the library's reads. Thread: the job's, but for `cancel` and
/// `abandon`.
class Continuation
{
public:
    using OnProgress = std::function<void(std::int64_t events, std::int64_t total)>;

    Continuation(std::shared_ptr<session::Library> library, ContinuationRequest request, OnProgress onProgress);

    [[nodiscard]] ContinuationReport run();
    /// Thread: any.
    void cancel() { m_isCancelled = true; }
    /// Cancels, and no longer waits for completions. Thread: any.
    void abandon();

private:
    using Worked = session::Result<session::Nothing>;

    [[nodiscard]] Worked writeAll();
    [[nodiscard]] Worked begin(session::Timestamp at);
    [[nodiscard]] Worked decide(const conversation::Intent& intent, session::Timestamp at);
    [[nodiscard]] Worked copyHistory();
    void copy(session::Event event);
    /// Where this event of the recording is in the new log; 0 if it is not there.
    [[nodiscard]] session::EventSeq placeOf(session::EventSeq recorded) const;
    [[nodiscard]] bool retarget(conversation::EventBody& body) const;
    void remember(conversation::MessagePublished& published) const;
    void noteUnread(const conversation::MessagePublished& published);
    [[nodiscard]] Worked end();
    [[nodiscard]] Worked show();
    void take(std::vector<session::Event> events);
    void flush();
    [[nodiscard]] Worked stopped() const;
    void rollBack();
    void tell(session::EventSeq read);

    std::shared_ptr<session::Library> m_library;
    ContinuationRequest m_request;
    OnProgress m_onProgress;
    WriteThrottle m_writes;
    std::atomic<bool> m_isCancelled = false;
    conversation::ConversationState m_state; ///< of the new session
    std::vector<session::LogRecord> m_records;
    std::vector<conversation::ConversationState> m_snapshots; ///< of what is in m_records
    std::int64_t m_heldBytes = 0;
    bool m_isCreated = false;
    std::int64_t m_total = 0;            ///< events of the recording
    std::int64_t m_shiftMs = 0;          ///< added to its times
    std::int64_t m_before = 0;           ///< events of the new session before the history
    std::vector<std::int64_t> m_leftOut; ///< events of the recording that were not copied so far, in order
    std::map<conversation::RoleName, std::set<std::string>> m_unread; ///< ids of messages
    std::map<conversation::RoleName, std::int64_t> m_firstUnread;     ///< places in inboxes
    std::chrono::steady_clock::time_point m_lastTold;
};

} // namespace quarterdeck::transfer
