#include "app/services/backup_scheduler.h"
#include "app/services/instance_server.h"
#include "program_fixture.h"
#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/disk.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/page_test.h"
#include "tests/support/waiting_file.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <csignal>
#include <future>
#include <sqlite3.h>

namespace tst_troubled_library {

using namespace quarterdeck;
using test::Disk;
using test::DiskCall;
using test::DiskFate;
using test::ProgramFixture;
using test::waitFor;

namespace {

/// By the window of another process.
bool isShown(const QString& library) { return app::InstanceClient(library).ask({}) == app::HandoffResult::Taken; }

} // namespace

/// Trouble with the library or its disk is a state of the window, with a sentence and a way out.
class TestTroubledLibrary final : public QObject
{
    Q_OBJECT

private slots:
    void fullDisk_isSaidUntilThereIsSpace();
    void diskFullBeforeTheWindow_isSaid();
    void diskFullAtStart_isTriedAgain();
    void diskFullAtStart_endsByItself();
    void noLibrary_leadsToTheBackups();
    void failedBackup_isSaid();
    void damagedContent_leadsToARecovery();
    void lostLog_leadsToTheBackups();
    void fileTakenAway_isSaidUntilItIsBack();
    void damagedLibrary_isRecovered();
    void damagedSession_isRecoveredFromTheWindow();
    void recovery_leavesTheWindowAlive();
    void laterStart_handsItsWorkToTheWindow();
    void killedOwner_leavesNothingInTheWay();
    void importingOwner_isNotWaitedFor();
    void laterImport_isDoneByTheWindow();
    void laterImport_canBeCancelled();
    void closedWindow_isSaidToWhoWaits();

private:
    /// With one session.
    void makeLibrary(const QString& name) const;
    /// The same. What the file holds.
    [[nodiscard]] QByteArray makeDamaged(const QString& name) const;
    [[nodiscard]] std::unique_ptr<QProcess> import(const QString& file) const
    {
        auto program = std::make_unique<QProcess>();
        program->start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                       {QStringLiteral("import"), file, QStringLiteral("--json"), QStringLiteral("--library"),
                        m_program.path(m_name)});
        return program;
    }
    static bool hasEnded(const QProcess& program)
    {
        return waitFor([&] { return program.state() == QProcess::NotRunning; }, ProgramFixture::longMs);
    }
    /// Any of the imports.
    [[nodiscard]] bool bannerSays(const char* words) const
    {
        const auto says = [&] {
            const QStringList names = m_program.banners();
            return std::ranges::any_of(names, [&](const QString& name) {
                return name.startsWith(QLatin1String("banner.import"))
                    && m_program.banner(name.mid(7)).contains(QLatin1String(words));
            });
        };
        return waitFor(says, ProgramFixture::longMs);
    }

    /// Takes some seconds to import.
    [[nodiscard]] QString largeFile() const
    {
        const QByteArray message = R"({"role": "user", "content": "a message that is one of very many"})";
        return m_program.write(QStringLiteral("large.json"), '[' + QByteArrayList(200'000, message).join(',') + ']');
    }

    const QString m_name = QStringLiteral("imports.db");
    Disk m_disk; ///< below all connections
    ProgramFixture m_program;
};

void TestTroubledLibrary::fullDisk_isSaidUntilThereIsSpace()
{
    m_program.start(QStringLiteral("full.db"));
    QVERIFY(m_program.banners().isEmpty());
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Write ? SQLITE_FULL : SQLITE_OK};
    });
    test::LogBuilder log("refused");
    log.start();
    m_program->engine().library()->createSession(log.summary(), log.takeRecords(), [](const auto&) {});
    const QString id = QStringLiteral("library");
    const auto says = [&](const char* words) { return m_program.banner(id).contains(QLatin1String(words)); };
    const auto* foot = m_program->window().findChild<QLabel*>(QStringLiteral("sessionsFoot"));
    QCOMPARE(foot->text(), QStringLiteral("Stored on this computer"));
    QVERIFY(waitFor([&] { return says("is full"); }, ProgramFixture::longMs));
    QCOMPARE(foot->text(), QStringLiteral("Nothing new is stored"));
    // As long as it lasts, in any language.
    m_program->actions()[ui::ActionId::LanguageChinese].trigger();
    QVERIFY(waitFor([&] { return foot->text() == QStringLiteral("不会保存任何新内容"); }));
    m_program->actions()[ui::ActionId::LanguageEnglish].trigger();
    QVERIFY(waitFor([&] { return foot->text() == QStringLiteral("Nothing new is stored"); }));
    m_disk.setRule({});
    QVERIFY(waitFor([&] { return says("stored in the library again"); }, ProgramFixture::longMs));
    QCOMPARE(foot->text(), QStringLiteral("Stored on this computer"));
    m_program.end();
}

