#include "ui/controllers/hub_proxy.h"

#include "model/session/library.h"
#include "model/session/post.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace quarterdeck::ui {

namespace {

using Sessions = std::vector<session::SessionSummary>;

/// Where a list's sessions were in an earlier, nearly identical list.
class Places
{
public:
    explicit Places(const Sessions& list) : m_list(list) { }

    std::optional<std::size_t> of(const conversation::SessionId& id)
    {
        if (m_next < m_list.size() && m_list[m_next].id == id)
            return m_next++; // behind the one before, as nearly all are
        if (m_byId.empty())
            for (std::size_t i = 0; i < m_list.size(); ++i)
                m_byId.emplace(m_list[i].id.str(), i);
        const auto found = m_byId.find(id.str());
        if (found == m_byId.end())
            return std::nullopt;
        m_next = found->second + 1;
        return found->second;
    }

private:
    const Sessions& m_list;
    std::size_t m_next = 0;
    std::unordered_map<std::string_view, std::size_t> m_byId; ///< only made where it is needed
};

std::vector<std::optional<std::size_t>> unchangedIn(const Sessions& now, const Sessions& before)
{
    Places places(before);
    std::vector<std::optional<std::size_t>> unchanged;
    unchanged.reserve(now.size());
    for (const session::SessionSummary& session : now) {
        const std::optional<std::size_t> place = places.of(session.id);
        unchanged.push_back(place && before[*place] == session ? place : std::nullopt);
    }
    return unchanged;
}

} // namespace

/// Where the engine thread leaves the newest list. Shared by both threads, so that either may end first.
class HubProxy::Mailbox
{
public:
    using List = std::vector<session::SessionSummary>;

    explicit Mailbox(HubProxy* client) : m_client(client) { }

    // engine thread
    void connectTo(session::SessionHub* hub, const std::shared_ptr<Mailbox>& self)
    {
        m_relay = std::make_unique<QObject>();
        connect(hub, &session::SessionHub::sessionsChanged, m_relay.get(),
                [self](const List& list) { self->addList(list); });
        connect(hub, &session::SessionHub::failed, m_relay.get(), [self](const session::Error& error) {
            self->toClient([error](HubProxy& client) { emit client.failed(error); });
        });
        const auto tellTrouble = [self](const std::optional<session::Error>& trouble) {
            self->toClient([trouble](HubProxy& client) { emit client.writingChanged(trouble); });
        };
        connect(hub, &session::SessionHub::writingChanged, m_relay.get(), tellTrouble);
        const session::LibraryMonitor* signs = session::LibraryMonitor::of(hub->library());
        // It was reported before anybody listened. A library that is read-only for good is reported elsewhere.
        if (signs != nullptr && !hub->library().isReadOnly())
            if (const auto trouble = signs->writingTrouble())
                tellTrouble(trouble);
        if (hub->isListed())
            addList(hub->summaries()); // else the first list is on its way
    }
    void disconnect() { m_relay.reset(); }
    void addList(const List& list)
    {
        {
            const std::scoped_lock lock(m_mutex);
            if (std::exchange(m_newest, list))
                return; // the ui thread is on its way to fetch the newest
        }
        toClient([this](HubProxy& client) { client.take(takeList()); });
    }
    void toClient(std::function<void(HubProxy&)> call)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_client != nullptr)
            session::post(m_client, [client = m_client, call = std::move(call)] { call(*client); });
    }

    // ui thread
    void close()
    {
        const std::scoped_lock lock(m_mutex);
        m_client = nullptr;
    }

private:
    List takeList()
    {
        const std::scoped_lock lock(m_mutex);
        return *std::exchange(m_newest, std::nullopt);
    }

    std::mutex m_mutex;
    HubProxy* m_client;
    std::optional<List> m_newest;
    std::unique_ptr<QObject> m_relay; ///< engine thread only
};

HubProxy::HubProxy(session::SessionHub* hub, QObject* parent)
    : QObject(parent)
    , m_hub(hub)
    , m_mailbox(std::make_shared<Mailbox>(this))
{
    session::post(hub, [hub, mailbox = m_mailbox] { mailbox->connectTo(hub, mailbox); });
}

HubProxy::~HubProxy()
{
    m_mailbox->close();
    session::post(m_hub, [mailbox = m_mailbox] { mailbox->disconnect(); });
}

void HubProxy::take(Sessions sessions)
{
    m_unchanged = unchangedIn(sessions, m_sessions);
    m_sessions = std::move(sessions);
    m_isListed = true;
    ++m_listNumber;
    emit sessionsChanged();
}

const session::SessionSummary* HubProxy::find(const conversation::SessionId& id) const
{
    const auto found = std::ranges::find(m_sessions, id, &session::SessionSummary::id);
    return found == m_sessions.end() ? nullptr : &*found;
}

void HubProxy::open(conversation::SessionId id, Opened done)
{
    session::post(m_hub, [hub = m_hub, id = std::move(id), mailbox = m_mailbox, done = std::move(done)] {
        hub->open(id, [mailbox, done](session::Result<session::Session*> opened) {
            if (!opened) {
                mailbox->toClient([done, error = opened.error()](HubProxy&) { done(tl::unexpected(error)); });
                return;
            }
            mailbox->toClient([done, news = SessionProxy::attach(**opened)](HubProxy&) {
                done(std::make_shared<SessionProxy>(news));
            });
        });
    });
}

void HubProxy::setLabels(conversation::SessionId id, session::SessionLabels labels, Done done)
{
    session::post(m_hub,
                  [hub = m_hub, id = std::move(id), labels = std::move(labels),
                   answer = answerOnUi(m_mailbox, std::move(done))] { hub->setLabels(id, labels, answer); });
}

void HubProxy::remove(conversation::SessionId id, Done done)
{
    session::post(m_hub, [hub = m_hub, id = std::move(id), answer = answerOnUi(m_mailbox, std::move(done))] {
        hub->remove(id, answer);
    });
}

HubProxy::Done HubProxy::answerOnUi(const std::shared_ptr<Mailbox>& mailbox, Done done)
{
    return [mailbox, done = std::move(done)](const session::Result<session::Nothing>& result) {
        mailbox->toClient([done, result](HubProxy&) { done(result); });
    };
}

} // namespace quarterdeck::ui
