#pragma once

#include "model/session/library.h"
#include "model/session/session.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

class QObject;

namespace quarterdeck::session {

/// Ends what has timed out: questions with a deadline, and idle direct chats. One timer for all live sessions; it looks
/// at the clock at least once a minute, since wall clocks jump. If something could not be ended (a full disk), it is
/// retried some seconds later. Thread: engine.
class DeadlineTimer final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DeadlineTimer)
public:
    /// The wall clock; if empty, the system's.
    using Clock = std::function<Timestamp()>;

    explicit DeadlineTimer(QObject* parent = nullptr, Clock clock = {});

    void watch(Session& session);
    void forget(const Session& session);
    /// Looks at the clock now, since it may have jumped.
    void endExpired();

private:
    void schedule(std::int64_t leastMs = 0);

    Clock m_clock;
    std::vector<Session*> m_sessions;
    QTimer m_timer;
};

/// All sessions: the list, and those that are live. Thread: engine.
class SessionHub final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionHub)
public:
    explicit SessionHub(std::shared_ptr<Library> library, QObject* parent = nullptr);
    /// Saves a snapshot of each live session.
    ~SessionHub() override;

    /// Never called if the hub dies first.
    using Opened = std::function<void(Result<Session*>)>;

    /// Reads the list; `sessionsChanged` follows.
    void start();
    /// A new session with its first events (SessionStarted and the hired team), durable before `done`.
    void create(conversation::SessionStarted settings, std::vector<conversation::Role> team, Opened done);
    /// With an id that the caller chose; NotAllowed if it exists.
    void create(SessionId id, conversation::SessionStarted settings, std::vector<conversation::Role> team, Opened done);
    /// Makes a session of the library live (folds its state); every caller gets the same Session. It stays live until
    /// the hub dies.
    void open(SessionId id, Opened done);
    [[nodiscard]] Session* live(const SessionId& id) const;
    /// In no order. For those who connect to `opened` late.
    [[nodiscard]] std::vector<Session*> liveSessions() const;
    [[nodiscard]] const std::vector<SessionSummary>& summaries() const; ///< newest activity first
    /// The library has answered once: from then on, no summary means no session.
    [[nodiscard]] bool isListed() const;
    /// What the person says about it; `sessionsChanged` follows. A running session cannot be archived (NotAllowed).
    void setLabels(SessionId id, SessionLabels labels, Done<Nothing> done);
    /// Removes it from the library for good: only an archived one (NotAllowed otherwise). A live Session remains for
    /// those who are viewing it, but stores nothing any more.
    void remove(SessionId id, Done<Nothing> done);
    /// Reads the list again (after an import wrote sessions without the hub).
    void refresh();
    [[nodiscard]] Library& library() const;

signals:
    /// A session became live: created, or opened by anybody. Lives as long as the hub.
    void opened(quarterdeck::session::Session* session);
    void sessionsChanged(const std::vector<quarterdeck::session::SessionSummary>& sessions);
    void failed(const quarterdeck::session::Error& error);
    /// Why nothing more can be stored or, if empty, that storing works again.
    void writingChanged(const std::optional<quarterdeck::session::Error>& trouble);

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Calls once the hub knows which sessions there are: immediately if it does, and in the order of the requests. Not
/// after `context` is gone. Thread: the hub's.
void afterSessionsListed(SessionHub& hub, QObject& context, std::function<void()> call);

} // namespace quarterdeck::session
