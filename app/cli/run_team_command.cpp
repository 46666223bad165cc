#include "app/cli/run_team_command.h"

#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/continuable_recording.h"
#include "app/services/headless_run.h"
#include "app/services/instance_client.h"
#include "app/services/keys.h"
#include "app/services/language.h"
#include "app/services/remote_role_gateway.h"
#include "app/services/run_job.h"
#include "app/services/run_models.h"
#include "app/services/run_request.h"
#include "app/services/team_store.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/folder_checks.h"
#include "model/session/session.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <stop_token>

namespace quarterdeck::app {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

namespace {

std::string languageOf(const CommandLine& line)
{
    const QString language = line.language.isEmpty() ? QLocale().name() : line.language;
    return language.startsWith(u"zh") ? "zh_CN" : "en";
}

/// A file, one of the person's teams, or a template of the program.
Result<team::TeamDefinition> readTeam(const CommandLine& line)
{
    const QString& name = line.files.front();
    const auto& templates = team::teamTemplateIds();
    if (QFileInfo::exists(name))
        return readTeamFile(name);
    if (std::ranges::find(templates, name.toStdString()) != templates.end())
        return team::teamTemplate(name.toStdString(), languageOf(line));
    return TeamStore(TeamStore::defaultFolder()).named(name);
}

Result<team::ChosenFolder> folderOf(const CommandLine& line)
{
    if (line.folder.isEmpty())
        return team::ChosenFolder();
    const auto found = team::openWorkspaceFolder(QFileInfo(line.folder).absoluteFilePath().toStdString(),
                                                 keptFromTeams(QString::fromStdString(libraryPath(line))));
    if (!found)
        return tl::make_unexpected(found.error());
    if (line.isAutoArchived && !found->isRepository)
        return tl::make_unexpected(
            Error{ErrorCode::BadInput,
                  cliText(QT_TRANSLATE_NOOP("CommandLine",
                                            "“%1” is not a git repository, so nothing can be committed to it."))
                      .arg(line.folder)
                      .toStdString(),
                  {}});
    return team::ChosenFolder{found->path, line.isAutoArchived};
}

} // namespace

Result<RunRequest> runRequestOf(const CommandLine& line, const Result<RunModels>& models)
{
    const bool isNew = line.session.isEmpty();
    auto team = isNew ? readTeam(line) : team::TeamDefinition();
    if (!team)
        return tl::make_unexpected(team.error());
    if (!models)
        return tl::make_unexpected(models.error());
    if (const auto used = isNew ? useCommandLine(line, *models, *team) : Result<void>(); !used)
        return tl::make_unexpected(used.error());
    auto folder = folderOf(line);
    if (!folder)
        return tl::make_unexpected(folder.error());
    RunRequest request;
    if (isNew) {
        request.team = std::move(*team);
        request.session = conversation::SessionId(session::newId());
    }
    request.title = line.idea.simplified().left(80).toStdString();
    request.idea = line.idea.toStdString();
    request.to = line.recipient.toStdString();
    request.folder = std::move(*folder);
    request.budget = line.budget;
    request.rounds = line.rounds;
    request.isTrusted = line.isTeamTrusted;
    request.isAnswering = !line.answerFrom.isEmpty();
    request.models = ownModelsOf(*models);
    request.server = models->server;
    if (!isNew)
        request.model = {models->chosen, line.model.toStdString()};
    return request;
}

namespace {

using session::Result;

/// One run, carried out by whichever process owns the library: the work follows the library, and each new owner
/// continues from the log.
class Run final
{
public:
    Run(const CommandLine& line, Console& console, RunRequest request, RunModels models,
        std::unique_ptr<AnswerSource> answers, BackupScheduler::Pace pace)
        : m_line(line)
        , m_console(console)
        , m_pace(pace)
        , m_path(QString::fromStdString(libraryPath(line)))
        , m_request(std::move(request))
        , m_models(std::move(models))
        , m_answers(answers ? std::make_unique<RunAnswers>(std::move(answers)) : nullptr)
        , m_interruption([this] { interrupt(); })
    { }
    Q_DISABLE_COPY_MOVE(Run)
    using Outcome = std::optional<Result<RunOutcome>>; ///< nothing = to be tried again

