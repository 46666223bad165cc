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
            session->submit(std::move(intent), [mailbox, done = std::move(done)](conversation::Decision outcome) {
                if (done)
                    mailbox->reply([done, outcome = std::move(outcome)] { done(outcome); });
            });
        });
}

void SessionProxy::releaseHeld(std::vector<conversation::EventSeq> held, bool mayReachOthers,
                               std::function<void(const std::optional<conversation::Error>&)> done)
{
    session::post(
        m_session,
        [session = m_session, held = std::move(held), mayReachOthers, mailbox = m_mailbox, done = std::move(done)] {
            session::HeldChanges changes;
            changes.mayReachOthers = mayReachOthers;
            session::releaseAllHeld(*session, held, changes,
                                    [mailbox, done](std::size_t, const std::optional<conversation::Error>& error) {
                                        mailbox->reply([done, error] { done(error); });
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

/// Shared by both threads, so that either may end first. The player itself is touched on the engine thread only.
class ReplayProxy::Remote
{
public:
    explicit Remote(ReplayProxy* client) : m_client(client) { }

    // engine thread
    void makePlayer(const conversation::SessionId& session, std::shared_ptr<session::Library> library,
                    const std::shared_ptr<Remote>& self)
    {
        m_library = std::move(library);
        m_player = std::make_unique<replay::Player>(session, *m_library);
        replay::Player* player = m_player.get();
        connect(player, &replay::Player::momentChanged, player,
                [self](const replay::Moment& moment) { self->addMoment(moment); });
        connect(player, &replay::Player::playingChanged, player, [self](bool isPlaying) {
            self->toClient([isPlaying](ReplayProxy& client) {
                client.m_isPlaying = isPlaying;
                emit client.playingChanged(isPlaying);
            });
        });
        connect(player, &replay::Player::failed, player, [self](const conversation::Error& error) {
            self->toClient([error](ReplayProxy& client) { emit client.failed(error); });
        });
    }
    void removePlayer()
    {
        m_player.reset();
        m_library.reset();
    }
    [[nodiscard]] replay::Player* player() const { return m_player.get(); }

    // ui thread
    void close()
    {
        const std::scoped_lock lock(m_mutex);
        m_client = nullptr;
    }

private:
    void addMoment(const replay::Moment& moment)
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (std::exchange(m_newest, moment))
                return; // the ui thread is on its way to fetch the newest
        }
        toClient([this](ReplayProxy& client) {
            client.m_moment = takeMoment();
            emit client.momentChanged(client.m_moment);
        });
    }
    replay::Moment takeMoment()
    {
        const std::scoped_lock lock(m_mutex);
        return *std::exchange(m_newest, std::nullopt);
    }
    void toClient(std::function<void(ReplayProxy&)> call)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_client != nullptr)
            session::post(m_client, [client = m_client, call = std::move(call)] { call(*client); });
    }

    std::mutex m_mutex;
    ReplayProxy* m_client;
    std::optional<replay::Moment> m_newest;
    std::shared_ptr<session::Library> m_library; ///< the player only refers to it
    std::unique_ptr<replay::Player> m_player;
};

ReplayProxy::ReplayProxy(conversation::SessionId session, std::shared_ptr<session::Library> library, QObject* engine,
                         QObject* parent)
    : QObject(parent)
    , m_session(std::move(session))
    , m_engine(engine)
    , m_remote(std::make_shared<Remote>(this))
{
    session::post(m_engine, [remote = m_remote, id = m_session, library = std::move(library)] {
        remote->makePlayer(id, library, remote);
    });
}

ReplayProxy::~ReplayProxy()
{
    m_remote->close();
    session::post(m_engine, [remote = m_remote] { remote->removePlayer(); });
}

void ReplayProxy::tell(std::function<void(replay::Player&)> call)
{
    session::post(m_engine, [remote = m_remote, call = std::move(call)] {
        if (remote->player() != nullptr)
            call(*remote->player());
    });
}

void ReplayProxy::start(conversation::EventSeq at)
{
    tell([at](replay::Player& player) { player.start(at); });
}

void ReplayProxy::setPlaying(bool on)
{
    tell([on](replay::Player& player) { on ? player.play() : player.pause(); });
}

void ReplayProxy::setSpeed(double factor)
{
    m_speed = factor;
    tell([factor](replay::Player& player) { player.setSpeed(factor); });
}

void ReplayProxy::setGapsShortened(bool on)
{
    m_areGapsShortened = on;
    tell([on](replay::Player& player) { player.setGapsShortened(on); });
}

void ReplayProxy::stepForward()
{
    tell([](replay::Player& player) { player.stepForward(); });
}

void ReplayProxy::stepBackward()
{
    tell([](replay::Player& player) { player.stepBackward(); });
}

void ReplayProxy::nextQuestion()
{
    tell([](replay::Player& player) { player.nextQuestion(); });
}

void ReplayProxy::seek(conversation::EventSeq seq)
{
    tell([seq](replay::Player& player) { player.seek(seq); });
}

void ReplayProxy::seekTime(conversation::Timestamp time)
{
    tell([time](replay::Player& player) { player.seekTime(time); });
}

} // namespace quarterdeck::ui