/// The first thing that the writer does then is to index.
void TestTroubledLibrary::diskFullBeforeTheWindow_isSaid()
{
    const QString name = QStringLiteral("full before.db");
    makeLibrary(name);
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Write ? SQLITE_FULL : SQLITE_OK};
    });
    m_program.start(name);
    QVERIFY(m_program.banner(QStringLiteral("library")).contains(QStringLiteral("is full")));
    m_disk.setRule({});
    m_program.end();
}

/// No room for what SQLite's connections share.
void TestTroubledLibrary::diskFullAtStart_isTriedAgain()
{
    const QString name = QStringLiteral("full at start.db");
    makeLibrary(name);
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Map ? SQLITE_IOERR_SHMSIZE : SQLITE_OK};
    });
    m_program.start(name);
    const QString said = m_program.banner(QStringLiteral("readOnly"));
    QVERIFY2(said.contains(QStringLiteral("is full: nothing can be changed")), qPrintable(said));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs));
    // One notice, and a true one.
    QCOMPARE(m_program.banners(), QStringList{QStringLiteral("banner.readOnly")});
    m_disk.setRule({});
    auto* again = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.readOnly.button"));
    QVERIFY(again);
    QTimer::singleShot(0, again, &QPushButton::click);
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Again);
    m_program.end();
    m_program.start(
        name, [](app::LaunchOptions& options) { options = app::optionsFor({app::NextStart::Kind::Again}, options); });
    QVERIFY(!m_program->engine().library()->isReadOnly());
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Nothing);
    m_program.end();
}

void TestTroubledLibrary::diskFullAtStart_endsByItself()
{
    const QString name = QStringLiteral("full for a while.db");
    makeLibrary(name);
    m_disk.setRule([](const DiskCall& call) -> DiskFate {
        return {call.kind == DiskCall::Kind::Map ? SQLITE_IOERR_SHMSIZE : SQLITE_OK};
    });
    m_program.start(name);
    QVERIFY(!m_program.banner(QStringLiteral("readOnly")).isEmpty());
    const auto* banner = m_program->window().findChild<QWidget*>(QStringLiteral("banner.readOnly"));
    QVERIFY2(banner->accessibleDescription().contains(QStringLiteral("will try again when there is space")),
             qPrintable(banner->accessibleDescription()));
    m_disk.setRule({});
    QTimer::singleShot(ProgramFixture::longMs, &m_program->window(), [] { QCoreApplication::exit(1); });
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    const app::NextStart next = m_program->next();
    QCOMPARE(next, (app::NextStart{app::NextStart::Kind::Again, {}, true}));
    m_program.end();
    m_program.start(name, [&](app::LaunchOptions& options) {
        options = app::optionsFor(next, options);
        QCOMPARE(options.retries, 1); // the next one would wait longer
        QCOMPARE(app::optionsFor({app::NextStart::Kind::Again}, options).retries, 0);
    });
    QVERIFY(!m_program->engine().library()->isReadOnly());
    QVERIFY(m_program.banners().isEmpty());
    m_program.end();
}