    Result<RunOutcome> waitUntilIdle()
    {
        if (m_request.team && m_request.team->budget && isUnpriced(*m_request.team, {}, m_models.prices))
            noteNoPrice();
        for (;;) {
            if (const Outcome outcome = tryOnce())
                return *outcome;
            m_isTriedAgain = true;
        }
    }

    /// What else to tell whoever started it; empty = nothing.
    [[nodiscard]] const std::string& notice() const { return m_notice; }

private:
    Outcome tryOnce()
    {
        QObject completions;
        auto library = openForWriting(m_line, m_console, &completions);
        if (library) {
            HandoffQueue successors;
            Outcome outcome = here(*library, &completions, successors);
            library->reset();
            if (successors.isEmpty())
                return outcome;
            successors.succeed({});
            m_patience = QDeadlineTimer(longPatience);
            return outcome;
        }
        if (library.error().code != ErrorCode::Locked)
            return tl::make_unexpected(library.error());
        if (Outcome outcome = elsewhere())
            return outcome;
        if (m_patience.hasExpired())
            return tl::make_unexpected(Error{
                ErrorCode::Locked,
                cliText(QT_TRANSLATE_NOOP("CommandLine",
                                          "Another running Quarterdeck has this library open. Close it, or choose "
                                          "another library with --library."))
                    .toStdString(),
                {}});
        waitForOwner();
        return std::nullopt;
    }

    void interrupt()
    {
        m_isInterrupted = true;
        if (m_onInterrupt)
            m_onInterrupt();
    }

    [[nodiscard]] bool isIdentified() const { return m_request.since || (m_request.team && !m_isTriedAgain); }

    /// Finds the session that the person means, or the new one that somebody began before they could say so.
    [[nodiscard]] Result<void> identify(session::Library& library)
    {
        if (isIdentified())
            return {};
        const auto sessions =
            await<std::vector<session::SessionSummary>>([&](auto done) { library.listSessions(std::move(done)); });
        if (!sessions)
            return tl::make_unexpected(sessions.error());
        if (m_request.team) {
            if (std::ranges::find(*sessions, m_request.session, &session::SessionSummary::id) != sessions->end())
                noteBegun(QString::fromStdString(m_request.session.str()), 0);
            return {};
        }
        const auto known = findSession(*sessions, m_line.session);
        if (!known)
            return tl::make_unexpected(known.error());
        if (known->kind == conversation::SessionKind::Imported)
            return continueRecording(library, *known);
        m_request.session = known->id;
        return takeServerOf(library);
    }

    /// Nobody acts in a recording: its team goes on in a new session.
    [[nodiscard]] Result<void> continueRecording(session::Library& library, const session::SessionSummary& known)
    {
        auto recorded = await<ContinuableRecording>(
            [&](auto done) { readContinuableRecording(library, known.id, std::move(done)); });
        if (!recorded)
            return tl::make_unexpected(recorded.error());
        if (const auto used = useCommandLine(m_line, m_models, recorded->team); !used)
            return used;
        m_request.session = conversation::SessionId(session::newId());
        m_request.recording = known.id;
        m_request.title = known.title;
        m_request.model = {};
        if (recorded->team.budget && isUnpriced(recorded->team, {}, m_models.prices))
            noteNoPrice();
        m_request.team = std::move(recorded->team);
        return {};
    }

    /// Reads which server the session began with, since the library's next owner may not have its key.
    [[nodiscard]] Result<void> takeServerOf(session::Library& library)
    {
        const auto first = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(m_request.session, {0}, 1, std::move(done)); });
        if (!first)
            return tl::make_unexpected(first.error());
        const auto* started =
            first->empty() ? nullptr : std::get_if<conversation::SessionStarted>(&first->front().body);
        if (started == nullptr)
            return {};
        // A log from elsewhere must not make this process hand over a key of its choosing.
        const auto marks = teamGuard(m_path).marks;
        const bool mayAct = m_request.isTrusted || marks->hasMark(*started, m_request.session);
        const auto server = mayAct ? team::serverOf(*started) : std::nullopt;
        if (auto keyed = server ? withLocalKey(*server) : std::nullopt)
            m_request.models.push_back(std::move(*keyed));
        const auto team = team::startedTeamOf(*started);
        if (team && *team && m_request.budget && isUnpriced((*team)->team, m_request.model, m_models.prices))
            noteNoPrice();
        return {};
    }

