#include "app/cli/gateway_command.h"

#include "app/cli/commands.h"
#include "app/cli/interrupt_handler.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/instance_client.h"
#include "app/services/keys.h"
#include "app/services/language.h"
#include "app/services/remote_role_gateway.h"
#include "app/services/run_job.h"
#include "app/services/run_models.h"
#include "app/services/team_store.h"
#include "model/conversation/text.h"
#include "model/gateway/clients/client_activity.h"
#include "model/gateway/gateway.h"
#include "model/gateway/program_access.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

namespace quarterdeck::app {

namespace {

void tell(const CommandLine& line, std::uint16_t port, Console& console)
{
    if (line.isJson)
        console.print(nlohmann::json{{"port", port}});
    else
        console.print(
            cliText(QT_TRANSLATE_NOOP("CommandLine",
                                      "Agents can connect to http://localhost:%1. Their sessions are stored in "
                                      "the library. Press Ctrl+C to stop."))
                .arg(port));
}

gateway::TokenlessAccess tokenlessAccess(const CommandLine& line)
{
    return line.studio == QStringLiteral("token") ? gateway::TokenlessAccess::WithToken
        : line.studio == QStringLiteral("off")    ? gateway::TokenlessAccess::Off
                                                  : gateway::TokenlessAccess::Open;
}

/// Prints how programs without a token are treated, if that is not the default. The token itself is not printed.
void tellStudio(const CommandLine& line, std::uint16_t port, Console& console)
{
    const gateway::TokenlessAccess access = tokenlessAccess(line);
    if (access == gateway::TokenlessAccess::Off)
        console.note(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                               "AgentScope programs and MetaGPT reporters are not accepted, and traces "
                                               "only with the access token, which is in %1."))
                         .arg(QString::fromStdString(gateway::accessTokenPath()))
                         .toStdString());
    if (access == gateway::TokenlessAccess::WithToken)
        console.note(
            cliText(QT_TRANSLATE_NOOP(
                        "CommandLine",
                        "AgentScope programs, MetaGPT reporters and trace senders need the access token in their "
                        "address, as in studio_url=\"http://localhost:%1?token=…\". The token is in %2."))
                .arg(QString::number(port), QString::fromStdString(gateway::accessTokenPath()))
                .toStdString());
}

/// Serves agents while this process owns the library, and waits while another one does.
class Service final
{
public:
    Service(const CommandLine& line, Console& console, BackupScheduler::Pace pace)
        : m_line(line)
        , m_console(console)
        , m_pace(pace)
        , m_path(QString::fromStdString(libraryPath(line)))
        , m_interruption([this] {
            m_isInterrupted = true;
            if (m_onInterrupt)
                m_onInterrupt();
        })
    { }
    Q_DISABLE_COPY_MOVE(Service)

    int waitUntilInterrupted()
    {
        std::optional<int> exitCode;
        while (!exitCode)
            exitCode = m_isInterrupted ? 0 : tryOnce();
        return *exitCode;
    }

private:
    using ExitCode = std::optional<int>; ///< nothing = to be tried again

    ExitCode tryOnce()
    {
        QObject completions;
        auto library = openForWriting(m_line, m_console, &completions);
        if (library) {
            HandoffQueue successors;
            const ExitCode exitCode = here(*library, &completions, successors);
            library->reset();
            if (!successors.isEmpty()) {
                m_console.note(
                    cliText(QT_TRANSLATE_NOOP("CommandLine", "A window has been opened and takes over the library."))
                        .toStdString());
                successors.succeed({m_port, m_line.studio});
                m_patience = QDeadlineTimer(longPatience);
            }
            return exitCode;
        }
        if (library.error().code != conversation::ErrorCode::Locked)
            return m_console.fail(library.error().sentence);
        if (const ExitCode exitCode = elsewhere())
            return exitCode;
        if (m_patience.hasExpired())
            return m_console.fail(library.error().sentence);
        waitForOwner();
        return std::nullopt;
    }

