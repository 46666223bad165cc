#pragma once

#include "model/conversation/decide/decide.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::session {

/// 32 random hex digits. Thread: any.
[[nodiscard]] std::string newId();
/// The same from a generator seeded once per thread: asking the system's costs more than everything else that an import
/// does with a message. Not for ids that nobody may guess.
[[nodiscard]] std::string newBulkId();
/// Now, by the system's clocks, with random ids. Thread: any.
[[nodiscard]] conversation::DecideContext decideContextNow();

/// Turns events into log records, with their places in channels and what they amend; `state` advances with them. Used
/// by live sessions and imports alike.
[[nodiscard]] std::vector<LogRecord> makeLogRecords(ConversationState& state, std::vector<Event> events);
/// The same, appended to `records`.
void appendLogRecords(ConversationState& state, std::vector<Event> events, std::vector<LogRecord>& records);

/// A running reply: shown, not stored. `text` is all of it so far.
struct StreamingMessage
{
    std::string id; ///< the future message's
    conversation::RoleName role;
    conversation::AddressSet sendTo;
    std::string text;
    std::int64_t tokens = 0;
    bool isDone = false; ///< removes it; the message follows as an event
    // Filled in by `updateStreamingMessage`, as if the message were sent now:
    conversation::Route route = {};
    std::vector<ChannelKey> channels = {}; ///< those in which it will be a row
};

/// One live log and its state. Decides intents against the newest decided state, appends the events, and shows them
/// once they are durable. If an append fails, everything decided on top of it is undone and each waiting intent is
/// answered with the error. Thread: engine (all calls and signals). Owned by SessionHub.
class Session final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Session)
public:
    using IntentDone = std::function<void(conversation::Decision)>;

    ~Session() override;

    [[nodiscard]] const SessionId& id() const;
    /// The state that is on disk and visible.
    [[nodiscard]] const std::shared_ptr<const ConversationState>& state() const;
    /// `done` is called once, on the engine thread, with what was decided after that is durable (or refused); if it
    /// could not be stored, with the error and no events. It may be empty.
    void submit(conversation::Intent intent, IntentDone done = {});
    void submit(conversation::Intent intent, conversation::DecideContext context, IntentDone done);
    /// All of them, each decided on the outcome of those before it, or none: a refused intent leaves nothing of the
    /// others. What a team's filter rejects is recorded as such, and does not count as refused.
    void submitAll(const std::vector<conversation::Intent>& intents, IntentDone done);
    /// Emits `streamingMessageChanged` with the draft's route and channels filled in.
    void updateStreamingMessage(StreamingMessage draft);
    [[nodiscard]] Library& library() const;
    /// Durable events, read back as Library::readEvents does. `then` is called on the engine thread, unless the session
    /// is gone by then.
    void readEvents(EventSeq after, std::int32_t limit, std::function<void(Result<std::vector<Event>>)> then);
    /// One of them (NotFound).
    void readEvent(EventSeq seq, std::function<void(Result<Event>)> then);
    /// It came from a file, whatever kind its log says it is: no role is alive, and nothing in it ends by the clock.
    [[nodiscard]] bool isImportedSession() const;

signals:
    /// Durable events, in order, and the state after them.
    void committed(const std::vector<Event>& events, const std::shared_ptr<const ConversationState>& state);
    void streamingMessageChanged(const quarterdeck::session::StreamingMessage& draft);
    void failed(const quarterdeck::session::Error& error);

private:
    friend class SessionHub;
    Session(SessionId id, SessionOpening opening, Library& library, QObject* parent);
    /// Events that somebody else made durable after those of the state, unless this session is writing one itself.
    void follow(const std::vector<Event>& events);
    class Private;
    std::unique_ptr<Private> d;
};

/// Reads the log of a live session from its beginning, then follows what is committed: each event once, in order.
/// Thread: the session's, which must outlive it. It may be destroyed within `ready`, but not within `take`.
class LogFollower final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LogFollower)
public:
    using Take = std::function<void(const Event&)>;
    using Ready = std::function<void(const Result<Nothing>&)>;

    /// `ready` is called once, and never immediately: when everything so far has been taken, or with the reason why it
    /// could not be read. After an error nothing more is taken.
    LogFollower(Session& session, Take take, Ready ready);
    ~LogFollower() override;

private:
    enum class Stage { Reading, Following, Failed };

    void read();
    void takePage(const Result<std::vector<Event>>& page);
    void follow(const std::vector<Event>& events);
    void takeNew(const Event& event);
    void finish(const Result<Nothing>& result);

    Session& m_session;
    Take m_take;
    Ready m_ready;
    Stage m_stage = Stage::Reading;
    EventSeq m_taken;           ///< up to here
    std::vector<Event> m_ahead; ///< came while it was being read
    CallbackGuard m_replies{this};
};

} // namespace quarterdeck::session