    void noteNoPrice()
    {
        m_notice = noPriceNotice().toStdString();
        m_console.note(m_notice);
    }

    /// From here on, whoever owns the library only continues the session.
    void noteBegun(const QString& session, qint64 since)
    {
        m_request.team.reset();
        m_request.session = conversation::SessionId(session.toStdString());
        m_request.since = conversation::EventSeq{since};
    }

    /// Carries it out in this process.
    Outcome here(const std::shared_ptr<session::Library>& library, QObject* completions, HandoffQueue& successors)
    {
        if (const auto reason = library->readOnlyReason())
            return tl::make_unexpected(*reason);
        if (const auto known = identify(*library); !known)
            return tl::make_unexpected(known.error());
        InstanceServer owner(m_path, InstanceServer::InstanceRole::Run);
        owner.setLibrary(library);
        ImportService imports(library, owner);
        session::SessionHub hub(library);
        const auto models = openModels(m_models, std::make_unique<Keyring>(), library, completions);
        team::Teams teams(hub, 1.0, nullptr, models, workspacesBeside(m_path), teamGuard(m_path));
        RunHost host({hub, teams, models, library, completions});
        std::unique_ptr<gateway::Gateway> door;
        const auto agents = [&door] { return door ? door->clientProcesses() : AgentProcesses(); };
        QObject::connect(&owner, &InstanceServer::runAsked, &host, [&](RunPeer& peer) { host.serve(peer, agents); });
        QObject::connect(&owner, &InstanceServer::personAsked, &hub,
                         [&](const PersonCommand& command, qint64 process, const auto& exchange) {
                             servePerson(hub, command, process, agents(), exchange);
                         });
        const auto backups = startBackups(m_line, m_console, m_pace);
        RunJob job(m_request, m_answers ? std::make_unique<RunAnswerReader>(*m_answers) : nullptr);
        QEventLoop loop;
        Outcome outcome;
        const auto end = [&](Result<RunOutcome> how) {
            if (!outcome) // what comes while the rest is written out changes nothing
                outcome = std::move(how);
            loop.quit();
        };
        QObject::connect(&owner, &InstanceServer::libraryRequested, &loop, [&](HandoffTarget* who) {
            successors.add(who);
            loop.quit();
        });
        QObject::connect(&job, &RunJob::begun, &loop, [&](const QString& session, qint64 since) {
            noteBegun(session, since);
            auto opened = openRemoteRoleGateway(m_line, hub, *hub.live(m_request.session), m_console);
            if (opened) {
                door = std::move(*opened);
                return;
            }
            end(tl::make_unexpected(opened.error()));
            job.interrupt(); // else the team would go on, and cost
        });
        QObject::connect(&job, &RunJob::progressed, &loop, [this](const QString& now) { m_console.progress(now); });
        QObject::connect(&job, &RunJob::ended, &loop, end);
        QObject::connect(&job, &RunJob::failed, &loop, [&](const QString& sentence) {
            end(tl::make_unexpected(Error{ErrorCode::BadInput, sentence.toStdString(), {}}));
        });
        m_onInterrupt = [&job] { job.interrupt(); };
        if (m_isInterrupted)
            job.interrupt();
        job.start(hub, teams);
        if (!outcome)
            loop.exec();
        std::stop_source stop;
        if (m_isInterrupted)
            stop.request_stop();
        m_onInterrupt = [&] {
            job.interrupt();
            imports.giveUp();
            stop.request_stop();
        };
        if (successors.isEmpty())
            finishIndex(*library, owner, imports, m_console, stop);
        else
            imports.finish();
        m_onInterrupt = {};
        return outcome;
    }

