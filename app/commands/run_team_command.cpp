#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/headless_run.h"
#include "app/commands/interruption.h"
#include "app/commands/member_door.h"
#include "app/commands/open_session.h"
#include "app/commands/run_models.h"
#include "app/connections/keyring.h"
#include "app/teams/team_store.h"
#include "app/workspaces.h"
#include "conversation/run_cause.h"
#include "conversation/speaker.h"
#include "storage/open_library.h"
#include "team/artifacts.h"
#include "team/teams.h"
#include "team/work_folder.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using session::Session;

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

/// What was last said to the person, and what was made.
class LastWord final : public QObject
{
public:
    explicit LastWord(Session& session)
    {
        connect(&session, &Session::committed, this, [this](const std::vector<session::Event>& events) {
            for (const session::Event& event : events)
                if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
                    hear(published->message);
        });
    }
    std::string text;
    conversation::JsonValue manifest; ///< null when no file was made or changed

private:
    void hear(const conversation::Message& message)
    {
        if (message.sendTo.contains(conversation::address::person))
            text = conversation::textOf(message);
        if (conversation::JsonValue told = team::manifestIn(message); !told.isNull())
            manifest = std::move(told);
    }
};

/// Why what was made could not be committed.
std::string problemIn(const conversation::JsonValue& manifest)
{
    const nlohmann::json& told = manifest.json();
    return told.is_object() && told.contains("problem") && told["problem"].is_string()
        ? told["problem"].get<std::string>()
        : std::string();
}

int report(const CommandLine& line, Console& console, const Session& session, HeadlessRun::End how,
           const LastWord& last)
{
    const conversation::ConversationState& state = *session.state();
    if (line.isJson) {
        nlohmann::json told{{"session", session.id().str()}, {"end", wordFor(how)},
                            {"rounds", state.round()},       {"messages", state.messageCount()},
                            {"tokens", state.totalTokens()}, {"answer", last.text}};
        if (state.isCostKnown())
            told["cost"] = state.totalCost();
        if (!last.manifest.isNull())
            told["manifest"] = last.manifest.json();
        console.print(told);
    } else {
        if (!last.text.empty())
            console.print(harmless(last.text));
        if (const std::string problem = problemIn(last.manifest); !problem.empty())
            console.print(harmlessLine(problem));
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
    return report(line, console, session, end.value_or(HeadlessRun::End::Paused), lastWord);
}

using Opened = session::SessionHub::Opened;

/// The session that is asked for, when its team runs. Runs the event loop until then.
session::Result<Session*> begin(team::Teams& teams, const std::function<void(Opened)>& ask)
{
    QEventLoop loop;
    std::optional<session::Result<Session*>> begun;
    const auto note = [&](session::Result<Session*> session) {
        begun = std::move(session);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection);
    };
    QObject::connect(&teams, &team::Teams::failed, &loop,
                     [&](const Error& error) { note(tl::make_unexpected(error)); });
    ask(note);
    loop.exec();
    return *begun;
}

session::Result<team::ChosenFolder> folderOf(const CommandLine& line)
{
    if (line.folder.isEmpty())
        return team::ChosenFolder();
    const auto found = team::workFolderAt(QFileInfo(line.folder).absoluteFilePath().toStdString(),
                                          keptFromTeams(QString::fromStdString(libraryPath(line))));
    if (!found)
        return tl::make_unexpected(found.error());
    if (line.isAutoArchived && !found->isRepository)
        return tl::make_unexpected(
            Error{ErrorCode::BadInput,
                  say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is no git repository, so nothing can be committed to it."))
                      .arg(line.folder)
                      .toStdString(),
                  {}});
    return team::ChosenFolder{found->path, line.isAutoArchived};
}

session::Result<Session*> start(team::Teams& teams, const CommandLine& line, const team::TeamDefinition& team,
                                const team::ChosenFolder& folder)
{
    const QString title = line.idea.simplified().left(80);
    return begin(teams, [&](const Opened& done) {
        teams.start(team, title.toStdString(), line.idea.toStdString(), done, folder);
    });
}

session::Result<Session*> resume(team::Teams& teams, session::SessionHub& hub, const CommandLine& line)
{
    const auto sessions =
        await<std::vector<session::SessionSummary>>([&](auto done) { hub.library().listSessions(std::move(done)); });
    if (!sessions)
        return tl::make_unexpected(sessions.error());
    const auto known = findSession(*sessions, line.session);
    if (!known)
        return tl::make_unexpected(known.error());
    return begin(teams, [&](const Opened& done) {
        hub.open(known->id, [&, done](const session::Result<Session*>& opened) {
            if (!opened)
                return done(opened);
            if (line.budget)
                (*opened)->submit(conversation::SetBudget{line.budget});
            teams.runAgain(known->id, line.rounds, line.idea.toStdString(), done);
        });
    });
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

session::Result<std::shared_ptr<session::Library>> openOwnLibrary(const CommandLine& line, QObject* completions)
{
    auto library = storage::openLibrary(libraryPath(line), completions);
    if (!library && library.error().code == ErrorCode::Locked)
        return tl::make_unexpected(
            Error{ErrorCode::Locked,
                  say(QT_TRANSLATE_NOOP("CommandLine",
                                        "Another running Quarterdeck has this library open. Close it, or name "
                                        "another with --library."))
                      .toStdString(),
                  {}});
    if (library && (*library)->readOnlyReason())
        return tl::make_unexpected(*(*library)->readOnlyReason());
    return library;
}

} // namespace

int runTeam(const CommandLine& line, Console& console)
{
    const bool isNew = line.session.isEmpty();
    auto team = isNew ? readTeam(line) : team::TeamDefinition();
    if (!team)
        return console.fail(harmlessLine(team.error().sentence));
    auto models = runModelsOf(line, ConnectionStore(ConnectionStore::defaultFolder()));
    if (!models)
        return console.fail(harmlessLine(models.error().sentence));
    if (const auto used = isNew ? useCommandLine(line, *models, *team) : session::Result<void>(); !used)
        return console.fail(harmlessLine(used.error().sentence));
    const auto folder = folderOf(line);
    if (!folder)
        return console.fail(harmlessLine(folder.error().sentence));
    const auto answers = line.answerFrom.isEmpty() ? nullptr : makeAnswerSource(line.answerFrom);
    if (!line.answerFrom.isEmpty() && !answers)
        return console.fail(
            say(QT_TRANSLATE_NOOP("CommandLine", "The answers in “%1” cannot be read.")).arg(line.answerFrom));
    QObject completions;
    const auto library = openOwnLibrary(line, &completions);
    if (!library)
        return console.fail(library.error().sentence);
    session::SessionHub hub(*library);
    team::Teams teams(hub, 1.0, nullptr,
                      openModels(std::move(*models), std::make_unique<Keyring>(), *library, &completions),
                      workspacesBeside(QString::fromStdString(libraryPath(line))));
    const auto session = isNew ? start(teams, line, *team, *folder) : resume(teams, hub, line);
    if (!session)
        return console.fail(harmlessLine(session.error().sentence));
    team::TeamRunner* runner = runnerOf(teams, **session);
    if (runner == nullptr)
        return console.fail(say(QT_TRANSLATE_NOOP("CommandLine", "The session cannot be read, so it cannot be run.")));
    const auto door = openMemberDoor(line, hub, **session, console);
    if (!door)
        return console.fail(harmlessLine(door.error().sentence));
    return follow(line, console, **session, *runner, answers.get());
}

} // namespace quarterdeck::app