    /// Runs as the owner of the library.
    ExitCode here(const std::shared_ptr<session::Library>& library, QObject* completions, HandoffQueue& successors)
    {
        if (const auto reason = library->readOnlyReason())
            return m_console.fail(reason->sentence);
        InstanceServer owner(m_path, InstanceServer::InstanceRole::Gateway);
        owner.setLibrary(library);
        m_left.clear(); // they may look for this one now
        ImportService imports(library, owner);
        session::SessionHub hub(library);
        QObject::connect(&hub, &session::SessionHub::writingChanged, &hub,
                         [this](const std::optional<session::Error>& trouble) { tellOfWriting(trouble); });
        QObject::connect(&hub, &session::SessionHub::opened, &hub,
                         [this](session::Session* session) { tellOfQuestions(*session); });
        hub.start();
        QObject::connect(&imports, &ImportService::partEnded, &hub, &session::SessionHub::refresh);
        auto stored = runModelsOf({}, ConnectionStore(ConnectionStore::defaultFolder()));
        if (!stored)
            m_console.note(stored.error().sentence);
        const auto models = openModels(stored.value_or(RunModels()), std::make_unique<Keyring>(), library, completions);
        team::Teams teams(hub, 1.0, nullptr, models, workspacesBeside(m_path), teamGuard(m_path));
        RunHost host({hub, teams, models, library, completions});
        const auto server = listen(hub);
        if (!server)
            return m_console.fail(server.error().sentence);
        owner.setPort(m_port);
        const auto agents = [&server] { return (*server)->clientProcesses(); };
        QObject::connect(&owner, &InstanceServer::runAsked, &host, [&](RunPeer& peer) { host.serve(peer, agents); });
        QObject::connect(&owner, &InstanceServer::personAsked, &hub,
                         [&](const PersonCommand& command, qint64 process, const auto& exchange) {
                             servePerson(hub, command, process, agents(), exchange);
                         });
        const auto backups = startBackups(m_line, m_console, m_pace);
        QEventLoop loop;
        QObject::connect(&owner, &InstanceServer::libraryRequested, &loop, [&](HandoffTarget* who) {
            successors.add(who);
            loop.quit();
        });
        m_onInterrupt = [&] {
            loop.quit();
            imports.giveUp();
        };
        loop.exec();
        if (!successors.isEmpty())
            imports.finish();
        m_onInterrupt = {};
        return successors.isEmpty() ? ExitCode(0) : std::nullopt;
    }

    /// Agents are told the reason in their replies, but whoever started this process does not see those.
    void tellOfWriting(const std::optional<session::Error>& trouble)
    {
        m_console.note(trouble
                           ? trouble->sentence
                           : cliText(QT_TRANSLATE_NOOP("CommandLine", "Messages from agents are being stored again."))
                                 .toStdString());
    }

