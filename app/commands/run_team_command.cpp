#include "app/commands/commands.h"
#include "app/commands/headless_run.h"
#include "app/commands/interruption.h"
#include "app/commands/open_session.h"
#include "app/teams/team_store.h"
#include "conversation/run_cause.h"
#include "conversation/speaker.h"
#include "session/post.h"
#include "storage/open_library.h"
#include "team/connection_models.h"
#include "team/teams.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using session::Session;

constexpr const char* connectionName = "command-line";

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

std::string languageOf(const CommandLine& line)
{
    const QString language = line.language.isEmpty() ? QLocale().name() : line.language;
    return language.startsWith(u"zh") ? "zh_CN" : "en";
}

/// A file, a team of the person's, or a template that comes with the program.
conversation::Result<team::TeamDefinition> readTeam(const CommandLine& line)
{
    const QString& name = line.files.front();
    const auto& templates = team::teamTemplateIds();
    if (QFileInfo::exists(name))
        return readTeamFile(name);
    if (std::ranges::find(templates, name.toStdString()) != templates.end())
        return team::teamTemplate(name.toStdString(), languageOf(line));
    return TeamStore(TeamStore::defaultFolder()).named(name);
}

/// All roles speak to the server of the command line; the models they name stay, unless one is named here.
void useCommandLine(const CommandLine& line, team::TeamDefinition& team)
{
    const std::string model = line.model.toStdString();
    const auto use = [&](team::ModelChoice& choice) {
        choice.connection = connectionName;
        if (!model.empty())
            choice.model = model;
    };
    use(team.model);
    for (auto& [action, choice] : team.models)
        use(choice);
    for (team::RoleDefinition& role : team.roles) {
        if (!role.model.model.empty() || !role.model.connection.empty())
            use(role.model);
        for (auto& [action, choice] : role.models)
            use(choice);
    }
    if (line.budget)
        team.budget = line.budget;
    if (line.rounds)
        team.rounds = *line.rounds;
}

team::Connection connectionOf(const CommandLine& line)
{
    team::Connection connection;
    connection.id = connectionName;
    connection.name = connectionName;
    connection.address = line.baseUrl.toStdString();
    const bool isAnthropic = line.baseUrl.contains(QStringLiteral("anthropic"));
    connection.protocol = isAnthropic ? team::Protocol::Anthropic : team::Protocol::OpenAi;
    connection.service = isAnthropic ? team::Service::Anthropic : team::Service::Other;
    connection.keyVariable = line.keyVariable.toStdString();
    connection.keySource = line.keyVariable.isEmpty() ? team::KeySource::None : team::KeySource::Environment;
    return connection;
}

std::shared_ptr<team::ModelSource> modelsFor(const team::Connection& connection,
                                             const std::shared_ptr<session::Library>& library, QObject* context)
{
    team::ProviderEnvironment environment;
    environment.readKey = [](const team::Connection& asked, const auto& done) {
        done(qEnvironmentVariable(asked.keyVariable.c_str()).toStdString());
    };
    // Weakly: what ends late, with the event loop, must not keep the library open.
    environment.readAttachment = [weak = std::weak_ptr(library), context](const conversation::AttachmentHash& hash,
                                                                          const auto& done) {
        const auto open = weak.lock();
        if (!open) {
            done(tl::make_unexpected(Error{ErrorCode::Cancelled, {}, {}}));
            return;
        }
        open->readAttachment(hash, [context, done](session::Result<std::string> bytes) {
            session::post(context, [done, bytes = std::move(bytes)] { done(bytes); });
        });
    };
    auto providers = std::make_shared<team::ChatProviders>(std::move(environment));
    providers->setConnections({connection});
    return std::make_shared<team::ConnectionModels>(std::move(providers));
}

QString reasonFor(HeadlessRun::End how, const conversation::ConversationState& state)
{
    switch (how) {
    case HeadlessRun::End::Done:
        break;
    case HeadlessRun::End::Failed:
        for (const conversation::RoleState& role : state.roles())
            if (role.activity == conversation::RoleActivity::Failed)
                return say(QT_TRANSLATE_NOOP("CommandLine", "%1 failed: %2"))
                    .arg(QString::fromStdString(role.role.name.str()), QString::fromStdString(role.activityDetail));
        break;
    case HeadlessRun::End::Unanswered:
        return say(QT_TRANSLATE_NOOP("CommandLine", "%1 waits for an answer: %2"))
            .arg(QString::fromStdString(state.openQuestions().front().question.asker.str()),
                 QString::fromStdString(state.openQuestions().front().question.text));
    case HeadlessRun::End::Paused:
        return say(QT_TRANSLATE_NOOP("CommandLine", "The run is paused: %1"))
            .arg(QString::fromStdString(conversation::runReasonText(state.runCause(), state.runReason())));
    }
    return {};
}

const char* wordFor(HeadlessRun::End how)
{
    switch (how) {
    case HeadlessRun::End::Done:
        return "done";
    case HeadlessRun::End::Failed:
        return "failed";
    case HeadlessRun::End::Unanswered:
        return "unanswered";
    case HeadlessRun::End::Paused:
        break;
    }
    return "paused";
}

