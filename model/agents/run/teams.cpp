#include "model/agents/run/teams.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/model_agent/model_agent.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/run/held_team.h"
#include "model/agents/script/scripted_team.h"
#include "model/agents/team_text.h"
#include "model/conversation/compose.h"
#include "model/session/session.h"

#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace quarterdeck::team {

using conversation::ConversationState;
using conversation::Error;
using conversation::Publish;
using conversation::Result;

Result<std::optional<Publish>> ideaFor(const ConversationState& state, const std::string& idea)
{
    if (idea.empty())
        return std::optional<Publish>(); // the team waits for the person
    auto publish = conversation::composeMessage(state, idea, conversation::Audience::ByDefault, {},
                                                [] { return session::newId(); });
    if (!publish)
        return tl::make_unexpected(publish.error());
    if (publish->message.content.empty())
        return tl::make_unexpected(
            Error{conversation::ErrorCode::BadInput, texts::nothingToDo(), "an idea of names only"});
    return std::optional<Publish>(std::move(*publish));
}

std::optional<Error> validateIdea(const TeamDefinition& team, const std::string& idea)
{
    ConversationState state;
    state.apply({state.lastSeq().next(), {}, 0, sessionOf(team, {}, {})});
    for (conversation::Role& member : membersOf(team))
        state.apply({state.lastSeq().next(), {}, 0, conversation::RoleHired{std::move(member)}});
    const auto publish = ideaFor(state, idea);
    return publish ? std::nullopt : std::optional(publish.error());
}

namespace {

using conversation::RunCommand;
using conversation::RunState;
using conversation::SessionId;

std::string detail(const conversation::SessionStarted& started, const char* key)
{
    const nlohmann::json& details = started.details.json();
    return details.is_object() && details.contains(key) && details[key].is_string() ? details[key].get<std::string>()
                                                                                    : std::string();
}

class NoModels final : public ModelSource
{
public:
    conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice&) override
    {
        return tl::make_unexpected(conversation::Error{conversation::ErrorCode::NotFound, texts::noConnections(), {}});
    }
};

using Idea = std::function<std::optional<conversation::Publish>(const conversation::ConversationState&)>;

Idea ideaOf(const Script& script)
{
    return [message = ScriptedTeam::ideaOf(script)](const conversation::ConversationState&) {
        conversation::Publish publish;
        publish.message = message;
        return std::optional(std::move(publish));
    };
}

/// A task that cannot be addressed is refused before a session begins with it.
Idea ideaOf(const std::string& idea)
{
    return [idea](const conversation::ConversationState& state) {
        auto publish = ideaFor(state, idea);
        return publish ? std::move(*publish) : std::nullopt;
    };
}

void obey(TeamRunner& runner, RunState now, RunCommand what)
{
    if (now == RunState::Finished)
        return; // the person's next message makes it go on
    switch (what) {
    case RunCommand::RunOrPause:
        now == RunState::Running ? runner.pause() : runner.resume();
        break;
    case RunCommand::Step:
        runner.step();
        break;
    case RunCommand::Stop:
        runner.stop();
        break;
    case RunCommand::Resume:
        runner.resume();
        break;
    }
}

session::Error nobodyPlaysIn(const SessionId& session)
{
    return {conversation::ErrorCode::NotAllowed, texts::nobodyPlaysHere(), session.str()};
}

/// Applies this to the session's runner, then reports that it is there, or why not.
std::function<void(const session::Result<TeamRunner*>&)>
whenThere(session::Session& session, std::function<void(TeamRunner&)> act, session::SessionHub::Opened done = {})
{
    return [live = &session, act = std::move(act), done = std::move(done)](const session::Result<TeamRunner*>& runner) {
        if (runner)
            act(**runner);
        if (!done)
            return;
        if (runner)
            done(live);
        else
            done(tl::make_unexpected(runner.error()));
    };
}

} // namespace

