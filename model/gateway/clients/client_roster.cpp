#include "model/gateway/clients/client_roster.h"

#include "model/conversation/text.h"
#include "model/gateway/clients/client_activity.h"
#include "model/session/session.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

namespace quarterdeck::gateway {

using conversation::RunState;
using session::Session;

namespace {

constexpr std::size_t mostEntries = 200;
constexpr std::size_t mostWatched = 1000; ///< one process may make sessions without end
constexpr std::size_t longestTitle = 200;
/// A session no older than this was made by whoever is here now.
constexpr std::int64_t newMs = 5'000;

std::int64_t secondOf(std::chrono::steady_clock::time_point time)
{
    return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

conversation::Timestamp wallClock() { return session::decideContextNow().now; }

/// The minute that was this long ago.
conversation::Timestamp minuteBefore(std::chrono::steady_clock::duration passed)
{
    constexpr std::int64_t msPerMinute = 60'000;
    const std::int64_t then =
        wallClock().msSinceEpoch - std::chrono::duration_cast<std::chrono::milliseconds>(passed).count();
    return {then / msPerMinute * msPerMinute};
}

/// Empty for a session that no program made here.
std::optional<ClientIdentity> programOf(const Session& session)
{
    if (session.isImportedSession())
        return std::nullopt;
    const auto source = clientSourceOf(session.state()->source());
    if (!source)
        return std::nullopt;
    const bool isOfApi = source->kind == ClientKind::Api; // its source names a program, and not a session of it
    return ClientIdentity{source->kind, isOfApi ? session.id().str() : std::string(source->id)};
}

/// Something that the program did, rather than the person.
bool isOfProgram(const conversation::EventBody& body)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&body))
        return !published->message.sentFrom.isEmpty() && !published->route.release; // the person let it go
    return std::holds_alternative<conversation::MessageExtended>(body)
        || std::holds_alternative<conversation::QuestionAsked>(body)
        || std::holds_alternative<conversation::RoleHired>(body)
        || std::holds_alternative<conversation::AnswerDelivered>(body)
        || std::holds_alternative<conversation::RoleActivityChanged>(body)
        || std::holds_alternative<conversation::UsageRecorded>(body)
        || std::holds_alternative<conversation::SpansRecorded>(body);
}

/// The member that said it, if any. Its activity may have been written by the run.
std::optional<conversation::RoleName> actorOf(const conversation::EventBody& body)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&body))
        return published->message.sentFrom.as<conversation::RoleName>();
    if (const auto* asked = std::get_if<conversation::QuestionAsked>(&body))
        return asked->question.asker;
    if (const auto* used = std::get_if<conversation::UsageRecorded>(&body))
        return used->role;
    return std::nullopt;
}

} // namespace

ClientRoster::ClientRoster(session::SessionHub& hub, Times times)
    : m_hub(hub)
    , m_times(times)
    , m_news(std::make_shared<ClientActivity>(*this))
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &ClientRoster::tell);
    connect(&m_hub, &session::SessionHub::opened, this, &ClientRoster::watch);
    for (Session* session : m_hub.liveSessions())
        watch(session);
}

void ClientRoster::attachSession(Session* session, const std::set<conversation::RoleName>& members)
{
    const ClientIdentity program{ClientKind::Api, session->id().str()};
    if (m_met.insert(session->id()).second)
        connect(session, &Session::committed, this,
                [this, session, program, members](const std::vector<session::Event>& events) {
                    std::vector<session::Event> ofMembers;
                    std::ranges::copy_if(events, std::back_inserter(ofMembers), [&](const session::Event& event) {
                        const auto actor = actorOf(event.body);
                        return actor && members.contains(*actor);
                    });
                    if (!ofMembers.empty() && m_entries.contains(program))
                        take(program, session, ofMembers);
                });
    if (Entry* entry = entryOf(program, session))
        see(*entry);
}

ClientRoster::~ClientRoster() { m_news->shut(); }

void ClientRoster::watch(Session* session)
{
    const auto program = programOf(*session);
    if (!program)
        return;
    connect(
        session, &Session::committed, this,
        [this, session, name = *program](const std::vector<session::Event>& events) { take(name, session, events); });
    if (wallClock().msSinceEpoch - session->state()->startedAt().msSinceEpoch <= newMs)
        if (Entry* entry = entryOf(*program, session))
            see(*entry);
}

void ClientRoster::take(const ClientIdentity& program, Session* session, const std::vector<session::Event>& events)
{
    for (const session::Event& event : events) {
        const bool isTold = isOfProgram(event.body) || std::holds_alternative<conversation::RunStateChanged>(event.body)
            || m_entries.contains(program);
        if (Entry* entry = isTold ? entryOf(program, session) : nullptr)
            takeEvent(program, *entry, event);
    }
}

