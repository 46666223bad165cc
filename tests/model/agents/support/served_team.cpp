#include "served_team.h"

#include "model/agents/provider/chat_providers.h"
#include "model/conversation/channel.h"
#include "tests/support/wait.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::test {

using namespace conversation;

namespace {

model_server::Script scriptOf(const char* text)
{
    std::string problem;
    const auto read = model_server::scriptOf(nlohmann::json::parse(text), problem);
    if (!read)
        qFatal("%s", problem.c_str());
    return *read;
}

session::Result<session::Rows> rowsOf(EngineKit& kit, const session::RowsRequest& request)
{
    return readNow<session::Rows>([&](auto done) { kit.library().readRows(request, std::move(done)); });
}

} // namespace

ServedTeam::ServedTeam(const char* script, const ServedThrough& through)
    : server(scriptOf(script))
    , providers(std::make_shared<team::ChatProviders>(through.environment, through.prices))
{
    if (!server.listen())
        qFatal("no port");
    team::ModelConnection connection = team::newConnection(team::Service::Other);
    connection.name = "test";
    connection.address = server.address().toStdString();
    if (through.changed)
        through.changed(connection);
    providers->setConnections({connection});
    makeTeams();
}

void ServedTeam::makeTeams()
{
    kit.teams = std::make_unique<team::Teams>(kit.kit.hub(), 0, nullptr,
                                              std::make_shared<team::ConnectionModels>(providers), kit.workspaces);
}

session::Session* ServedTeam::restart(session::SessionId id)
{
    kit.teams.reset();
    kit.kit.restartHub();
    makeTeams();
    session::Session* session = kit.kit.open(id);
    (void)waitFor([&] { return kit.teams->runner(id) != nullptr; });
    return session;
}

bool ServedTeam::tell(session::Session* session, const std::string& text)
{
    const std::int64_t before = session->state()->messageCount();
    kit.kit.tell(*session, "", text);
    return waitFor([&] { return isQuiet(session, *kit.teams) && session->state()->messageCount() > before + 1; });
}

team::TeamDefinition servedTeam(const std::vector<std::string>& names)
{
    team::TeamDefinition team = scriptedTeam(names);
    for (team::RoleDefinition& role : team.roles)
        role.model.model = "small";
    return team;
}

std::optional<team::RebuiltPrompt> seenBehind(EngineKit& kit, const session::Session& session, const Event& event,
                                              int* reads)
{
    const auto& message = std::get<MessagePublished>(event.body).message;
    const auto role = team::PromptRebuilder::roleOf(*session.state(), message);
    if (!role)
        return std::nullopt;
    const auto started = team::startedTeamOf(std::get<SessionStarted>(kit.log(session.id()).front().body));
    session::RowsRequest request;
    request.session = session.id();
    request.channel = channel::inboxOf(*role);
    request.count = 1;
    request.asOf = event.seq;
    team::PromptRebuilder search((*started)->team, *role, message, rowsOf(kit, request)->total);
    while (const auto piece = search.wanted()) {
        request.first = {piece->from};
        request.count = static_cast<std::int32_t>(piece->to - piece->from);
        std::vector<team::InboxRow> rows;
        const auto found = rowsOf(kit, request);
        for (const session::Row& row : found->rows)
            rows.push_back({row.event.seq, std::get<MessagePublished>(row.event.body)});
        search.add(std::move(rows));
        if (reads != nullptr)
            ++*reads;
    }
    return search.prompt(*session.state());
}

std::vector<Event> stepsOf(EngineKit& kit, const session::Session& session)
{
    std::vector<Event> steps;
    for (const Event& event : kit.log(session.id())) {
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr && published->message.usage)
            steps.push_back(event);
    }
    return steps;
}

} // namespace quarterdeck::test
