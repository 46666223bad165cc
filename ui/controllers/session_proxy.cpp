#include "ui/controllers/session_proxy.h"

#include "model/conversation/channel.h"
#include "model/session/post.h"

#include <QElapsedTimer>
#include <QTimer>
#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr int frameMs = 16;
}

/// Where the engine thread leaves news for the ui thread. Shared by both, so that either may end first.
class SessionProxy::Mailbox
{
public:
    struct Mail
    {
        State state;
        std::optional<SessionChange> change;
        std::map<std::string, session::StreamingMessage> drafts;
        std::optional<session::Error> error;
    };

    explicit Mailbox(session::Session& session)
        : m_session(&session)
        , m_id(session.id())
        , m_isImportedSession(session.isImportedSession())
        , m_folded(session.state())
        , m_relay(std::make_unique<QObject>())
    { }
    /// On whichever thread lets go last; the relay is deleted on its own thread.
    ~Mailbox() { m_relay.release()->deleteLater(); }
    Q_DISABLE_COPY_MOVE(Mailbox)

    // engine thread
    void listen(const std::weak_ptr<Mailbox>& self)
    {
        connect(m_session, &session::Session::committed, m_relay.get(), [self](const auto& events, const auto& state) {
            if (const auto mailbox = self.lock())
                mailbox->addEvents(events, state);
        });
        connect(m_session, &session::Session::streamingMessageChanged, m_relay.get(), [self](const auto& draft) {
            if (const auto mailbox = self.lock())
                mailbox->addDraft(draft);
        });
        connect(m_session, &session::Session::failed, m_relay.get(), [self](const auto& error) {
            if (const auto mailbox = self.lock())
                mailbox->addError(error);
        });
    }
    /// Runs `call` on the ui thread if the client is still there.
    void reply(std::function<void()> call)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_client != nullptr)
            session::post(m_client, std::move(call));
    }
    void addEvents(const std::vector<session::Event>& events, const State& state)
    {
        const std::scoped_lock lock(m_mutex);
        SessionChange& change =
            m_mail.change ? *m_mail.change : m_mail.change.emplace(SessionChange{events.front().seq, {}, {}});
        change.to = events.back().seq;
        conversation::ConversationState before = *m_folded;
        for (const session::Event& event : events) {
            const auto target = conversation::amendedBy(before, event.body);
            if (target && *target < change.from && std::ranges::count(change.amended, *target) == 0)
                change.amended.push_back(*target);
            before.apply(event);
        }
        m_folded = state;
        m_mail.state = state;
        wake();
    }
    void addDraft(const session::StreamingMessage& draft)
    {
        const std::scoped_lock lock(m_mutex);
        m_mail.drafts.insert_or_assign(draft.id, draft);
        wake();
    }
    void addError(const session::Error& error)
    {
        const std::scoped_lock lock(m_mutex);
        m_mail.error = error;
        wake();
    }

    // ui thread
    /// The state with which the client starts. Earlier changes need no notice; drafts continue.
    [[nodiscard]] State open(SessionProxy* client)
    {
        const std::scoped_lock lock(m_mutex);
        m_client = client;
        m_mail.state.reset();
        m_mail.change.reset();
        if (!m_mail.drafts.empty() || m_mail.error)
            wake();
        return m_folded;
    }
    [[nodiscard]] session::Session* session() const { return m_session; }
    [[nodiscard]] const conversation::SessionId& id() const { return m_id; }
    [[nodiscard]] bool isImportedSession() const { return m_isImportedSession; }
    [[nodiscard]] Mail take()
    {
        const std::scoped_lock lock(m_mutex);
        m_isWakePosted = false;
        m_sinceTaken.start();
        return std::exchange(m_mail, {});
    }
    void close()
    {
        const std::scoped_lock lock(m_mutex);
        m_client = nullptr;
    }

private:
    void wake()
    {
        if (m_isWakePosted || m_client == nullptr)
            return;
        m_isWakePosted = true;
        const bool recently = m_sinceTaken.isValid() && m_sinceTaken.elapsed() < frameMs;
        SessionProxy* client = m_client;
        session::post(client, [client, recently] {
            if (recently)
                QTimer::singleShot(frameMs, client, [client] { client->takeMail(); });
            else
                client->takeMail();
        });
    }

    session::Session* const m_session;
    const conversation::SessionId m_id;
    const bool m_isImportedSession;
    std::mutex m_mutex;
    SessionProxy* m_client = nullptr; ///< before there is one, and after
    State m_folded;                   ///< with all that was shown
    Mail m_mail;
    bool m_isWakePosted = false;
    QElapsedTimer m_sinceTaken;
    std::unique_ptr<QObject> m_relay; ///< lives on the engine thread
};

std::shared_ptr<SessionProxy::Mailbox> SessionProxy::attach(session::Session& session)
{
    auto mailbox = std::make_shared<Mailbox>(session);
    mailbox->listen(mailbox);
    return mailbox;
}

SessionProxy::SessionProxy(std::shared_ptr<Mailbox> mailbox, QObject* parent)
    : QObject(parent)
    , m_mailbox(std::move(mailbox))
    , m_session(m_mailbox->session())
    , m_id(m_mailbox->id())
    , m_isImportedSession(m_mailbox->isImportedSession())
    , m_state(m_mailbox->open(this))
{ }

SessionProxy::~SessionProxy() { m_mailbox->close(); }

void SessionProxy::submit(conversation::Intent intent, Done done)
{
    session::post(
        m_session,
        [session = m_session, intent = std::move(intent), mailbox = m_mailbox, done = std::move(done)]() mutable {
            session->submit(std::move(intent), [mailbox, done = std::move(done)](session::IntentOutcome outcome) {
                if (done)
                    mailbox->reply([done, outcome = std::move(outcome)] { done(outcome); });
            });
        });
}

void SessionProxy::takeMail()
{
    Mailbox::Mail mail = m_mailbox->take();
    if (mail.state)
        m_state = mail.state;
    for (const auto& [id, draft] : mail.drafts)
        emit streamingMessageChanged(draft);
    if (mail.change)
        emit changed(*mail.change);
    if (mail.error)
        emit failed(*mail.error);
}

} // namespace quarterdeck::ui