void ClientRoster::takeEvent(const ClientIdentity& program, Entry& entry, const session::Event& event)
{
    tellSoon(); // the title, or what is open, may be others
    if (const auto* run = std::get_if<conversation::RunStateChanged>(&event.body)) {
        // What the person does to one of our own runs says nothing about its programs.
        if (program.kind == ClientKind::AgentScope && run->state == RunState::Running)
            markConnected(program);
        else if (program.kind == ClientKind::AgentScope && run->state == RunState::Stopped)
            markDisconnected(program);
        return;
    }
    if (!isOfProgram(event.body))
        return;
    if (std::holds_alternative<conversation::MessagePublished>(event.body))
        entry.rate.add(secondOf(m_times.now()));
    const auto* activity = std::get_if<conversation::RoleActivityChanged>(&event.body);
    if (activity != nullptr && activity->activity == conversation::RoleActivity::Failed && !activity->detail.empty())
        entry.shown.lastError = {0, conversation::utf8::shortened(activity->detail, 500), event.time};
    see(entry);
}

ClientRoster::Entry* ClientRoster::entryOf(const ClientIdentity& program, Session* session)
{
    auto found = m_entries.find(program);
    if (found == m_entries.end()) {
        makeRoom();
        if (m_entries.size() >= mostEntries)
            return nullptr;
        found = m_entries.try_emplace(program).first;
        found->second.shown.kind = program.kind;
        found->second.shown.since = wallClock();
        found->second.turned = m_times.now();
    }
    if (session != nullptr) {
        found->second.session = session;
        found->second.hasSession = true;
    }
    return &found->second;
}

/// Whoever left first is forgotten first.
void ClientRoster::makeRoom()
{
    if (m_entries.size() < mostEntries)
        return;
    auto oldest = m_entries.end();
    for (auto one = m_entries.begin(); one != m_entries.end(); ++one)
        if (!isHere(one->first, one->second)
            && (oldest == m_entries.end() || one->second.turned < oldest->second.turned))
            oldest = one;
    if (oldest != m_entries.end())
        m_entries.erase(oldest);
}

void ClientRoster::see(Entry& entry)
{
    entry.seen = m_times.now();
    entry.hasLeft = false;
    tellSoon();
}

void ClientRoster::join(const ClientIdentity& program, const ClientIdentity& other)
{
    if (m_joined.size() >= mostWatched)
        m_joined.clear();
    m_joined[program] = other;
    if (shownAs(program) == program)
        return;
    const auto found = m_entries.find(program);
    if (found != m_entries.end() && found->second.isHeld)
        markConnected(other);
    if (m_watched.erase(program) > 0)
        setIdentity(other);
    m_entries.erase(program);
    tellSoon();
}

void ClientRoster::part(const ClientIdentity& program) { m_joined.erase(program); }

ClientIdentity ClientRoster::shownAs(const ClientIdentity& program) const
{
    ClientIdentity name = program;
    for (std::size_t looked = 0; looked < m_joined.size(); ++looked) {
        const auto entry = m_entries.find(name);
        const bool hasSession =
            entry != m_entries.end() && !(entry->second.session.isNull() && entry->second.shown.session.isEmpty());
        const auto next = m_joined.find(name);
        if (next == m_joined.end() || hasSession)
            break;
        name = next->second;
    }
    return name;
}

void ClientRoster::markConnected(const ClientIdentity& named, const std::string& title)
{
    const ClientIdentity program = shownAs(named);
    Entry* entry = entryOf(program);
    if (entry == nullptr)
        return;
    entry->isHeld = true;
    if (!title.empty())
        entry->shown.title = conversation::utf8::shortened(title, longestTitle);
    if (entry->shown.session.isEmpty() && entry->session.isNull())
        findSession(program, *entry);
    see(*entry);
}

/// Finds a session from before this start that nobody has opened yet.
void ClientRoster::findSession(const ClientIdentity& program, Entry& entry) const
{
    const auto& all = m_hub.summaries();
    const auto found = std::ranges::find_if(all, [&](const session::SessionSummary& one) {
        const auto source = clientSourceOf(one.source);
        return source && one.kind != conversation::SessionKind::Imported && source->kind == program.kind
            && (program.kind == ClientKind::Api ? one.id.str() : source->id) == program.id;
    });
    if (found == all.end())
        return;
    entry.shown.session = found->id;
    if (entry.shown.title.empty())
        entry.shown.title = conversation::utf8::shortened(found->title, longestTitle);
}

void ClientRoster::markDisconnected(const ClientIdentity& named)
{
    const ClientIdentity program = shownAs(named);
    m_watched.erase(program);
    const auto found = m_entries.find(program);
    if (found == m_entries.end())
        return;
    found->second.isHeld = false;
    found->second.hasLeft = true;
    tellSoon();
}

void ClientRoster::markSuspect(const ClientIdentity& program)
{
    m_watched.erase(shownAs(program));
    tellSoon();
}

void ClientRoster::setIdentity(const ClientIdentity& program)
{
    if (m_watched.size() < mostWatched)
        m_watched.insert(shownAs(program));
    tellSoon();
}

void ClientRoster::count(const ClientIdentity& program, int change)
{
    int& open = m_open[program];
    open += change;
    if (open == 0)
        m_open.erase(program);
    // A program whose session is not open yet is unknown here; its first event introduces it.
    if (const auto found = m_entries.find(program); found != m_entries.end())
        see(found->second);
}

