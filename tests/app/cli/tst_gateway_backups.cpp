#include "app/cli/commands.h"
#include "app/cli/gateway_command.h"
#include "app/cli/run_team_command.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/run_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <csignal>
#include <functional>
#include <vector>

namespace tst_gateway_backups {

using namespace quarterdeck;
using storage::Backup;
using storage::BackupKind;

namespace {

/// Empty if there is none.
std::string pathOf(BackupKind kind, const std::vector<Backup>& backups)
{
    const auto found = std::ranges::find(backups, kind, &Backup::kind);
    return found == backups.end() ? std::string() : found->path;
}

} // namespace

/// What may have the library for long without a window makes the copies that a window makes.
class TestGatewayBackups final : public QObject, protected test::RunKit
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void libraryWithoutOne_getsOneADay();
    void failedBackup_isSaidUntilOneIsMade();
    void runThatGoesOn_makesThem();

private:
    using Step = std::function<bool()>;
    /// Serves until each step has come true, in order. False if one did not.
    [[nodiscard]] bool isServedUntil(const std::vector<Step>& steps) const;
    [[nodiscard]] bool hasImported() const;
    [[nodiscard]] app::CommandLine commandLine(app::Command command) const;
    [[nodiscard]] std::vector<Backup> backups() const { return storage::listBackups(path("library.db").toStdString()); }
    /// The backups made are the daily one and the weekly one.
    [[nodiscard]] bool hasBoth() const { return backups().size() == 2; }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
};

app::CommandLine TestGatewayBackups::commandLine(app::Command command) const
{
    app::CommandLine line;
    line.command = command;
    line.library = path("library.db");
    line.port = 0;
    return line;
}

bool TestGatewayBackups::hasImported() const
{
    app::CommandLine line = commandLine(app::Command::Import);
    line.files = {test::data("who_and_when/algorithm_005.json")};
    app::Console console;
    return app::importFiles(line, console) == 0;
}

bool TestGatewayBackups::isServedUntil(const std::vector<Step>& steps) const
{
    using namespace std::chrono_literals;
    auto next = steps.begin();
    const QDeadlineTimer deadline(test::waitLimitMs);
    QTimer poll;
    connect(&poll, &QTimer::timeout, &poll, [&] {
        if ((*next)())
            ++next;
        if (next == steps.end() || deadline.hasExpired()) {
            poll.stop();
            std::raise(SIGINT);
        }
    });
    poll.start(10);
    app::Console console;
    return app::serveAgents(commandLine(app::Command::Gateway), console, {0ms, 20ms, 20ms}) == 0 && next == steps.end();
}

void TestGatewayBackups::libraryWithoutOne_getsOneADay()
{
    QVERIFY(hasImported());
    std::string daily;
    const Step hasFirst = [&] {
        daily = pathOf(BackupKind::Daily, backups());
        return hasBoth();
    };
    // The weekly one is made again by the next look, which so tells that it came, and that a daily one was not due.
    const Step withoutWeekly = [&] {
        return QFile::remove(QString::fromStdString(pathOf(BackupKind::Weekly, backups())));
    };
    const Step hasLookedAgain = [&] { return hasBoth(); };
    QVERIFY(isServedUntil({hasFirst, withoutWeekly, hasLookedAgain}));
    QVERIFY(isServedUntil({withoutWeekly, hasLookedAgain})); // one that is started later that day
    const std::vector<Backup> made = backups();
    QCOMPARE(pathOf(BackupKind::Daily, made), daily);
    for (const Backup& one : made) {
        QCOMPARE(one.sessions, 1);
        QVERIFY(one.events > 0);
        QVERIFY(storage::openLibrary(one.path, nullptr, storage::Access::ReadOnly));
    }
}

void TestGatewayBackups::failedBackup_isSaidUntilOneIsMade()
{
    const QString inTheWay = write("backups", "no folder");
    const auto said = [&](const char* words) {
        return [this, words] {
            QFile written(path("written.txt"));
            return written.open(QIODevice::ReadOnly) && written.readAll().contains(words);
        };
    };
    bool isServed = false;
    const QByteArray errors = errorsOf([&] {
        isServed = isServedUntil({said("No backup was made"), [&] { return QFile::remove(inTheWay); },
                                  said("Library backups are working again."), [&] { return hasBoth(); }});
    });
    QVERIFY2(isServed, errors);
    QCOMPARE(errors.count("No backup was made"), 1);
    QVERIFY2(errors.contains("There is no backup yet."), errors);
}

void TestGatewayBackups::runThatGoesOn_makesThem()
{
    using namespace std::chrono_literals;
    m_server->hold(); // so the team goes on until it has them
    QTimer poll;
    connect(&poll, &QTimer::timeout, &poll, [&] {
        if (!hasBoth())
            return;
        poll.stop();
        m_server->release();
    });
    poll.start(10);
    QTimer::singleShot(test::waitLimitMs, &poll, [this] { m_server->release(); });
    app::CommandLine line = lineFor(write("team.json", test::pair));
    line.answerFrom = write("answers.txt", "Yes\n");
    app::Console console(line.isJson);
    QCOMPARE(console.finish(app::runTeam(line, console, {0ms, 20ms, 20ms})), 0);
    QVERIFY(hasBoth());
}

} // namespace tst_gateway_backups

QUARTERDECK_TEST(tst_gateway_backups, TestGatewayBackups)
#include "tst_gateway_backups.moc"
