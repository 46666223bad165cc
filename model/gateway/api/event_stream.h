#pragma once

#include "http/http_message.h"
#include "session/receiver.h"
#include "session/session_hub.h"

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <set>
#include <string>

namespace quarterdeck::gateway::api {

/// A session's events as they come, for one client: Server-Sent Events whose ids are the places in the log. It reads
/// the log piece by piece, the next when the client has taken the last, so a slow client costs one piece of memory and
/// delays nobody. A role hears what was given to it, how its questions ended, and what concerns all: the run, its
/// rounds, the budget and who is hired. What it was given counts as observed when the client has taken it. Thread: the
/// hub's.
class EventStream final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventStream)
public:
    /// After `after`; an empty role hears everything.
    EventStream(session::SessionHub& hub, session::Session& session, session::EventSeq after,
                conversation::RoleName role, std::shared_ptr<HttpExchange> exchange);
    ~EventStream() override;

    void start();

signals:
    /// The client is gone, or the session.
    void ended();

private:
    void pump();
    void send();
    void taken();
    void observe();
    void showLife();
    [[nodiscard]] std::string textOf(const session::Event& event);
    [[nodiscard]] bool concernsRole(const conversation::EventBody& body);
    [[nodiscard]] bool isOwnQuestion(const conversation::QuestionId& id) const;

    session::SessionHub& m_hub;
    session::Session& m_session;
    session::EventSeq m_sent; ///< up to here all was written, or is not for this role
    conversation::RoleName m_role;
    std::shared_ptr<HttpExchange> m_exchange;
    std::deque<session::Event> m_page; ///< read, and not written yet
    std::set<conversation::QuestionId> m_ownQuestions;
    bool m_isBusy = false; ///< reads, or waits for the client
    bool m_hasNews = false;
    QTimer m_life;
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway::api
