#include "ui/controllers/replay_proxy.h"

#include "model/session/post.h"

#include <mutex>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

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
