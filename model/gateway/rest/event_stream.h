#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/rest/session_members.h"
#include "model/session/post.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway::api {

/// A session's events as they come, for one client: Server-Sent Events whose ids are the places in the log. It reads
/// the log piece by piece, the next when the client has taken the last, so a slow client costs one piece of memory and
/// delays nobody. A role hears what was given to it, how its questions ended, and what concerns all: the run, its
/// rounds, the budget and who is hired. What it was given counts as observed when the client has taken it, and an
/// answer to it as delivered.
///
/// In a session of this program's own (`members` is there) a member that a program plays hears its mail when the run
/// gives it to it: the messages stand where the log says that the member took them, under that event's id, the last of
/// them bearing it. That the program has them is said by the member's activity. Thread: the hub's.
class EventStream final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventStream)
public:
    /// After `after`; an empty role hears everything. `members` must be ready and outlive it.
    EventStream(session::SessionHub& hub, session::Session& session, session::EventSeq after,
                conversation::RoleName role, std::shared_ptr<HttpExchange> exchange,
                const RemoteMembers* members = nullptr);
    ~EventStream() override;

    void start();
    /// The session is deleted; the client learns that when it reconnects.
    void leave() { m_exchange->end(); }
    [[nodiscard]] const conversation::RoleName& role() const { return m_role; }

signals:
    /// The client is gone, or the session.
    void ended();

private:
    struct Piece
    {
        session::Event event;
        std::optional<session::EventSeq> id; ///< the client resumes from it; empty = another with the same id follows
        bool isMail = false;                 ///< for a member that a program plays
    };

    void pump();
    void send();
    void taken();
    void acknowledge();
    void observe();
    void tellThere();
    void showLife();
    [[nodiscard]] const conversation::MailObserved* ownTaking(const Piece& piece) const;
    void readMail();
    void takeMail(std::int64_t from, const std::vector<session::Row>& rows);
    [[nodiscard]] std::string textOf(const Piece& piece);
    [[nodiscard]] bool concernsRole(const conversation::EventBody& body);
    [[nodiscard]] bool isOwnQuestion(const conversation::QuestionId& id) const;

    session::SessionHub& m_hub;
    session::Session& m_session;
    session::EventSeq m_sent; ///< everything up to here was written, or is not for this role
    conversation::RoleName m_role;
    std::shared_ptr<HttpExchange> m_exchange;
    const RemoteMembers* m_members;
    std::deque<Piece> m_page;                ///< read, but not written yet
    std::optional<std::int64_t> m_mailPlace; ///< in the taking at the front of the page: what to read next
    std::set<conversation::QuestionId> m_ownQuestions;
    std::vector<conversation::QuestionId> m_endsOnTheirWay; ///< among them, in the piece that the client is receiving
    bool m_isBusy = false;                                  ///< reading, or waiting for the client
    bool m_hasNews = false;
    QTimer m_life;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::api
