#pragma once

#include "model/session/session_hub.h"
#include "ui/controllers/session_proxy.h"

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

/// The ui thread's mirror of the list of sessions. Thread: ui; the hub lives on the engine thread and outlives this.
class HubProxy final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HubProxy)
public:
    using Opened = std::function<void(session::Result<std::shared_ptr<SessionProxy>>)>;

    explicit HubProxy(session::SessionHub* hub, QObject* parent = nullptr);
    ~HubProxy() override;

    /// Newest activity first.
    [[nodiscard]] const std::vector<session::SessionSummary>& sessions() const { return m_sessions; }
    /// The number of the current list; the first is 1.
    [[nodiscard]] int listNumber() const { return m_listNumber; }
    /// For each session of the list its place in the previous list, if nothing known about it has changed.
    [[nodiscard]] const std::vector<std::optional<std::size_t>>& unchanged() const { return m_unchanged; }
    /// Whether the list has arrived at all; until then an empty one means nothing.
    [[nodiscard]] bool isListed() const { return m_isListed; }
    [[nodiscard]] const session::SessionSummary* find(const conversation::SessionId& id) const;
    /// Makes the session live if necessary and hands over a mirror of it. `done` runs on the ui thread.
    void open(conversation::SessionId id, Opened done);
    using Done = std::function<void(session::Result<session::Nothing>)>;
    /// As SessionHub does; `done` runs on the ui thread.
    void setLabels(conversation::SessionId id, session::SessionLabels labels, Done done);
    void remove(conversation::SessionId id, Done done);

signals:
    void sessionsChanged();
    void failed(const quarterdeck::session::Error& error);
    void writingChanged(const std::optional<quarterdeck::session::Error>& trouble);

private:
    class Mailbox;
    static Done answerOnUi(const std::shared_ptr<Mailbox>& mailbox, Done done);

    session::SessionHub* m_hub;
    std::shared_ptr<Mailbox> m_mailbox;
    void take(std::vector<session::SessionSummary> sessions);

    std::vector<session::SessionSummary> m_sessions;
    std::vector<std::optional<std::size_t>> m_unchanged;
    int m_listNumber = 0;
    bool m_isListed = false;
};

} // namespace quarterdeck::ui
