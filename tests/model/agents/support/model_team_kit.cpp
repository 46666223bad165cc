#include "model_team_kit.h"

#include "model/conversation/speaker.h"
#include "tests/support/wait.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::test {

using namespace conversation;

session::Session* ModelTeamKit::start(const team::TeamDefinition& team, const std::string& idea,
                                      const team::ChosenFolder& folder)
{
    session::Session* session = nullptr;
    bool isDone = false;
    const auto begun = [&](const session::Result<session::Session*>& started) {
        session = started.value_or(nullptr);
        isDone = true;
    };
    teams->start(team, "A run", idea, begun, folder);
    (void)waitFor([&] { return isDone && (session == nullptr || teams->runner(session->id()) != nullptr); });
    return session;
}

session::Session* ModelTeamKit::restart(session::SessionId id)
{
    teams.reset();
    kit.restartHub();
    teams = std::make_unique<team::Teams>(kit.hub(), 0, nullptr, models, workspaces);
    session::Session* session = kit.open(id);
    (void)waitFor([&] { return teams->runner(id) != nullptr; });
    return session;
}

bool isQuiet(const session::Session* session, const team::Teams& teams)
{
    const team::TeamRunner* runner = teams.runner(session->id());
    const auto& roles = session->state()->roles();
    const bool hasMail = std::ranges::any_of(roles, [](const RoleState& role) {
        return role.unread() > 0 || (role.hasNews && role.activity != RoleActivity::Failed);
    });
    return runner != nullptr && !runner->isActing() && !hasMail && session->state()->messageCount() > 0;
}

namespace {

std::string namesOf(const AddressSet& addresses)
{
    std::string names;
    for (const Address& one : addresses)
        names += (names.empty() ? "" : ",") + one.str();
    return names;
}

std::string speakerOf(const Message& message) { return isFromUser(message) ? "User" : message.sentFrom.str(); }

bool isStep(const MessagePublished& published) { return published.route.rule == RoutingRule::ToSelf; }

std::string stepText(const Message& message)
{
    std::string text;
    for (const ContentBlock& block : message.content) {
        if (const auto* words = std::get_if<TextBlock>(&block))
            text += " says " + words->text;
        if (const auto* use = std::get_if<ToolUseBlock>(&block))
            text += " calls " + use->name + " " + use->input.json().dump();
        if (const auto* result = std::get_if<ToolResultBlock>(&block))
            text += " " + result->name + (result->isError ? " refused: " : " gave: ") + result->output;
    }
    return text;
}

} // namespace

std::vector<std::string> spokenIn(const std::vector<Event>& log)
{
    std::vector<std::string> spoken;
    for (const MessagePublished& one : bodiesOf<MessagePublished>(log))
        if (!isStep(one))
            spoken.push_back(speakerOf(one.message) + " > " + namesOf(one.message.sendTo) + ": " + textOf(one.message)
                             + (one.route.isPrivate ? " (private)" : ""));
    return spoken;
}

std::vector<std::string> stepsOfAgents(const std::vector<Event>& log)
{
    std::vector<std::string> steps;
    for (const MessagePublished& one : bodiesOf<MessagePublished>(log))
        if (isStep(one))
            steps.push_back(speakerOf(one.message) + ":" + stepText(one.message));
    return steps;
}

std::string transcriptOf(const std::vector<Event>& log)
{
    std::string text;
    for (const Event& event : log) {
        text += kindOf(event.body);
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            text += " " + speakerOf(published->message) + " > " + namesOf(published->message.sendTo)
                + stepText(published->message);
        if (const auto* changed = std::get_if<RoleActivityChanged>(&event.body))
            text += " " + changed->role.str() + " " + std::to_string(static_cast<int>(changed->activity)) + " "
                + changed->detail;
        if (const auto* asked = std::get_if<QuestionAsked>(&event.body))
            text += " " + asked->question.asker.str() + ": " + asked->question.text;
        if (const auto* observed = std::get_if<MailObserved>(&event.body))
            text += " " + observed->role.str() + " " + std::to_string(observed->upTo);
        if (const auto* changed = std::get_if<RunStateChanged>(&event.body))
            text += " " + std::to_string(static_cast<int>(changed->state));
        text += "\n";
    }
    return text;
}

std::string joinedLines(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

} // namespace quarterdeck::test
