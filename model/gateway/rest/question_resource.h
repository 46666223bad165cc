#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/question_ledger.h"
#include "model/gateway/rest/log_index.h"
#include "model/session/session.h"

#include <QObject>
#include <chrono>
#include <memory>

namespace quarterdeck::gateway::api {

/// Tells programs how their questions stand, and lets them wait for the answer. Thread: the hub's.
class QuestionResource final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionResource)
public:
    /// To wait longer, ask again.
    static constexpr std::chrono::seconds longestWait{120};

    QuestionResource(session::Session& session, LogIndex& index);
    ~QuestionResource() override;

    /// Replies when the question has ended, or `wait` is over; at once if it has ended already. An answer that is
    /// returned counts as taken by its asker.
    void sendStatus(const conversation::QuestionId& id, std::chrono::seconds wait,
                    const std::shared_ptr<HttpExchange>& exchange);
    /// The session is deleted: whoever waits is told that the question no longer exists.
    void leave();
    void withdraw(const conversation::QuestionId& id, const std::shared_ptr<HttpExchange>& exchange);

private:
    void hold(const conversation::QuestionId& id, std::chrono::seconds wait,
              const std::shared_ptr<HttpExchange>& exchange);
    void findEnd(const conversation::QuestionId& id, session::EventSeq after,
                 const std::shared_ptr<HttpExchange>& exchange);
    void tellEnd(const conversation::QuestionEnded& end, HttpExchange& exchange);

    session::Session& m_session;
    LogIndex& m_index;
    QuestionLedger m_questions; ///< since it was opened
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::api
