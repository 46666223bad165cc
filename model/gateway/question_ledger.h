#pragma once

#include "model/conversation/event.h"
#include "model/session/session.h"

#include <QtGlobal>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

/// A question as told by its log.
struct QuestionStatus
{
    conversation::Timestamp askedAt;
    conversation::RoleName asker;
    std::string likeness; ///< see questionFingerprint
    std::optional<conversation::QuestionEnd> end;
    std::optional<std::string> lateAnswer; ///< the message with the person's answer after the timeout
    bool isDelivered = false;              ///< its asker has the answer
};

/// Equal for two questions that the same program asks in the same words, with the same options and the same time to
/// answer: only their ids and times differ. Pure; thread: any.
[[nodiscard]] std::string questionFingerprint(conversation::Question question);

/// What programs asked in one session, folded from its log, so a restart loses nothing: the open questions, and the
/// newest that have ended; who waits for the end of one; and the answers that are on their way. Of a log that is not
/// followed from its beginning it knows what happened since. Belongs to whoever serves the session's program, and never
/// fails. Thread: the session's.
class QuestionLedger final
{
    Q_DISABLE_COPY_MOVE(QuestionLedger)
public:
    static constexpr std::size_t mostEnded = 1000;
    /// Gets how the question ended, or null if it no longer exists.
    using Ended = std::function<void(const conversation::QuestionEnded* ended)>;

    QuestionLedger();
    ~QuestionLedger();

    /// In the log's order. Those who wait for the question that this event ends are called, in the order in which they
    /// began to; they may call anything here.
    void follow(const conversation::Event& event);
    /// The log will be followed anew. Who waits goes on waiting.
    void forget();
    /// Null = it was not asked here, or too many have ended since. Valid until the next event.
    [[nodiscard]] const QuestionStatus* find(const conversation::QuestionId& id) const;
    /// Remembered questions of this likeness: open ones first, and within each kind the oldest first.
    [[nodiscard]] std::vector<conversation::QuestionId> like(const std::string& likeness) const;

    /// Calls once when it ends; an earlier end does not count. Returns a number for `stopWaiting`, never 0.
    std::uint64_t whenEnded(const conversation::QuestionId& id, Ended call);
    /// False if it does not wait any more.
    bool stopWaiting(std::uint64_t number);
    /// The session is deleted: nobody waits any more.
    void leave();

    /// While somebody holds the result, the answer is on its way to one client, and nobody else's.
    [[nodiscard]] std::shared_ptr<void> deliver(const conversation::QuestionId& id);
    [[nodiscard]] bool isOnItsWay(const conversation::QuestionId& id) const;

private:
    struct Waiting
    {
        conversation::QuestionId question;
        Ended call;
    };
    void end(const conversation::QuestionEnded& ended);

    std::map<conversation::QuestionId, QuestionStatus> m_questions;
    std::deque<conversation::QuestionId> m_ended; ///< oldest first
    std::map<std::uint64_t, Waiting> m_waiting;   ///< by number
    std::uint64_t m_last = 0;
    std::map<conversation::QuestionId, std::weak_ptr<void>> m_onTheirWay;
};

/// Records once that the asker has received the answer. If that cannot be stored, it is retried as long as the session
/// exists; otherwise the person would be told for ever that it was not delivered. `held` is released when it is stored,
/// or need not be. Thread: the session's.
void acknowledgeAnswer(session::Session& session, const conversation::QuestionId& id, std::shared_ptr<void> held = {});

} // namespace quarterdeck::gateway
