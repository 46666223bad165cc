#pragma once

#include "engine_kit.h"
#include "model/agents/run/team_runner.h"
#include "test_agents.h"

#include <memory>
#include <string>
#include <vector>

/// A team of agents with one thing each to do, and what it came to.
namespace quarterdeck::test {

[[nodiscard]] conversation::Message personsWord(const char* text);
[[nodiscard]] conversation::Message wordTo(const char* name, const std::string& text);
TestAgents::Task nothing(team::AgentContext, std::vector<conversation::Message>);
/// Says it to the next one for as long as there is breath.
TestAgents::Task leaderServes(team::AgentContext context, std::vector<conversation::Message> news);
TestAgents::Task bobReturns(team::AgentContext context, std::vector<conversation::Message>);
TestAgents::Task leaderTellsAll(team::AgentContext context, std::vector<conversation::Message> news);
TestAgents::Task tellsDavid(team::AgentContext context, std::vector<conversation::Message>);
TestAgents::Task throws(team::AgentContext, std::vector<conversation::Message>);
TestAgents::Task fails(team::AgentContext, std::vector<conversation::Message>);
TestAgents::Task waitsForever(team::AgentContext context, std::vector<conversation::Message>);
TestAgents::Task asks(team::AgentContext context, std::vector<conversation::Message>);
TestAgents::Task answersThePerson(team::AgentContext context, std::vector<conversation::Message> news);
TestAgents::Task endsTheRun(team::AgentContext context, std::vector<conversation::Message>);
[[nodiscard]] std::shared_ptr<TestAgents> quietTeam();
[[nodiscard]] conversation::RunState runState(const session::Session* session);
/// Whether the run has come to rest: nobody acts, and nobody has mail.
[[nodiscard]] bool isQuiet(const team::TeamRunner& runner, const session::Session* session);
[[nodiscard]] std::vector<std::string> saidIn(EngineKit& kit, const session::Session* session);

} // namespace quarterdeck::test