void ClientRoster::fail(const ClientIdentity& named, const ClientError& error)
{
    const ClientIdentity program = shownAs(named);
    const ClientIdentity known = m_entries.contains(program) ? program : ClientIdentity{program.kind, {}};
    if (Entry* entry = entryOf(known)) {
        entry->shown.lastError = error;
        // One that was only refused was there at that time, and is shown from then on.
        if (known.id.empty()) {
            entry->shown.since = error.time;
            entry->turned = m_times.now();
        }
    }
    tellSoon();
}

bool ClientRoster::isHere(const ClientIdentity& program, const Entry& entry) const
{
    if (entry.isHeld || m_open.contains(program))
        return true;
    const bool isHeard = entry.seen != Clock::time_point() && m_times.now() - entry.seen < m_times.silence;
    return isHeard && !entry.hasLeft;
}

bool ClientRoster::isOver(const ClientIdentity& program, const Entry& entry) const
{
    const bool isDeleted =
        entry.hasSession && (entry.session.isNull() || m_hub.live(entry.session->id()) != entry.session);
    return (isDeleted && !entry.isHeld)
        || (!isHere(program, entry) && !entry.shown.isHere && m_times.now() - entry.turned >= m_times.kept);
}

void ClientRoster::bringUpToDate(const ClientIdentity& program, Entry& entry)
{
    ConnectedClient& shown = entry.shown;
    if (!entry.session.isNull()) {
        const auto& state = entry.session->state();
        shown.session = entry.session->id();
        // The title of an MCP client's session is what it asked first; it is shown by its name.
        if (program.kind != ClientKind::Mcp || shown.title.empty())
            shown.title = conversation::utf8::shortened(state->title(), longestTitle);
        shown.openQuestions = static_cast<std::int32_t>(state->openQuestions().size());
    }
    shown.messagesPerMinute = static_cast<std::int32_t>(entry.rate.inLastMinute(secondOf(m_times.now())));
    if (const bool is = isHere(program, entry); is != shown.isHere) {
        shown.isHere = is;
        entry.turned = m_times.now();
        shown.since = wallClock();
        // Silence is noticed late.
        if (!is && !entry.hasLeft)
            shown.since.msSinceEpoch -=
                std::chrono::duration_cast<std::chrono::milliseconds>(entry.turned - entry.seen).count();
    }
    shown.heard.reset();
    const bool isKnown = shown.isHere ? isSure(program, entry) : entry.hasLeft;
    if (!isKnown && entry.seen != Clock::time_point())
        shown.heard = minuteBefore(m_times.now() - entry.seen);
}

/// A program may have an MCP session per call: of those with one name that left and have nothing open, the newest
/// stands for all, or the one that is here.
void ClientRoster::forgetFormer()
{
    const auto rankOf = [](const Entry& entry) { return std::pair(entry.shown.isHere, entry.turned); };
    std::map<std::string, const Entry*> newest;
    for (const auto& [program, entry] : m_entries)
        if (program.kind == ClientKind::Mcp) {
            const auto known = newest.try_emplace(entry.shown.title, &entry).first;
            if (rankOf(*known->second) < rankOf(entry))
                known->second = &entry;
        }
    std::erase_if(m_entries, [&](const auto& one) {
        const auto& [program, entry] = one;
        return program.kind == ClientKind::Mcp && !entry.shown.isHere && entry.hasLeft && entry.shown.openQuestions == 0
            && newest.at(entry.shown.title) != &entry;
    });
}

/// An MCP client keeps its session for a while without anything holding it open.
bool ClientRoster::isSure(const ClientIdentity& program, const Entry& entry) const
{
    return m_open.contains(program) || m_watched.contains(program)
        || (entry.isHeld && program.kind == ClientKind::AgentScope);
}

void ClientRoster::tellSoon()
{
    using std::chrono::milliseconds;
    milliseconds wait{0};
    if (m_lastTold)
        wait = std::max(wait, m_times.beat - std::chrono::duration_cast<milliseconds>(m_times.now() - *m_lastTold));
    if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > wait)
        m_timer.start(wait);
}

void ClientRoster::tell()
{
    m_lastTold = m_times.now();
    std::erase_if(m_entries, [this](const auto& one) { return isOver(one.first, one.second); });
    ConnectedClients programs;
    bool isBusy = false;
    for (auto& [program, entry] : m_entries)
        bringUpToDate(program, entry);
    forgetFormer();
    for (const auto& [program, entry] : m_entries) {
        isBusy = isBusy || entry.shown.messagesPerMinute > 0;
        programs.push_back(entry.shown);
    }
    std::ranges::stable_sort(programs, [](const ConnectedClient& one, const ConnectedClient& other) {
        return std::tuple(!one.isHere, -one.since.msSinceEpoch) < std::tuple(!other.isHere, -other.since.msSinceEpoch);
    });
    // Rates fall on their own, and nothing else notices silence.
    if (!m_entries.empty())
        m_timer.start(isBusy ? m_times.beat : std::max(m_times.beat, std::min(m_times.silence, m_times.kept) / 10));
    if (programs == m_told)
        return;
    m_told = std::move(programs);
    emit changed(m_told);
}

} // namespace quarterdeck::gateway