Teams::Teams(session::SessionHub& hub, double pace, QObject* parent, std::shared_ptr<ModelSource> providers,
             std::string workspaces, TeamGuard guard)
    : QObject(parent)
    , m_hub(hub)
    , m_pace(pace)
    , m_providers(providers ? std::move(providers) : std::make_shared<NoModels>())
    , m_workspaces(std::move(workspaces))
    , m_guard(std::move(guard))
{
    m_disk.setMaxThreadCount(1);
    connect(&hub, &session::SessionHub::opened, this, [this](session::Session* session) { attach(*session); });
    connect(&hub, &session::SessionHub::writingChanged, this, [this](const std::optional<session::Error>& trouble) {
        if (!trouble)
            for (const auto& [id, runner] : m_runners)
                runner->storesAgain();
    });
    for (session::Session* session : hub.liveSessions())
        attach(*session);
}

Teams::~Teams()
{
    m_disk.waitForDone();
    for (const auto& [id, runner] : std::exchange(m_runners, {}))
        delete runner;
}

void Teams::startDemo(const std::string& language, session::SessionHub::Opened done)
{
    startScript(demoScriptPath, language, std::move(done));
}

void Teams::startScript(const std::string& path, const std::string& language, session::SessionHub::Opened done)
{
    const conversation::Result<Script> script = loadScript(path, language);
    if (!script) {
        emit failed(script.error());
        if (done)
            done(tl::make_unexpected(script.error()));
        return;
    }
    create(script->settings, script->team, ideaOf(*script), std::move(done));
}

void Teams::start(const TeamDefinition& team, const std::string& title, const std::string& idea,
                  session::SessionHub::Opened done, const ChosenFolder& folder, std::shared_ptr<ModelSource> models,
                  SessionId id, const std::optional<ModelConnection>& server)
{
    if (const auto problem = validateIdea(team, idea)) {
        emit failed(*problem);
        if (done)
            done(tl::make_unexpected(*problem));
        return;
    }
    conversation::SessionStarted settings = sessionOf(team, title, idea, folder);
    if (server)
        recordServer(settings, *server);
    create(std::move(settings), membersOf(team), ideaOf(idea), std::move(done), std::move(models), std::move(id),
           team.holds);
}

void Teams::create(conversation::SessionStarted settings, std::vector<conversation::Role> team, Idea idea,
                   session::SessionHub::Opened done, std::shared_ptr<ModelSource> models, SessionId id,
                   std::vector<conversation::HoldRule> holds)
{
    const std::int32_t rounds = settings.rounds;
    if (id.isEmpty())
        id = SessionId(session::newId());
    if (m_guard.marks)
        m_guard.marks->mark(settings, id);
    m_trusted.insert(id); // where no mark can be made, too: the person begins it just now
    m_hub.create(std::move(id), std::move(settings), std::move(team),
                 [this, idea = std::move(idea), rounds, done = std::move(done), models = std::move(models),
                  holds = std::move(holds)](const session::Result<session::Session*>& session) {
                     if (session) {
                         useModels((*session)->id(), models);
                         for (const conversation::HoldRule& rule : holds) // before anybody speaks
                             (*session)->submit(conversation::SetHoldRule{rule});
                         const auto run = [idea, rounds, live = *session](TeamRunner& runner) {
                             runner.runWith(rounds, idea(*live->state()));
                         };
                         withRunner(**session, whenThere(**session, run, done));
                         return;
                     }
                     emit failed(session.error());
                     if (done)
                         done(session);
                 });
}

void Teams::useModels(const SessionId& session, std::shared_ptr<ModelSource> models)
{
    modelsOf(session)->current = models ? std::move(models) : m_providers;
}

void Teams::chooseModel(const SessionId& session, ModelChoice choice, std::optional<ModelConnection> server)
{
    modelsOf(session)->chosen = std::move(choice);
    modelsOf(session)->chosenServer = std::move(server);
}

const std::shared_ptr<SessionModelSource>& Teams::modelsOf(const SessionId& session)
{
    auto& models = m_models[session];
    if (!models)
        models = std::make_shared<SessionModelSource>(m_providers);
    return models;
}

void Teams::attach(session::Session& session)
{
    const SessionId id = session.id();
    const conversation::SessionKind kind = session.state()->kind();
    const bool livesHere = kind == conversation::SessionKind::Demo || kind == conversation::SessionKind::Team;
    if (session.isImportedSession() || !livesHere || m_runners.contains(id) || !m_attaching.try_emplace(id).second)
        return;
    m_hub.library().readEvents(id, {0}, 1,
                               m_receiver.wrap<Events>([this, id](Events first) { findChoice(id, std::move(first)); }));
}