void TestTroubledLibrary::noLibrary_leadsToTheBackups()
{
    const QString name = QStringLiteral("diary.db");
    m_program.write(name, "Dear diary");
    m_program.start(name);
    QVERIFY(m_program.banner(QStringLiteral("readOnly")).contains(QStringLiteral("is not a Quarterdeck library")));
    const auto button = [&](const char* which) -> QPushButton* {
        const QString wanted = QStringLiteral("banner.readOnly.") + QLatin1String(which);
        for (QPushButton* one : m_program->window().findChildren<QPushButton*>(wanted))
            if (one->isVisible()) // and not one that is on its way out
                return one;
        return nullptr;
    };
    QVERIFY(button("button"));
    button("button")->click();
    auto* dialog = m_program->window().findChild<ui::RestoreDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
    // Who has found no backup there still has the other way.
    QVERIFY(waitFor([&] { return button("otherButton") != nullptr; }));
    QTimer::singleShot(0, button("otherButton"), &QPushButton::click);
    QCOMPARE(QApplication::exec(), 0);
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Again);
    m_program.end();
}

void TestTroubledLibrary::failedBackup_isSaid()
{
    const QString name = QStringLiteral("backups.db");
    m_program.start(name);
    emit m_program->engine().backups()->troubleChanged(
        app::BackupTrouble{{conversation::ErrorCode::Io, "The backup failed.", {}}, session::Timestamp{0}});
    QCOMPARE(m_program.banner(QStringLiteral("backup")), QStringLiteral("The backup failed."));
    auto* make = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.backup.button"));
    QVERIFY(make);
    make->click();
    const auto* list = m_program->window().findChild<QListWidget*>(QStringLiteral("restore.list"));
    QVERIFY(list);
    QVERIFY(waitFor([&] { return list->count() == 1; }, ProgramFixture::longMs));
    m_program.end();
}

/// Making one more backup would not help.
void TestTroubledLibrary::damagedContent_leadsToARecovery()
{
    m_program.start(QStringLiteral("damaged content.db"));
    emit m_program->engine().backups()->troubleChanged(app::BackupTrouble{
        {conversation::ErrorCode::Damaged, "Something is damaged in “One”.", {}}, session::Timestamp{0}});
    QCOMPARE(m_program.banner(QStringLiteral("damaged")), QStringLiteral("Something is damaged in “One”."));
    auto* recover = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.damaged.button"));
    QVERIFY(recover);
    QTimer::singleShot(0, recover, &QPushButton::click);
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Recover);
    m_program.end();
}

/// A crash left only the lock's note.
void TestTroubledLibrary::lostLog_leadsToTheBackups()
{
    const QString name = QStringLiteral("lost log.db");
    makeLibrary(name);
    QVERIFY(storage::makeBackup(m_program.path(name).toStdString(), storage::BackupKind::ByHand));
    m_program.write(name + QStringLiteral(".lock"), "there is a log\n");
    m_program.start(name);
    const QString said = m_program.banner(QStringLiteral("lostLog"));
    QVERIFY2(said.contains(QStringLiteral("may be missing. The newest backup is from ")), qPrintable(said));
    auto* restore = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.lostLog.button"));
    QVERIFY(restore);
    restore->click();
    auto* dialog = m_program->window().findChild<ui::RestoreDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    const auto* list = dialog->findChild<QListWidget*>(QStringLiteral("restore.list"));
    QVERIFY(waitFor([&] { return list->count() == 1; }, ProgramFixture::longMs));
    dialog->reject();
    m_program.end();
    // Said once: the next start finds a library that was closed.
    m_program.start(name);
    QVERIFY(m_program.banners().isEmpty());
    m_program.end();
}

void TestTroubledLibrary::fileTakenAway_isSaidUntilItIsBack()
{
    const QString name = QStringLiteral("taken.db");
    m_program.start(name);
    QVERIFY(QFile::rename(m_program.path(name), m_program.path(QStringLiteral("elsewhere.db"))));
    const auto says = [&](const char* words) {
        return m_program.banner(QStringLiteral("library")).contains(QLatin1String(words));
    };
    QVERIFY(waitFor([&] { return says("is no longer where it was"); }, ProgramFixture::longMs));
    QVERIFY(says("is kept as"));
    QVERIFY(QFile::rename(m_program.path(QStringLiteral("elsewhere.db")), m_program.path(name)));
    QVERIFY(waitFor([&] { return says("stored in the library again"); }, ProgramFixture::longMs));
    m_program.end();
}

