#include "app/commands/commands.h"
#include "app/commands/import_by_owner.h"
#include "app/commands/interruption.h"
#include "app/commands/open_session.h"
#include "gateway/access_token.h"
#include "gateway/gateway.h"
#include "session/session_hub.h"
#include "storage/open_library.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

namespace {

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

void tell(const CommandLine& line, std::uint16_t port, Console& console)
{
    if (line.isJson)
        console.print(nlohmann::json{{"port", port}});
    else
        console.print(say(QT_TRANSLATE_NOOP("CommandLine",
                                            "Agents connect to http://localhost:%1, and their sessions are stored in "
                                            "the library. Ctrl+C ends it."))
                          .arg(port));
}

gateway::StudioAccess studioAccess(const CommandLine& line)
{
    return line.studio == QStringLiteral("token") ? gateway::StudioAccess::WithToken
        : line.studio == QStringLiteral("off")    ? gateway::StudioAccess::Off
                                                  : gateway::StudioAccess::Open;
}

/// How those come in that send no token, where that is not as usual. The token itself is not printed.
void tellStudio(const CommandLine& line, std::uint16_t port, Console& console)
{
    const gateway::StudioAccess access = studioAccess(line);
    if (access == gateway::StudioAccess::Off)
        console.note(say(QT_TRANSLATE_NOOP("CommandLine", "Programs of AgentScope are not let in.")).toStdString());
    if (access == gateway::StudioAccess::WithToken)
        console.note(say(QT_TRANSLATE_NOOP("CommandLine",
                                           "Programs of AgentScope name the token in their address: "
                                           "studio_url=\"http://localhost:%1?token=…\"; it is in %2."))
                         .arg(QString::number(port), QString::fromStdString(gateway::accessTokenPath()))
                         .toStdString());
}

} // namespace

int serveAgents(const CommandLine& line, Console& console)
{
    QObject completions;
    const auto library = storage::openLibrary(libraryPath(line), &completions);
    if (!library && library.error().code == conversation::ErrorCode::Locked)
        return console.fail(say(QT_TRANSLATE_NOOP(
            "CommandLine", "Another running Quarterdeck has this library open; agents connect to that one.")));
    if (!library)
        return console.fail(library.error().sentence);
    if (const auto reason = (*library)->readOnlyReason())
        return console.fail(reason->sentence);
    ImportService imports(*library, QString::fromStdString(libraryPath(line)));
    session::SessionHub hub(*library);
    hub.start();
    QObject::connect(&imports, &ImportService::partEnded, &hub, &session::SessionHub::refresh);
    const auto token = gateway::accessTokenAt(gateway::accessTokenPath());
    if (!token)
        console.note(token.error().sentence);
    const auto server = gateway::Gateway::start(hub, line.port, token.value_or(std::string()), studioAccess(line));
    if (!server)
        return console.fail(server.error().sentence);
    if ((*server)->port() == gateway::studioPort)
        if (const auto traces = (*server)->listenForTraces(gateway::tracePort); !traces)
            console.note(traces.error().sentence);
    tell(line, (*server)->port(), console);
    tellStudio(line, (*server)->port(), console);
    QEventLoop loop;
    const Interruption interruption([&loop] { loop.quit(); });
    loop.exec();
    return 0;
}

} // namespace quarterdeck::app