void Teams::findChoice(const SessionId& id, Events first)
{
    const session::Session* session = m_hub.live(id);
    const auto* started = beginningIn(first);
    const bool hasModels = namesTeam(started);
    const conversation::EventSeq chosen =
        session == nullptr ? conversation::EventSeq() : newestChoice(*session->state());
    if (hasModels && chosen.value > 0)
        readChoice(id, std::move(first), chosen);
    else
        findTrust(id, std::move(first));
}

/// The person's latest choice counts.
void Teams::readChoice(const SessionId& id, Events first, conversation::EventSeq chosen)
{
    const auto take = [this, id, first = std::move(first)](const Events& events) {
        if (!events)
            return finishAttaching(id, events);
        const auto* published =
            events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
        if (const auto choice = published == nullptr ? std::nullopt : chosenModelIn(published->message))
            modelsOf(id)->recorded = *choice;
        findTrust(id, first);
    };
    m_hub.library().readEvents(id, {chosen.value - 1}, 1, m_receiver.wrap<Events>(take));
}

void Teams::finishAttaching(const SessionId& id, const session::Result<std::vector<session::Event>>& first)
{
    const std::vector<Then> waiting = std::exchange(m_attaching[id], {});
    m_attaching.erase(id);
    session::Result<TeamRunner*> made = nullptr;
    session::Session* session = m_hub.live(id);
    const auto* started = beginningIn(first);
    if (!first)
        made = tl::make_unexpected(first.error());
    else if (session != nullptr && started != nullptr)
        made = makeRunner(*session, *started);
    if (made && *made == nullptr && !waiting.empty())
        made = tl::make_unexpected(nobodyPlaysIn(id));
    if (!made)
        emit failed(made.error());
    for (const Then& then : waiting)
        then(made);
}

EnvironmentContext Teams::placeOf(const SessionId& session, const std::string& chosen) const
{
    if (!chosen.empty())
        return {chosen, false, [chosen, kept = m_guard.kept] { return problemOfFolder(chosen, kept); }};
    // An id becomes a folder's name only if it can be nothing else.
    const bool isName = !session.isEmpty() && std::ranges::all_of(session.str(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    });
    return m_workspaces.empty() || !isName ? EnvironmentContext()
                                           : EnvironmentContext{m_workspaces + "/" + session.str(), true};
}

conversation::Result<TeamRunner*> Teams::makeRunner(session::Session& session,
                                                    const conversation::SessionStarted& started)
{
    const auto team = startedTeamOf(started);
    if (!team)
        return tl::make_unexpected(team.error());
    if (*team) {
        modelsOf(session.id())->ownServer = serverOf(started);
        const EnvironmentContext place = placeOf(session.id(), (*team)->folder.path);
        tellGoingOn(session, (*team)->team);
        TeamRunner* runner = goOn(session, std::make_shared<ModelTeam>((*team)->team, modelsOf(session.id()), place),
                                  ideaOf((*team)->idea));
        if (!place.folder.empty() && changesFiles((*team)->team))
            runner->keepManifests({place.folder, (*team)->folder.isAutoArchived});
        return runner;
    }
    return makeScriptRunner(session, started);
}

conversation::Result<TeamRunner*> Teams::makeScriptRunner(session::Session& session,
                                                          const conversation::SessionStarted& started)
{
    // A log from elsewhere must not make this program read a file of its choosing.
    if (started.kind != conversation::SessionKind::Demo || detail(started, "script") != demoScriptPath)
        return nullptr;
    conversation::Result<Script> script = loadScript(demoScriptPath, detail(started, "language"));
    if (!script)
        return tl::make_unexpected(script.error());
    const Idea idea = ideaOf(*script);
    return goOn(session, std::make_shared<ScriptedTeam>(std::make_shared<const Script>(std::move(*script)), m_pace),
                idea);
}

TeamRunner* Teams::goOn(session::Session& session, std::shared_ptr<AgentFactory> agents, const Idea& idea)
{
    auto* runner = new TeamRunner(session, std::move(agents), this);
    m_runners[session.id()] = runner;
    const auto state = session.state();
    // The program died between the first two writes of a new run.
    if (state->runState() == RunState::Running && state->messageCount() == 0)
        runner->runWith(state->plannedRounds(), idea(*state));
    else
        runner->wake();
    return runner;
}