void TestTroubledLibrary::makeLibrary(const QString& name) const
{
    QObject context;
    const auto library = storage::openLibrary(m_program.path(name).toStdString(), &context);
    if (!library)
        qFatal("%s", library.error().sentence.c_str());
    test::LogBuilder log("whole");
    log.start();
    log.say("Mike", "still here");
    (*library)->createSession(log.summary(), log.takeRecords(), [](const auto&) {});
}

QByteArray TestTroubledLibrary::makeDamaged(const QString& name) const
{
    makeLibrary(name);
    QByteArray bytes = m_program.read(name);
    m_program.write(name, bytes.replace(0, 100, QByteArray(100, '\0')));
    return bytes;
}

void TestTroubledLibrary::damagedLibrary_isRecovered()
{
    const QString name = QStringLiteral("damaged.db");
    const QByteArray bytes = makeDamaged(name);
    m_program.start(name);
    const QString said = m_program.banner(QStringLiteral("recovered"));
    QVERIFY2(said.contains(QStringLiteral("1 of 1 sessions recovered completely")), qPrintable(said));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs));
    const QStringList kept = QDir(m_program.path({})).entryList({QStringLiteral("damaged (damaged *).db")});
    QCOMPARE(kept.size(), 1);
    QVERIFY(m_program.read(kept.front()) == bytes);
    m_program->window().findChild<QPushButton*>(QStringLiteral("banner.recovered.button"))->click();
    const auto* place = m_program->window().findChild<QLabel*>(QStringLiteral("recoveryReport.kept"));
    QVERIFY(place && place->text().contains(kept.front()));
    m_program.end();
}

void TestTroubledLibrary::damagedSession_isRecoveredFromTheWindow()
{
    const QString name = QStringLiteral("hurt.db");
    const auto isShown = [&](const session::SessionId& id) {
        return m_program->window().findChild<ui::transcript::TranscriptView*>()->page().shown().session == id;
    };
    test::LogBuilder hurt("hurt");
    test::LogBuilder other("other");
    {
        QObject context;
        const auto library = storage::openLibrary(m_program.path(name).toStdString(), &context);
        for (test::LogBuilder* log : {&hurt, &other}) {
            log->start(log->id().str());
            for (int i = 0; i < 200; ++i)
                log->say("Mike <" + log->id().str() + '>', std::to_string(i));
            (*library)->createSession(log->summary(), log->takeRecords(), [](const auto&) {});
        }
    }
    QByteArray file = m_program.read(name);
    for (const qsizetype page : test::pagesOfType(file, 13)) {
        const QByteArray bytes = file.mid(page * test::pageSize, test::pageSize);
        if (bytes.contains("<hurt>") && !bytes.contains("session_started"))
            file[page * test::pageSize] = '\x55';
    }
    m_program.write(name, file);
    m_program.start(name);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    m_program->workspace().openSession(other.id());
    QVERIFY(waitFor([&] { return isShown(other.id()); }, ProgramFixture::longMs));
    QVERIFY(!m_program.banners().contains(QStringLiteral("banner.damaged")));
    m_program->workspace().openSession(hurt.id());
    QVERIFY(m_program.banner(QStringLiteral("damaged")).contains(QStringLiteral("is damaged")));
    auto* button = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.damaged.button"));
    QVERIFY(button);
    QTimer::singleShot(0, button, &QPushButton::click);
    QCOMPARE(QApplication::exec(), 0); // it ends the program, as main runs it
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Recover);
    m_program.end();

    // As main continues.
    m_program.start(
        name, [](app::LaunchOptions& options) { options = app::optionsFor({app::NextStart::Kind::Recover}, options); });
    const QString said = m_program.banner(QStringLiteral("recovered"));
    QVERIFY2(said.contains(QStringLiteral("1 of 2 sessions recovered completely")), qPrintable(said));
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 2; }, ProgramFixture::longMs));
    m_program->workspace().openSession(hurt.id());
    QVERIFY(waitFor([&] { return isShown(hurt.id()); }, ProgramFixture::longMs));
    QVERIFY(!m_program.banners().contains(QStringLiteral("banner.damaged")));
    m_program.end();
}

