#pragma once

#include "model/session/library.h"
#include "model/session/session.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::session {

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

} // namespace quarterdeck::session
