#pragma once

#include "model/conversation/decide/decide.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/library.h"

#include <QObject>
#include <functional>
#include <memory>
#include <vector>

namespace quarterdeck::session {

/// The outcome of an intent: durable by the time anybody sees it.
struct IntentOutcome
{
    std::vector<Event> events; ///< what was appended
    std::optional<Error> error;
    std::optional<conversation::Route> route;
    bool isPublished = false;
    std::size_t refusedAt = 0; ///< of several intents: the index of the refused one
};

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
    using IntentDone = std::function<void(IntentOutcome)>;

    ~Session() override;

    [[nodiscard]] const SessionId& id() const;
    /// The state that is on disk and visible.
    [[nodiscard]] const std::shared_ptr<const ConversationState>& state() const;
    /// `done` is called once, on the engine thread, after the events are durable (or refused). It may be empty.
    void submit(conversation::Intent intent, IntentDone done = {});
    void submit(conversation::Intent intent, conversation::DecideContext context, IntentDone done);
    /// All of them, each decided on the outcome of those before it, or none: a refused intent leaves nothing of the
    /// others. What a team's filter rejects is recorded as such, and does not count as refused.
    void submitAll(const std::vector<conversation::Intent>& intents, IntentDone done);
    /// Emits `streamingMessageChanged` with the draft's route and channels filled in.
    void updateStreamingMessage(StreamingMessage draft);
    [[nodiscard]] Library& library() const;
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

} // namespace quarterdeck::session