/// The recovery's disk does not answer before the window tells how far it is.
void TestTroubledLibrary::recovery_leavesTheWindowAlive()
{
    const QString name = QStringLiteral("large damaged.db");
    (void)makeDamaged(name);
    std::promise<void> release;
    m_disk.setRule([held = release.get_future().share()](const DiskCall& call) -> DiskFate {
        const bool isHeld = call.kind == DiskCall::Kind::Write && call.path.ends_with(".recovering-wal");
        return isHeld ? DiskFate{0, false, {}, held} : DiskFate{};
    });
    bool isShown = false;
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &look, [&] {
        for (const QWidget* window : QApplication::topLevelWidgets())
            isShown |= window->objectName() == QLatin1String("recovery") && window->isVisible();
        if (isShown) {
            look.stop();
            release.set_value();
        }
    });
    look.start(1);
    m_program.start(name);
    m_disk.setRule({});
    QVERIFY(isShown);
    QVERIFY(
        m_program.banner(QStringLiteral("recovered")).contains(QStringLiteral("1 of 1 sessions recovered completely")));
    m_program.end();
}

void TestTroubledLibrary::laterStart_handsItsWorkToTheWindow()
{
    const QString name = QStringLiteral("owned.db");
    const QString file = m_program.write(QStringLiteral("hello.json"), R"([{"role": "user", "content": "hello"}])");
    m_program.start(name);
    m_program->window().showMinimized();
    const auto start = [&](const QStringList& arguments) {
        QProcess later;
        later.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                    QStringList{QStringLiteral("--library"), m_program.path(name)} + arguments);
        const bool hasEnded = waitFor([&] { return later.state() == QProcess::NotRunning; }, ProgramFixture::longMs);
        return hasEnded && later.exitStatus() == QProcess::NormalExit ? later.exitCode() : -1;
    };
    QCOMPARE(start({}), 0);
    QVERIFY(!m_program->window().isMinimized());
    QCOMPARE(start({file}), 0);
    QVERIFY(waitFor([&] { return m_program->window().isVisible() && m_program.listedSessions() == 1; },
                    ProgramFixture::longMs));
    // A picture of what is stored is taken beside it.
    const QString picture = m_program.path(QStringLiteral("out.png"));
    QCOMPARE(start({QStringLiteral("--screenshot"), picture}), 0);
    QVERIFY(QFileInfo(picture).size() > 10'000);
    m_program.end();
    QVERIFY(!isShown(m_program.path(name)));
}

void TestTroubledLibrary::killedOwner_leavesNothingInTheWay()
{
    const QString name = QStringLiteral("left.db");
    QProcess owner;
    owner.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), {QStringLiteral("--library"), m_program.path(name)});
    QVERIFY(waitFor([&] { return isShown(m_program.path(name)); }, ProgramFixture::longMs));
    owner.kill();
    QVERIFY(owner.waitForFinished(ProgramFixture::longMs));
    QVERIFY(!isShown(m_program.path(name)));
    m_program.start(name);
    QVERIFY(!m_program->engine().library()->isReadOnly());
    // The asked one must answer while this thread waits: another process asks.
    QProcess later;
    later.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"), {QStringLiteral("--library"), m_program.path(name)});
    QVERIFY(waitFor([&] { return later.state() == QProcess::NotRunning; }, ProgramFixture::longMs));
    QCOMPARE(later.exitCode(), 0);
    m_program.end();
}

