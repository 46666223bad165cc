#pragma once

#include "model/gateway/mcp/mcp_session_handle.h"
#include "model/gateway/mcp/protocol.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::gateway::mcp {

/// The results of tools. Pure; thread: any.

/// A picture of an answer.
struct AnswerImage
{
    std::string bytes;
    std::string mediaType;
};

/// {status, answer, answered_at, waited_s, question_id, late_answer?} as structured content and as text, and the
/// pictures. `now` is for the wait of a question that is still open.
[[nodiscard]] nlohmann::json answerResult(const conversation::QuestionId& id, const QuestionStatus& question,
                                          conversation::Timestamp now, Version version,
                                          const std::vector<AnswerImage>& images = {});
[[nodiscard]] nlohmann::json messageResult(const conversation::MessageId& id, Version version);
/// For the calling model: `isError`.
[[nodiscard]] nlohmann::json failedResult(const std::string& why);

/// The request that waits for a question's end, so that a broken stream can be resumed: everything about it is in the
/// ids of its events, which outlive this program.
struct ResumePoint
{
    conversation::QuestionId question;
    nlohmann::json requestId;
    nlohmann::json progressToken;                      ///< null = none
    std::int64_t number = 0;                           ///< the event's
    bool isAsking = false;                             ///< it asked the question itself, not only for its status
    std::optional<conversation::Timestamp> until = {}; ///< how long it waits; empty = for the end of the question
    friend bool operator==(const ResumePoint&, const ResumePoint&) = default;
};
/// Empty if it would be too long to be sent back.
[[nodiscard]] std::string eventIdOf(const ResumePoint& point);
[[nodiscard]] std::optional<ResumePoint> resumePointIn(std::string_view eventId);

/// Where the same question was asked before by a client that is gone; a null session = nowhere. Belongs to the call
/// that asks it now, which may be told later.
struct EarlierQuestion
{
    McpSessionHandle* session = nullptr;
    conversation::QuestionId id = {};
};
/// What a request is about to ask.
struct PendingQuestion
{
    std::shared_ptr<const AskHuman> call;
    nlohmann::json requestId;
};
using FindSame = std::function<void(const PendingQuestion& asked, std::function<void(const EarlierQuestion&)> done)>;

/// A call of ask_human or check_answer, from the question to its result. Every now and then the client is told that the
/// person is thinking. A client that leaves keeps its question open. Thread: the hub's.
class QuestionToolCall final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionToolCall)
public:
    struct Request
    {
        nlohmann::json id;
        nlohmann::json progressToken;
        Version version = newestVersion;
    };
    /// The session must outlive it, and so must the session of any question that is found. The call deletes itself when
    /// it is done.
    QuestionToolCall(McpSessionHandle& session, session::Library& library, Request request,
                     std::shared_ptr<Reply> reply, std::chrono::milliseconds beat, QObject* parent);
    ~QuestionToolCall() override;

    /// Waits for the question that `find` finds, or asks it.
    void ask(AskHuman call, const FindSame& find);
    void check(const CheckAnswer& call);
    void resume(const ResumePoint& point);
    /// The client cancelled it, and the request gets no response. `isWithdrawn`: no other request of the client wants
    /// its question either.
    void cancel(bool isWithdrawn);
    /// The client has asked the same again: presumably it no longer reads what arrives here, even if its connection
    /// still exists. It gets its response, which proves nothing.
    void supersede() { m_isSuperseded = true; }
    /// The client has said goodbye: what it asked, or is about to ask, is withdrawn. A mere check stops waiting.
    void leave();

    [[nodiscard]] const nlohmann::json& requestId() const { return m_request.id; }
    /// The client is still waiting for the result.
    [[nodiscard]] bool isWaiting() const { return !m_hasEnded; }
    [[nodiscard]] bool isWaitingFor(const conversation::QuestionId& id) const
    {
        return isWaiting() && m_question == id;
    }
    [[nodiscard]] bool isAskingFor(const conversation::QuestionId& id) const { return m_isAsking && isWaitingFor(id); }
    /// It came less than this long ago, and does not resume a broken stream.
    [[nodiscard]] bool isYoungerThan(std::chrono::milliseconds age) const
    {
        return !m_isResumed && m_age.elapsed() < age.count();
    }
    /// Empty until it has been asked.
    [[nodiscard]] const conversation::QuestionId& question() const { return m_question; }

signals:
    /// It asked this question, and now waits for its end.
    void asked(const quarterdeck::conversation::QuestionId& id);
    /// It no longer waits. `isLost`: because the client's connection ended, rather than through a response.
    void ended(bool isLost);

private:
    void askAnew(AskHuman call);
    void join(const EarlierQuestion& same, Patience patience);
    void wait(const conversation::QuestionId& id, Patience patience);
    void look();
    void hold();
    void beat();
    void tellProgress(const QuestionStatus& question);
    void finish(const QuestionStatus& question);
    void load(QuestionStatus question, std::vector<AnswerImage> images, std::size_t next);
    void respond(nlohmann::json result, bool isTaken);
    void fail(const session::Error& error);
    void end(bool isLost = false);
    [[nodiscard]] std::string nextEventId();

    McpSessionHandle* m_session; ///< the question's
    session::Library& m_library;
    Request m_request;
    std::shared_ptr<Reply> m_reply;
    conversation::QuestionId m_question; ///< empty until it is asked
    Patience m_patience;
    std::optional<conversation::Timestamp> m_until; ///< the end of the client's patience
    QTimer m_beat;
    QTimer m_end; ///< of the client's patience
    double m_progress = -1;
    std::int64_t m_events = 0;
    QElapsedTimer m_age;
    std::uint64_t m_waiting = 0; ///< see QuestionLedger::whenEnded
    bool m_isResumed = false;
    bool m_isAsking = false; ///< the question is its own
    bool m_isSuperseded = false;
    bool m_isOver = false;   ///< no more responses will be given, except one that is on its way
    bool m_hasEnded = false; ///< that one has been given, too
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::mcp