/// What was last said to the person.
class LastWord final : public QObject
{
public:
    explicit LastWord(Session& session)
    {
        connect(&session, &Session::committed, this, [this](const std::vector<session::Event>& events) {
            for (const session::Event& event : events)
                if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                    if (published->message.sendTo.contains(conversation::address::person))
                        text = conversation::textOf(published->message);
        });
    }
    std::string text;
};

int report(const CommandLine& line, Console& console, const Session& session, HeadlessRun::End how,
           const std::string& lastWord)
{
    const conversation::ConversationState& state = *session.state();
    if (line.isJson) {
        nlohmann::json told{{"session", session.id().str()}, {"end", wordFor(how)},
                            {"rounds", state.round()},       {"messages", state.messageCount()},
                            {"tokens", state.totalTokens()}, {"answer", lastWord}};
        if (state.isCostKnown())
            told["cost"] = state.totalCost();
        console.print(told);
    } else {
        if (!lastWord.empty())
            console.print(harmless(lastWord));
        console.print(
            say(QT_TRANSLATE_NOOP("CommandLine", "Session %1")).arg(QString::fromStdString(session.id().str())));
    }
    return how == HeadlessRun::End::Done ? 0 : console.fail(harmlessLine(reasonFor(how, state).toStdString()));
}

/// Runs the event loop until the run has come to rest, or the person interrupts it: then it pauses.
int follow(const CommandLine& line, Console& console, Session& session, team::TeamRunner& runner, AnswerSource* answers)
{
    const LastWord lastWord(session);
    HeadlessRun run(session, runner, answers);
    QEventLoop loop;
    std::optional<HeadlessRun::End> end;
    QObject::connect(&run, &HeadlessRun::progressed, &loop, [&] { console.progress(run.progressLine()); });
    QObject::connect(
        &run, &HeadlessRun::ended, &loop,
        [&](HeadlessRun::End how) {
            end = how;
            loop.quit();
        },
        Qt::QueuedConnection);
    const Interruption interruption([&] {
        QObject::connect(&session, &Session::committed, &loop, &QEventLoop::quit);
        session.submit(conversation::SetRunState{
            conversation::RunState::Paused, {}, {conversation::RunCauseKind::ProgramLeft, 0}});
    });
    loop.exec();
    return report(line, console, session, end.value_or(HeadlessRun::End::Paused), lastWord.text);
}

session::Result<Session*> start(team::Teams& teams, const CommandLine& line, const team::TeamDefinition& team)
{
    QEventLoop loop;
    std::optional<session::Result<Session*>> started;
    const QString title = line.idea.simplified().left(80);
    teams.start(team, title.toStdString(), line.idea.toStdString(), [&](const session::Result<Session*>& opened) {
        started = opened;
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    });
    loop.exec();
    return *started;
}

/// Null when its log cannot be read.
team::TeamRunner* runnerOf(team::Teams& teams, const Session& session)
{
    QEventLoop loop;
    QObject::connect(&session, &Session::committed, &loop, &QEventLoop::quit);
    QObject::connect(&teams, &team::Teams::failed, &loop, &QEventLoop::quit);
    if (teams.runner(session.id()) == nullptr)
        loop.exec(); // its first event is read; then it writes that it runs
    return teams.runner(session.id());
}

} // namespace

int runTeam(const CommandLine& line, Console& console)
{
    auto team = readTeam(line);
    if (!team)
        return console.fail(harmlessLine(team.error().sentence));
    useCommandLine(line, *team);
    const team::Connection connection = connectionOf(line);
    if (const auto problem = team::problemOf(connection))
        return console.fail(problem->sentence);
    const auto answers = line.answerFrom.isEmpty() ? nullptr : makeAnswerSource(line.answerFrom);
    if (!line.answerFrom.isEmpty() && !answers)
        return console.fail(
            say(QT_TRANSLATE_NOOP("CommandLine", "The answers in “%1” cannot be read.")).arg(line.answerFrom));
    QObject completions;
    const auto library = storage::openLibrary(libraryPath(line), &completions);
    if (!library && library.error().code == ErrorCode::Locked)
        return console.fail(
            say(QT_TRANSLATE_NOOP("CommandLine",
                                  "Another running Quarterdeck has this library open. Close it, or name "
                                  "another with --library.")));
    if (!library)
        return console.fail(library.error().sentence);
    if (const auto reason = (*library)->readOnlyReason())
        return console.fail(reason->sentence);
    session::SessionHub hub(*library);
    team::Teams teams(hub, 1.0, nullptr, modelsFor(connection, *library, &completions));
    const auto session = start(teams, line, *team);
    if (!session)
        return console.fail(session.error().sentence);
    team::TeamRunner* runner = runnerOf(teams, **session);
    if (runner == nullptr)
        return console.fail(say(QT_TRANSLATE_NOOP("CommandLine", "The session cannot be read, so it cannot be run.")));
    return follow(line, console, **session, *runner, answers.get());
}

} // namespace quarterdeck::app
