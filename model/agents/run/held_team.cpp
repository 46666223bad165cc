#include "model/agents/run/held_team.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/folder_checks.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/run/artifacts.h"
#include "model/agents/run/teams.h"
#include "model/agents/team_text.h"

#include <QPointer>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace quarterdeck::team {

using conversation::Result;

namespace {

/// Asks for its own model, whichever the team names.
class ChosenProvider final : public ChatProvider
{
public:
    ChosenProvider(std::shared_ptr<ChatProvider> provider, std::string model)
        : m_provider(std::move(provider))
        , m_model(std::move(model))
    { }
    [[nodiscard]] QCoro::Task<ChatResult> chat(ChatRequest request, std::shared_ptr<CancelToken> cancel,
                                               ReplyProgress progress, std::shared_ptr<CallBudget> payer) override
    {
        request.options.model = m_model;
        return m_provider->chat(std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    }
    [[nodiscard]] ModelSize size() const override { return m_provider->size(); }

private:
    std::shared_ptr<ChatProvider> m_provider;
    std::string m_model;
};

} // namespace

ModelChoice SessionModelSource::resolveModel(const ModelChoice& wanted) const
{
    ModelChoice choice = wanted;
    if (!recorded.connection.empty())
        choice = {recorded.connection, recorded.model};
    if (!chosen.connection.empty())
        choice.connection = chosen.connection;
    if (!chosen.model.empty())
        choice.model = chosen.model;
    return choice;
}

std::optional<ModelConnection> SessionModelSource::connectionOf(const ModelChoice& wanted) const
{
    const ModelChoice choice = resolveModel(wanted);
    for (const std::optional<ModelConnection>& server : {chosenServer, ownServer})
        if (server && server->id == choice.connection)
            return server;
    return current->connectionOf(choice);
}

Result<std::shared_ptr<ChatProvider>> SessionModelSource::providerOf(const ModelChoice& wanted)
{
    const ModelChoice choice = resolveModel(wanted);
    auto found = providerNamed(choice);
    if (!found || choice.model == wanted.model)
        return found;
    return std::make_shared<ChosenProvider>(std::move(*found), choice.model);
}

Result<std::shared_ptr<ChatProvider>> SessionModelSource::providerNamed(const ModelChoice& choice) const
{
    for (const std::optional<ModelConnection>& server : {chosenServer, ownServer}) {
        if (!server || server->id != choice.connection)
            continue;
        if (auto* const reaching = dynamic_cast<ServerModels*>(current.get()))
            return reaching->providerAt(*server, choice.model);
        return tl::make_unexpected(
            conversation::Error{conversation::ErrorCode::NotFound, texts::noSuchConnection(server->name), server->id});
    }
    return current->providerOf(choice);
}

namespace {

/// Every model that some member could be called with.
std::vector<ModelChoice> choicesOf(const TeamDefinition& team)
{
    std::vector<ModelChoice> choices;
    const auto add = [&](const RoleDefinition& role, const std::string& action) {
        ModelChoice choice = modelFor(team, role.name, action);
        choice.model.clear(); // the connection says where it is
        if (std::ranges::find(choices, choice) == choices.end())
            choices.push_back(std::move(choice));
    };
    for (const RoleDefinition& role : team.roles) {
        if (role.isRemote)
            continue;
        for (const char* action : {model_action::think, model_action::quickThink, model_action::summarise})
            add(role, action);
        for (const auto& models : {role.models, team.models})
            for (const auto& [action, choice] : models)
                add(role, action);
    }
    return choices;
}

bool usesFiles(const TeamDefinition& team)
{
    return std::ranges::any_of(team.roles, [](const RoleDefinition& role) {
        return std::ranges::any_of(role.tools, [](const auto& tool) {
            return tool.second != ToolPolicy::Deny && (tool.first == "read_file" || tool.first == "list_files");
        });
    });
}

std::vector<std::string> sentencesAbout(const StartedTeam& started, const ModelSource& models,
                                        const EnvironmentContext& place)
{
    std::vector<std::string> told;
    for (const ModelChoice& choice : choicesOf(started.team)) {
        const auto server = models.connectionOf(choice);
        // Of the log's own, the id is the address.
        const std::string name = server && server->id != server->address ? server->name : std::string();
        std::string sentence = server
            ? texts::wouldSendTo(server->address, name, server->keySource, server->keyVariable)
            : texts::wouldUseConnection(models.resolveModel(choice).connection);
        if (std::ranges::find(told, sentence) == told.end())
            told.push_back(std::move(sentence));
    }
    if (!place.folder.empty() && changesFiles(started.team))
        told.push_back(texts::wouldWriteTo(place.folder));
    else if (!place.folder.empty() && usesFiles(started.team))
        told.push_back(texts::wouldReadIn(place.folder));
    if (!place.folder.empty() && changesFiles(started.team) && started.folder.isAutoArchived)
        told.push_back(texts::wouldCommit());
    return told;
}

} // namespace

const conversation::SessionStarted* beginningIn(const session::Result<std::vector<session::Event>>& first)
{
    return !first || first->empty() ? nullptr : std::get_if<conversation::SessionStarted>(&first->front().body);
}

bool namesTeam(const conversation::SessionStarted* started)
{
    return started != nullptr && started->kind == conversation::SessionKind::Team && started->source.empty();
}

HeldTeam heldTeam(const conversation::SessionId& session, const conversation::ConversationState& state,
                  const StartedTeam& started, const ModelSource& models, const EnvironmentContext& place)
{
    HeldTeam held;
    held.session = session;
    held.title = state.title();
    held.what = texts::teamIsHeld(held.title);
    for (const std::string& sentence : sentencesAbout(started, models, place))
        held.means += (held.means.empty() ? "" : " ") + sentence;
    return held;
}

std::vector<conversation::RoleName> rolesCutOff(const conversation::ConversationState& state,
                                                const TeamDefinition& team)
{
    std::vector<conversation::RoleName> names;
    if (state.runState() != conversation::RunState::Running)
        return names;
    for (const conversation::RoleState& role : state.roles()) {
        const bool isAtWork = role.activity == conversation::RoleActivity::Thinking
            || role.activity == conversation::RoleActivity::Acting;
        const RoleDefinition* definition = roleNamed(team, role.role.name);
        const bool isRemote = definition != nullptr && definition->isRemote;
        if (isAtWork && state.questionWaitedFor(role) == nullptr && !isRemote)
            names.push_back(role.role.name);
    }
    return names;
}

std::optional<double> costOfLastCalls(const std::vector<session::Event>& events,
                                      const std::vector<conversation::RoleName>& roles)
{
    std::map<std::string, double> last;
    for (const session::Event& event : events) {
        const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
        const auto* recorded = std::get_if<conversation::UsageRecorded>(&event.body);
        if (published != nullptr && published->message.usage && published->message.usage->cost)
            last[published->message.sentFrom.str()] = *published->message.usage->cost;
        else if (recorded != nullptr && recorded->usage.cost)
            last[recorded->role.str()] = *recorded->usage.cost;
    }
    double sum = 0;
    for (const conversation::RoleName& role : roles) {
        const auto found = last.find(role.str());
        if (found == last.end())
            return std::nullopt;
        sum += found->second;
    }
    return roles.empty() ? std::nullopt : std::optional(sum);
}

std::string problemOfFolder(const std::string& path, const std::vector<std::string>& kept)
{
    const auto found = openWorkspaceFolder(path, kept);
    if (!found)
        return found.error().sentence;
    return found->path == path ? std::string() : texts::folderHasMoved(path);
}

using conversation::RunState;
using conversation::SessionId;

void Teams::findTrust(const SessionId& id, Events first)
{
    const session::Session* session = m_hub.live(id);
    const auto* started = beginningIn(first);
    const bool isOurs = !m_guard.marks || m_trusted.contains(id) || session == nullptr || !namesTeam(started)
        || m_guard.marks->hasMark(*started, id);
    if (isOurs)
        return checkFolder(id, std::move(first));
    const conversation::EventSeq trusted = newestTrust(*session->state());
    if (trusted.value == 0)
        return hold(id, first);
    const auto look = [this, id, first = std::move(first)](const Events& events) {
        const auto* published =
            !events || events->empty() ? nullptr : std::get_if<conversation::MessagePublished>(&events->front().body);
        if (published != nullptr && m_guard.marks->isTrusted(published->message, *beginningIn(first), id))
            checkFolder(id, first);
        else
            hold(id, first);
    };
    m_hub.library().readEvents(id, {trusted.value - 1}, 1, m_receiver.wrap<Events>(look));
}

void Teams::hold(const SessionId& id, const Events& first)
{
    const session::Session* session = m_hub.live(id);
    const auto team = startedTeamOf(*beginningIn(first));
    if (session == nullptr || !team || !*team)
        return finishAttaching(id, first); // nobody would act
    modelsOf(id)->ownServer = serverOf(*beginningIn(first));
    const HeldTeam held = heldTeam(id, *session->state(), **team, *modelsOf(id), placeOf(id, (*team)->folder.path));
    m_held[id] = held;
    const std::vector<Then> waiting = std::exchange(m_attaching[id], {});
    m_attaching.erase(id);
    for (const Then& then : waiting)
        then(tl::make_unexpected(
            session::Error{conversation::ErrorCode::NotAllowed, held.what + " " + held.means, id.str()}));
    if (!m_hub.library().isReadOnly())
        emit teamHeld(held);
}

void Teams::checkFolder(const SessionId& id, Events first)
{
    const auto* started = beginningIn(first);
    const auto team =
        started == nullptr ? conversation::Result<std::optional<StartedTeam>>(std::nullopt) : startedTeamOf(*started);
    if (!team || !*team || (*team)->folder.path.empty())
        return finishAttaching(id, first);
    const auto found = m_receiver.wrap<std::string>([this, id, first = std::move(first)](const std::string& problem) {
        if (problem.empty())
            finishAttaching(id, first);
        else
            giveUpAttaching(id, {conversation::ErrorCode::NotAllowed, problem, id.str()});
    });
    m_disk.start([found, path = (*team)->folder.path, kept = m_guard.kept] { found(problemOfFolder(path, kept)); });
}

void Teams::giveUpAttaching(const SessionId& id, const session::Error& why)
{
    const std::vector<Then> waiting = std::exchange(m_attaching[id], {});
    m_attaching.erase(id);
    emit failed(why);
    for (const Then& then : waiting)
        then(tl::make_unexpected(why));
}

void Teams::tellGoingOn(session::Session& session, const TeamDefinition& team)
{
    const auto state = session.state();
    const std::vector<conversation::RoleName> cutOff = rolesCutOff(*state, team);
    if (cutOff.empty() || m_hub.library().isReadOnly())
        return;
    const auto tell = [this, cutOff,
                       told = TeamWentOn{session.id(), state->title(), static_cast<int>(cutOff.size()), {}}](
                          const Events& events) mutable {
        if (events)
            told.cost = costOfLastCalls(*events, cutOff);
        emit teamWentOn(told);
    };
    constexpr std::int64_t looked = 500; // a call of each is among the last events, or its cost is unknown
    const std::int64_t after = std::max<std::int64_t>(0, state->lastSeq().value - looked);
    m_hub.library().readEvents(session.id(), {after}, static_cast<int>(looked), m_receiver.wrap<Events>(tell));
}

void Teams::trust(SessionId session, session::SessionHub::Opened done)
{
    m_hub.open(std::move(session), [this, done = std::move(done)](const session::Result<session::Session*>& opened) {
        if (!opened) {
            emit failed(opened.error());
            if (done)
                done(opened);
            return;
        }
        session::Session* live = *opened;
        const auto read = [this, live, done](const Events& first) {
            if (const auto* started = beginningIn(first); started != nullptr && m_guard.marks)
                return recordTrust(*live, *started, done);
            wake(live->id(), done);
        };
        m_hub.library().readEvents(live->id(), {0}, 1, m_receiver.wrap<Events>(read));
    });
}

void Teams::recordTrust(session::Session& session, const conversation::SessionStarted& started,
                        session::SessionHub::Opened done)
{
    const SessionId id = session.id();
    if (m_runners.contains(id)) // it was trusted before
        return wake(id, std::move(done));
    session.submit(conversation::RecordMessage{m_guard.marks->noteOf(started, id), {}},
                   [self = QPointer(this), id, done = std::move(done)](const conversation::Decision& outcome) {
                       if (self.isNull())
                           return;
                       if (outcome.error) {
                           emit self->failed(*outcome.error);
                           if (done)
                               done(tl::make_unexpected(*outcome.error));
                           return;
                       }
                       self->m_trusted.insert(id);
                       self->m_held.erase(id);
                       emit self->teamReleased(id);
                       self->wake(
                           id, done ? done : [](const session::Result<session::Session*>&) {});
                   });
}

void Teams::leaveStopped(SessionId session)
{
    const session::Session* live = m_hub.live(session);
    if (live == nullptr || !m_held.contains(session))
        return;
    emit teamReleased(session);
    const RunState now = live->state()->runState();
    if (now == RunState::Running || now == RunState::Paused || now == RunState::StopRequested)
        m_hub.live(session)->submit(conversation::SetRunState{RunState::Stopped, {}, {}});
}

const HeldTeam* Teams::held(const SessionId& session) const
{
    const auto found = m_held.find(session);
    return found == m_held.end() ? nullptr : &found->second;
}

} // namespace quarterdeck::team