/// The window is there at once and says what it would wait for.
void TestTroubledLibrary::importingOwner_isNotWaitedFor()
{
    const QString name = QStringLiteral("busy.db");
    test::WaitingFile waiting(m_program.path(QStringLiteral("waiting.json")));
    QProcess owner;
    owner.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck"),
                {QStringLiteral("import"), waiting.path(), QStringLiteral("--library"), m_program.path(name)});
    QVERIFY(waitFor([&] {
        app::InstanceClient claim(m_program.path(name));
        return claim.ask({}) == app::HandoffResult::Nobody && !claim.importing().isEmpty();
    }));
    app::LaunchOptions asked;
    m_program.start(name, [&](app::LaunchOptions& options) {
        QVERIFY(!app::showInRunningInstance(options));
        asked = options;
    });
    QVERIFY(m_program->engine().library()->isReadOnly());
    const QString said = m_program.banner(QStringLiteral("readOnly"));
    QVERIFY2(said.contains(QStringLiteral("is importing “waiting.json”")), qPrintable(said));
    waiting.release();
    QVERIFY(hasEnded(owner));
    auto* again = m_program->window().findChild<QPushButton*>(QStringLiteral("banner.readOnly.button"));
    QVERIFY(again);
    QTimer::singleShot(0, again, &QPushButton::click);
    QCOMPARE(QApplication::exec(), 0);
    QCOMPARE(m_program->next().kind, app::NextStart::Kind::Again);
    m_program.start(
        name, [&](app::LaunchOptions& options) { options = app::optionsFor({app::NextStart::Kind::Again}, asked); });
    QVERIFY(!m_program->engine().library()->isReadOnly());
    m_program.end();
}

void TestTroubledLibrary::laterImport_isDoneByTheWindow()
{
    const QString file = m_program.write(QStringLiteral("hello.json"), R"([{"role": "user", "content": "hello"}])");
    m_program.start(m_name);
    const auto one = import(file);
    const auto other = import(m_program.write(QStringLiteral("noise.json"), "noise"));
    QVERIFY(hasEnded(*one) && hasEnded(*other));
    QCOMPARE(one->exitCode(), 0);
    QCOMPARE(other->exitCode(), 1);
    QVERIFY(other->readAllStandardError().contains("noise.json"));
    const QJsonObject report = QJsonDocument::fromJson(one->readAllStandardOutput()).object();
    const QJsonObject told = report.value(QStringLiteral("files")).toArray().at(0).toObject();
    QCOMPARE(told.value(QStringLiteral("file")).toString(), file);
    QCOMPARE(told.value(QStringLiteral("messages")).toInt(), 1);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs));
    m_program.end();
}

void TestTroubledLibrary::laterImport_canBeCancelled()
{
    m_program.start(m_name);
    QVERIFY(waitFor([&] { return m_program.listedSessions() == 1; }, ProgramFixture::longMs)); // of the test before
    const auto guest = import(largeFile());
    QVERIFY(bannerSays("Importing 1 file"));
    ::kill(static_cast<pid_t>(guest->processId()), SIGINT);
    QVERIFY(hasEnded(*guest));
    QCOMPARE(guest->exitStatus(), QProcess::NormalExit);
    QCOMPARE(guest->exitCode(), 1);
    QVERIFY(guest->readAllStandardError().contains("was cancelled."));
    QCOMPARE(m_program.listedSessions(), 1);
    m_program.end();
}

void TestTroubledLibrary::closedWindow_isSaidToWhoWaits()
{
    m_program.start(m_name);
    const auto guest = import(largeFile());
    QVERIFY(bannerSays("Importing 1 file"));
    m_program.end();
    QVERIFY(hasEnded(*guest));
    QCOMPARE(guest->exitCode(), 1);
    QVERIFY(guest->readAllStandardError().contains("quit before the import was finished"));
}

} // namespace tst_troubled_library

QUARTERDECK_PAGE_TEST(tst_troubled_library, TestTroubledLibrary)
#include "tst_troubled_library.moc"
