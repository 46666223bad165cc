#pragma once

#include "model/agents/run/team_runner.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/model/gateway/rest/api_kit.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// Mike leads on a scripted model, Bob is left to a program, Alice speaks on a model; behind a real gateway.
struct RemoteTeam
{
    explicit RemoteTeam(EngineKit::Where where = EngineKit::Where::Memory) : kit(where) { open(); }
    ~RemoteTeam() { server.reset(); }
    Q_DISABLE_COPY_MOVE(RemoteTeam)

    [[nodiscard]] static team::TeamDefinition definition()
    {
        team::TeamDefinition team = scriptedTeam({"Mike", "Bob", "Alice"});
        team.roles[1].isRemote = true;
        team.roles[1].model = {};
        team.roles[2].watch = {"Bob"};
        return team;
    }
    /// The leader gives Bob work, and reports the result to the person.
    void playLeader() const
    {
        kit.models->play(
            "Mike",
            {together({calls("publish_team_message", R"({"content": "Count.", "send_to": "Bob"})"),
                       calls("end", "{}", "c2")}),
             together({calls("reply_to_human", R"({"content": "It is three."})"), calls("end", "{}", "c2")})});
        kit.models->play("Alice", {calls("end", "{}")});
    }
    void start()
    {
        session = kit.start(definition(), "How many?");
        id = QByteArray::fromStdString(session->id().str());
    }
    /// As when the app is killed and started again.
    void restart()
    {
        server.reset();
        session = kit.restart(session->id());
        open();
    }

    [[nodiscard]] QByteArray path(const QByteArray& below = {}) const { return "/v1/sessions/" + id + below; }
    [[nodiscard]] QByteArray mail(std::int64_t after = 0) const
    {
        return path("/events?role=Bob&after=" + QByteArray::number(static_cast<qlonglong>(after)));
    }
    [[nodiscard]] std::uint16_t port() const { return server->port(); }
    [[nodiscard]] Answered get(const QByteArray& at) const { return Request(port(), "GET", at).answer(); }
    [[nodiscard]] Answered post(const QByteArray& below, const QByteArray& body, const QByteArray& fields = {}) const
    {
        return Request(port(), "POST", path(below), body, fields).answer();
    }
    [[nodiscard]] const conversation::RoleState& bob() const
    {
        return *session->state()->role(conversation::RoleName("Bob"));
    }
    [[nodiscard]] bool isBobsTurn() const
    {
        return bob().activity == conversation::RoleActivity::Thinking && bob().hasNews;
    }
    /// The run waits for Bob, and no program is there that has his mail.
    [[nodiscard]] bool isWaitedForProgram() const { return isBobsTurn() && !bob().hasWork; }
    /// The person has the answer, and nobody has anything to do.
    [[nodiscard]] bool isDone() { return isQuiet(session, *kit.teams) && spoken().size() == 4; }
    /// Without the notes that the team continues.
    [[nodiscard]] std::vector<std::string> spoken()
    {
        std::vector<std::string> lines = spokenIn(kit.kit.log(session->id()));
        std::erase_if(lines, [](const std::string& line) { return line.ends_with(": The team continues."); });
        return lines;
    }
    [[nodiscard]] conversation::RunState runState() const { return session->state()->runState(); }

    ModelTeamKit kit;
    std::unique_ptr<gateway::Gateway> server;
    session::Session* session = nullptr;
    QByteArray id;

private:
    void open()
    {
        kit.kit.hub().start();
        auto started = gateway::Gateway::start(kit.kit.hub(), 0, House::token, gateway::TokenlessAccess::Open);
        if (started)
            server = std::move(*started);
    }
};

/// What a member was given in these events.
inline std::vector<std::string> mailIn(const Events& events)
{
    std::vector<std::string> texts;
    for (const nlohmann::json& event : events.events)
        if (event.contains("delivered"))
            texts.push_back(event["payload"]["message"]["content"][0]["text"].get<std::string>());
    return texts;
}

} // namespace quarterdeck::test