    /// Without a window, nobody else sees that a program is waiting.
    void tellOfQuestions(session::Session& session)
    {
        if (!gateway::clientSourceOf(session.state()->source()))
            return;
        QObject::connect(&session, &session::Session::committed, &session,
                         [this](const std::vector<session::Event>& events) {
                             for (const session::Event& event : events)
                                 if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body))
                                     tellQuestion(asked->question.asker.str(), asked->question.text);
                         });
    }

    void tellQuestion(const std::string& asker, const std::string& text)
    {
        constexpr std::size_t most = 200;
        m_console.note(
            cliText(QT_TRANSLATE_NOOP("CommandLine",
                                      "%1 asks: “%2” Answer with “quarterdeck answer”, or in the Quarterdeck window."))
                .arg(harmlessLine(conversation::utf8::shortened(asker, most)),
                     harmlessLine(conversation::utf8::shortened(text, most)))
                .toStdString());
    }

    /// Prints where it listens, too.
    session::Result<std::unique_ptr<gateway::Gateway>> listen(session::SessionHub& hub)
    {
        const auto token = gateway::accessTokenAt(gateway::accessTokenPath());
        if (!token)
            m_console.note(token.error().sentence);
        auto server = gateway::Gateway::start(hub, m_line.port, token.value_or(std::string()), tokenlessAccess(m_line));
        if (!server)
            return tl::unexpected(withFreePort(std::move(server.error()), m_line.port));
        m_port = (*server)->port();
        if (const std::string local = gateway::localAddress(m_path.toStdString()); !local.empty())
            if (const auto listening = (*server)->listenAt(local); !listening)
                m_console.note(listening.error().sentence);
        if (m_line.port != 0) // with any port nobody is expected who was told nothing
            if (const auto traces = (*server)->listenForTraces(gateway::tracePort); !traces)
                m_console.note(traces.error().sentence);
        tell(m_line, m_port, m_console);
        tellStudio(m_line, m_port, m_console);
        return server;
    }

    /// Waits beside the owner of the library until that has gone.
    ExitCode elsewhere()
    {
        auto link = std::make_unique<InstanceLink>(m_path);
        m_onInterrupt = [&link] { link->finish(); };
        const InstanceLink::End end =
            link->hold(ServeAgents{}, [&](const InstanceMessage& word) { return hear(word, *link); });
        m_onInterrupt = {};
        if (m_isInterrupted)
            return 0;
        if (m_portInstead)
            return failFor(*m_portInstead);
        if (end == InstanceLink::End::Failed)
            return m_console.fail(harmlessLine(link->error().sentence));
        if (end != InstanceLink::End::NobodyThere)
            m_patience = QDeadlineTimer(longPatience);
        if (end == InstanceLink::End::Finished)
            m_left.push_back(std::move(link)); // who left looks for the next one when this is open no more
        return std::nullopt;
    }

    bool hear(const InstanceMessage& word, InstanceLink& link)
    {
        if (std::holds_alternative<LibraryClosing>(word))
            return true;
        if (std::holds_alternative<LibraryReleased>(word)) {
            link.finish();
            return true;
        }
        const auto* serving = std::get_if<GatewayListening>(&word);
        if (serving == nullptr)
            return false;
        if (isPassedOver(serving->port)) {
            m_portInstead = serving->port;
            link.finish();
            return true;
        }
        m_hasWaited = true;
        tellWaiting(serving->port);
        return true;
    }

    /// Whoever asks for a port expects agents there. If a window later takes another one, this process goes on waiting
    /// as before.
    [[nodiscard]] bool isPassedOver(quint16 port) const
    {
        return m_line.isPortGiven && m_line.port != 0 && port != 0 && port != m_line.port && !m_hasWaited
            && m_port == 0;
    }

    int failFor(quint16 port)
    {
        return m_console.fail(cliText(QT_TRANSLATE_NOOP("CommandLine",
                                                        "Agents already connect to the Quarterdeck window at "
                                                        "http://localhost:%1, so port %2 was not opened."))
                                  .arg(port)
                                  .arg(m_line.port)
                                  .toStdString());
    }

    void tellWaiting(quint16 port)
    {
        if (m_line.isJson)
            return m_console.print(nlohmann::json{{"port", port}, {"waits", true}});
        m_console.print(
            port == 0
                ? cliText(QT_TRANSLATE_NOOP("CommandLine",
                                            "The Quarterdeck window has the library open and does not accept agents. "
                                            "When it closes, this gateway will. Press Ctrl+C to stop."))
                : cliText(QT_TRANSLATE_NOOP(
                              "CommandLine",
                              "The Quarterdeck window has the library open, and agents connect to it at "
                              "http://localhost:%1. When it closes, this gateway takes over. Press Ctrl+C to stop."))
                      .arg(port));
    }

    const CommandLine& m_line;
    Console& m_console;
    BackupScheduler::Pace m_pace;
    QString m_path;
    quint16 m_port = 0;                                ///< where agents connected last
    std::vector<std::unique_ptr<InstanceLink>> m_left; ///< to those who left the library to this process
    QDeadlineTimer m_patience{shortPatience};
    bool m_isInterrupted = false;
    bool m_hasWaited = false;             ///< beside a window
    std::optional<quint16> m_portInstead; ///< the window's, where another one was asked for
    std::function<void()> m_onInterrupt;
    InterruptHandler m_interruption;
};

} // namespace

int serveAgents(const CommandLine& line, Console& console) { return serveAgents(line, console, {}); }

int serveAgents(const CommandLine& line, Console& console, BackupScheduler::Pace pace)
{
    return Service(line, console, pace).waitUntilInterrupted();
}

} // namespace quarterdeck::app