void Teams::withRunner(session::Session& session, Then then)
{
    if (TeamRunner* known = runner(session.id())) {
        then(known);
        return;
    }
    attach(session); // again, when it failed before
    if (const auto attaching = m_attaching.find(session.id()); attaching != m_attaching.end()) {
        attaching->second.push_back(std::move(then));
        return;
    }
    const session::Error nobody = nobodyPlaysIn(session.id());
    emit failed(nobody);
    then(tl::make_unexpected(nobody));
}

void Teams::runAgain(SessionId session, std::optional<std::int32_t> rounds, const std::string& idea,
                     session::SessionHub::Opened done)
{
    const auto run = [this, rounds, idea](session::Session& live) -> conversation::Result<void> {
        const auto state = live.state();
        auto publish = ideaFor(*state, idea);
        if (!publish)
            return tl::make_unexpected(publish.error());
        if (state->runState() == RunState::Running && !rounds && idea.empty())
            return {};
        return runner(live.id())->runWith(rounds.value_or(state->plannedRounds()), std::move(*publish));
    };
    wake(std::move(session), [run, done = std::move(done)](const session::Result<session::Session*>& opened) {
        if (!opened)
            return done(opened);
        session::Session* live = *opened;
        if (const auto begun = run(*live); !begun)
            return done(tl::make_unexpected(begun.error()));
        // Queued behind what that submitted.
        live->submit(conversation::SetRunState{RunState::Running, {}, {}},
                     [done, live](const conversation::Decision&) { done(live); });
    });
}

void Teams::wake(SessionId session, session::SessionHub::Opened done)
{
    m_hub.open(std::move(session), [this, done = std::move(done)](const session::Result<session::Session*>& opened) {
        if (opened && done)
            return withRunner(**opened,
                              whenThere(
                                  **opened, [](TeamRunner&) {}, done));
        if (!opened)
            emit failed(opened.error());
        if (done)
            done(opened);
    });
}

void Teams::command(SessionId session, RunCommand what)
{
    m_hub.open(session, [this, what](const session::Result<session::Session*>& opened) {
        if (!opened) {
            emit failed(opened.error());
            return;
        }
        session::Session* live = *opened;
        const auto command = [live, what](TeamRunner& runner) { obey(runner, live->state()->runState(), what); };
        withRunner(*live, whenThere(*live, command));
    });
}

void Teams::withRunnerOf(SessionId session, std::function<void(TeamRunner&)> act)
{
    m_hub.open(std::move(session), [this, act = std::move(act)](const session::Result<session::Session*>& opened) {
        if (opened)
            withRunner(**opened, whenThere(**opened, act));
        else
            emit failed(opened.error());
    });
}

void Teams::retry(SessionId session, conversation::RoleName role)
{
    withRunnerOf(std::move(session), [role = std::move(role)](TeamRunner& runner) { runner.retry(role); });
}

void Teams::setLimits(SessionId session, const TeamLimits& limits)
{
    withRunnerOf(std::move(session), [limits](TeamRunner& runner) { runner.setLimits(limits); });
}

void Teams::speakThrough(SessionId session, ChosenModel chosen)
{
    const auto choose = [this, chosen = std::move(chosen)](session::Session& live, TeamRunner& runner) {
        const auto noted = [self = QPointer(this), id = live.id(), runner = QPointer(&runner),
                            chosen](const conversation::Decision& outcome) {
            if (self.isNull())
                return;
            if (outcome.error) {
                emit self->failed(*outcome.error);
                return;
            }
            self->modelsOf(id)->recorded = chosen;
            if (runner)
                runner->resume();
        };
        live.submit(conversation::RecordMessage{noteOf(chosen), {}}, noted);
    };
    m_hub.open(std::move(session), [this, choose](const session::Result<session::Session*>& opened) {
        if (!opened) {
            emit failed(opened.error());
            return;
        }
        session::Session* live = *opened;
        const auto act = [choose, live](TeamRunner& runner) { choose(*live, runner); };
        withRunner(*live, whenThere(*live, act));
    });
}

TeamRunner* Teams::runner(const SessionId& session) const
{
    const auto found = m_runners.find(session);
    return found == m_runners.end() ? nullptr : found->second;
}

} // namespace quarterdeck::team