    /// Has it carried out by the process that owns the library.
    Outcome elsewhere()
    {
        if (const auto known = identifyElsewhere(); !known)
            return tl::make_unexpected(known.error());
        InstanceLink link(m_path);
        Outcome outcome;
        m_onInterrupt = [&link] { link.cancel(); };
        const InstanceLink::End end = link.hold(RunTeam{textOf(m_request)},
                                                [&](const InstanceMessage& word) { return hear(word, link, outcome); });
        m_onInterrupt = {};
        if (m_answers)
            m_answers->forget();
        if (end == InstanceLink::End::Failed)
            return tl::make_unexpected(link.error());
        if (end == InstanceLink::End::Gone)
            m_patience = QDeadlineTimer(longPatience);
        return outcome;
    }

    [[nodiscard]] Result<void> identifyElsewhere()
    {
        if (isIdentified())
            return {};
        const auto library = openForReading(m_line, m_console);
        if (!library)
            return tl::make_unexpected(library.error());
        return identify(**library);
    }

    bool hear(const InstanceMessage& word, InstanceLink& link, Outcome& outcome)
    {
        if (const auto* begun = std::get_if<RunBegun>(&word)) {
            noteBegun(begun->session, begun->since);
            if (m_isInterrupted) // before anybody could be told
                link.cancel();
        } else if (const auto* progress = std::get_if<RunProgress>(&word)) {
            m_console.progress(progress->line);
        } else if (const auto* wanted = std::get_if<AnswerRequested>(&word)) {
            return answer(wanted->question, link);
        } else if (const auto* ended = std::get_if<RunEnded>(&word)) {
            auto read = runOutcomeFrom(ended->outcome);
            if (!read)
                return false;
            outcome = std::move(*read);
            link.finish();
        } else if (std::holds_alternative<LibraryReleased>(word)) {
            m_patience = QDeadlineTimer(longPatience);
            link.finish();
        } else if (!std::holds_alternative<LibraryClosing>(word)) { // it indexes, and leaves the library to this run
            return false;
        }
        return true;
    }

    bool answer(const QString& question, InstanceLink& link)
    {
        if (!m_answers)
            return false; // it was told that there are none
        m_answers->next(conversation::QuestionId(question.toStdString()),
                        [&link, question](const std::optional<std::string>& text) {
                            link.answer({question, text});
                        });
        return true;
    }

    const CommandLine& m_line;
    Console& m_console;
    BackupScheduler::Pace m_pace;
    QString m_path;
    RunRequest m_request;
    RunModels m_models;
    std::string m_notice;
    std::unique_ptr<RunAnswers> m_answers; ///< null = there are none
    QDeadlineTimer m_patience{shortPatience};
    bool m_isTriedAgain = false;
    bool m_isInterrupted = false;
    std::function<void()> m_onInterrupt;
    InterruptHandler m_interruption;
};

} // namespace

int runTeam(const CommandLine& line, Console& console) { return runTeam(line, console, {}); }

int runTeam(const CommandLine& line, Console& console, BackupScheduler::Pace pace)
{
    auto models = runModelsOf(line, ConnectionStore(ConnectionStore::defaultFolder()));
    auto request = runRequestOf(line, models);
    if (!request)
        return console.fail(harmlessLine(request.error().sentence));
    auto answers = line.answerFrom.isEmpty() ? nullptr : makeAnswerSource(line.answerFrom);
    if (!line.answerFrom.isEmpty() && !answers)
        return console.fail(
            cliText(QT_TRANSLATE_NOOP("CommandLine", "The answers in “%1” cannot be read.")).arg(line.answerFrom));
    Run run(line, console, std::move(*request), std::move(*models), std::move(answers), pace);
    const auto outcome = run.waitUntilIdle();
    return outcome ? reportRun(*outcome, run.notice(), console, line.isJson)
                   : console.fail(harmlessLine(outcome.error().sentence));
}

} // namespace quarterdeck::app
