#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/open_session.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

namespace quarterdeck::app {

using nlohmann::json;
using session::LibraryHealth;
using session::SessionCheck;
using session::SessionSummary;

namespace {

QString say(const char* text) { return QCoreApplication::translate("CommandLine", text); }

struct Findings
{
    LibraryHealth health;
    std::vector<SessionCheck> sessions;
    [[nodiscard]] std::int64_t unsound() const
    {
        return std::ranges::count_if(sessions, [](const SessionCheck& one) { return !one.isSound(); });
    }
    [[nodiscard]] bool isSound() const { return health.integrity == "ok" && unsound() == 0; }
};

session::Result<Findings> examine(session::Library& library, Console& console)
{
    Findings findings;
    console.progress(say(QT_TRANSLATE_NOOP("CommandLine", "Checking the library file")));
    auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(std::move(done)); });
    if (!health) {
        return tl::unexpected(health.error());
    }
    findings.health = std::move(*health);
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(std::move(done)); });
    if (!sessions) {
        return tl::unexpected(sessions.error());
    }
    for (const SessionSummary& one : *sessions) {
        console.progress(say(QT_TRANSLATE_NOOP("CommandLine", "Checking session %1 of %2"))
                             .arg(findings.sessions.size() + 1)
                             .arg(sessions->size()));
        auto check = await<SessionCheck>([&](auto done) { library.verifySession(one.id, std::move(done)); });
        if (!check) {
            return tl::unexpected(check.error());
        }
        findings.sessions.push_back(std::move(*check));
    }
    return findings;
}

json toJson(const Findings& findings)
{
    json sessions = json::array();
    for (const SessionCheck& one : findings.sessions) {
        sessions.push_back(
            {{"id", one.id.str()}, {"events", one.events}, {"snapshots", one.snapshots}, {"faults", one.faults}});
    }
    return {{"library", findings.health.path},
            {"integrity", findings.health.integrity},
            {"is_sound", findings.isSound()},
            {"sessions", sessions}};
}

void printText(const Findings& findings, Console& console)
{
    for (const SessionCheck& one : findings.sessions) {
        for (const std::string& fault : one.faults) {
            console.print(QString::fromStdString(one.id.str()) + QStringLiteral("  ") + harmlessLine(fault));
        }
    }
    if (findings.isSound()) {
        console.print(say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is sound: %2 sessions with %3 events."))
                          .arg(QString::fromStdString(findings.health.path), QString::number(findings.sessions.size()),
                               QString::number(findings.health.events)));
    }
}

} // namespace

int checkLibrary(const CommandLine& line, Console& console)
{
    const auto library = openForReading(line, console);
    if (!library) {
        return console.fail(library.error().sentence);
    }
    const auto findings = examine(**library, console);
    if (!findings) {
        return console.fail(findings.error().sentence);
    }
    if (line.isJson) {
        console.print(toJson(*findings));
    } else {
        printText(*findings, console);
    }
    if (findings->isSound()) {
        return 0;
    }
    const QString path = QString::fromStdString(findings->health.path);
    return console.fail(
        findings->health.integrity != "ok"
            ? say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is damaged: %2"))
                  .arg(path, QString::fromStdString(findings->health.integrity))
            : say(QT_TRANSLATE_NOOP("CommandLine", "“%1” is damaged: %2 of its sessions do not agree with their logs."))
                  .arg(path, QString::number(findings->unsound())));
}

} // namespace quarterdeck::app
