#pragma once

#include "mcp/client_session.h"
#include "mcp/reply.h"
#include "mcp/results.h"

#include <QObject>
#include <QTimer>
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace quarterdeck::gateway::mcp {

/// The request that waits for the end of a question, so that a stream which broke can go on with it: all of that stands
/// in the ids of its events, which outlive this program.
struct ResumePoint
{
    conversation::QuestionId question;
    nlohmann::json requestId;
    nlohmann::json progressToken; ///< null = none
    std::int64_t number = 0;      ///< of the event
    bool isAsking = false;        ///< it asked the question itself, and did not only look how it stands
    std::optional<conversation::Timestamp> until = {}; ///< how long it waits; empty = for the question's end
    friend bool operator==(const ResumePoint&, const ResumePoint&) = default;
};
/// Empty when it would be too long to be sent back.
[[nodiscard]] std::string eventIdOf(const ResumePoint& point);
[[nodiscard]] std::optional<ResumePoint> resumePointIn(std::string_view eventId);

/// Where the same question was asked before by a client that is gone; a session of null = nowhere. Of the call that
/// asks it now, which may be told later.
struct SameQuestion
{
    ClientSession* session = nullptr;
    conversation::QuestionId id = {};
};
using FindSame =
    std::function<void(const std::shared_ptr<const AskHuman>& call, std::function<void(const SameQuestion&)> done)>;

/// A call of ask_human or check_answer, from the question to its result. The client is told every now and then that the
/// person thinks. A client that goes leaves its question open. Thread: the hub's.
class AnswerCall final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AnswerCall)
public:
    struct Request
    {
        nlohmann::json id;
        nlohmann::json progressToken;
        Version version = newestVersion;
    };
    /// The session must live longer, as that of every question must which is found. The call goes by itself when it is
    /// done.
    AnswerCall(ClientSession& session, session::Library& library, Request request, std::shared_ptr<Reply> reply,
               std::chrono::milliseconds beat, QObject* parent);
    ~AnswerCall() override;

    /// Waits for the question that `find` finds, or asks it.
    void ask(AskHuman call, const FindSame& find);
    void check(const CheckAnswer& call);
    void resume(const ResumePoint& point);
    /// The client wants no more of it, and the request gets no response. `isWithdrawn`: nor does another request of
    /// the client want what it asked.
    void cancel(bool isWithdrawn);
    /// The client has asked the same again: as far as is known it no longer reads what comes here, though its
    /// connection may be there yet. It gets its response, which proves nothing.
    void supersede() { m_isSuperseded = true; }
    /// The client has said goodbye: what it asked, or is about to ask, is withdrawn. Who looked waits no longer.
    void leave();

    [[nodiscard]] const nlohmann::json& requestId() const { return m_request.id; }
    /// The client still waits for what it called for.
    [[nodiscard]] bool isWaiting() const { return !m_hasEnded; }
    [[nodiscard]] bool isWaitingFor(const conversation::QuestionId& id) const
    {
        return isWaiting() && m_question == id;
    }
    [[nodiscard]] bool isAskingFor(const conversation::QuestionId& id) const { return m_isAsking && isWaitingFor(id); }
    /// Empty until it has been asked.
    [[nodiscard]] const conversation::QuestionId& question() const { return m_question; }

signals:
    /// It asked this question, and now waits for its end.
    void asked(const quarterdeck::conversation::QuestionId& id);
    /// It waits no longer. `isLost`: since the client's connection has ended, and not by a response.
    void ended(bool isLost);

private:
    void askAnew(AskHuman call);
    void join(const SameQuestion& same, Patience patience);
    void follow(ClientSession& session);
    void wait(const conversation::QuestionId& id, Patience patience);
    void look();
    void hold();
    void beat();
    void tellProgress(const AskedQuestion& question);
    void finish(const AskedQuestion& question);
    void load(AskedQuestion question, std::vector<AnswerImage> images, std::size_t next);
    void respond(nlohmann::json result, bool isTaken);
    void fail(const session::Error& error);
    void end(bool isLost = false);
    [[nodiscard]] std::string nextEventId();

    ClientSession* m_session; ///< of the question
    session::Library& m_library;
    Request m_request;
    std::shared_ptr<Reply> m_reply;
    conversation::QuestionId m_question; ///< empty until it has been asked
    Patience m_patience;
    std::optional<conversation::Timestamp> m_until; ///< the end of the client's patience
    QTimer m_beat;
    QTimer m_end; ///< of the client's patience
    double m_progress = -1;
    std::int64_t m_events = 0;
    bool m_isAsking = false; ///< the question is its own
    bool m_isSuperseded = false;
    bool m_isHeld = false;
    bool m_isOver = false;   ///< no response will be given any more, but for the one that is on its way
    bool m_hasEnded = false; ///< that one is given, too
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway::mcp
