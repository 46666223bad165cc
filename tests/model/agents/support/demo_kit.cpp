#include "demo_kit.h"

#include "model/agents/run/team_runner.h"
#include "model/session/session.h"
#include "tests/support/wait.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::test {

using namespace conversation;
using team::Teams;

bool hasEnded(const session::Session& session, const Teams& teams)
{
    const team::TeamRunner* runner = teams.runner(session.id());
    return session.state()->runState() == RunState::Finished && runner != nullptr && !runner->isActing()
        && session.state()->isEverybodyIdle();
}

std::vector<std::string> stepsIn(const std::vector<Event>& log)
{
    std::vector<std::string> steps;
    for (const MessagePublished& published : bodiesOf<MessagePublished>(log)) {
        const nlohmann::json& metadata = published.message.metadata.json();
        if (metadata.is_object() && metadata.contains("script_step"))
            steps.push_back(metadata["script_step"].get<std::string>());
    }
    return steps;
}

const MessagePublished* stepOf(const std::vector<MessagePublished>& messages, const std::string& step)
{
    for (const MessagePublished& one : messages)
        if (one.message.metadata.json().is_object() && one.message.metadata.json().value("script_step", "") == step)
            return &one;
    return nullptr;
}

std::string textOfStep(const std::vector<Event>& log, const std::string& step)
{
    const auto messages = bodiesOf<MessagePublished>(log);
    const MessagePublished* found = stepOf(messages, step);
    return found == nullptr ? std::string() : textOf(found->message);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

session::Session* startDemo(EngineKit& kit, Teams& teams, const std::string& language)
{
    session::Session* session = nullptr;
    bool isDone = false;
    teams.startDemo(language, [&](const session::Result<session::Session*>& started) {
        session = started.value_or(nullptr);
        isDone = true;
    });
    (void)waitFor([&] { return isDone; });
    Q_UNUSED(kit);
    return session;
}

void storeCut(EngineKit& kit, const SessionId& id, const std::vector<Event>& log, std::size_t length, SessionKind kind)
{
    const std::vector<Event> events(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(length));
    ConversationState state;
    std::vector<session::LogRecord> records = session::makeLogRecords(state, events);
    session::SessionSummary summary = session::summaryOf(id, state);
    summary.kind = kind;
    bool isDone = false;
    kit.library().createSession(summary, std::move(records), [&](const session::Result<session::Nothing>& written) {
        isDone = written.has_value();
    });
    (void)waitFor([&] { return isDone; });
}

} // namespace quarterdeck::test
