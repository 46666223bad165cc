#include "app/desktop/recovery.h"
#include "app/services/language.h"
#include "app/services/recovery_text.h"
#include "program_fixture.h"
#include "storage/open_library.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/page_test.h"
#include "ui/dialogs/recovery_report_dialog.h"
#include "ui/dialogs/restore_dialog.h"
#include "ui/theme/action_registry.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSet>
#include <QTest>
#include <QToolButton>

namespace tst_recovered_start {

using namespace quarterdeck;
using storage::RecoveredSession;
using test::ProgramFixture;
using test::waitFor;
using ui::RecoveryReportDialog;

namespace {

constexpr int sessions = 20;

} // namespace

/// What was recovered from a damaged library is reported session by session.
class TestRecoveredStart final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init() { m_program = std::make_unique<ProgramFixture>(); }
    void cleanup() { m_program->end(); }
    void parts_areNamed_data();
    void parts_areNamed();
    void sessionWithoutATitle_hasItsId();
    void cutLibrary_isReported();
    void report_staysAmongTheBackups();
    void report_isThereAtTheNextStart();
    void chosenFile_hasItsOwnReport();
    void withoutAReport_noneIsOffered();
    void fileChosenByThePerson_isReported();

private:
    /// On the library, cut to half of its size.
    void startOnHalf();
    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const
    {
        Widget* found = nullptr;
        (void)waitFor([&] {
            for (Widget* one : (*m_program)->window().findChildren<Widget*>(QLatin1String(name)))
                if (one->isVisible()) // and not one that is on its way out
                    found = one;
            return found != nullptr;
        });
        return found;
    }
    void checkReport(const RecoveryReportDialog& dialog, const storage::RecoveryReport& report) const;

    QByteArray m_file;
    std::unique_ptr<ProgramFixture> m_program;
};

void TestRecoveredStart::initTestCase()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    {
        QObject context;
        const auto library = storage::openLibrary(path.toStdString(), &context);
        QVERIFY(library);
        for (int i = 0; i < sessions; ++i) {
            const std::string id = "session " + std::to_string(i);
            test::LogBuilder log(id.c_str());
            log.start("About " + id);
            for (int message = 0; message < 60; ++message)
                log.say("Mike", std::to_string(message) + std::string(200, 'm'));
            (*library)->createSession(log.summary(), log.takeRecords(), [](const auto&) {});
        }
    }
    m_file = test::bytesOf(path);
}

void TestRecoveredStart::parts_areNamed_data()
{
    QTest::addColumn<RecoveredSession>("session");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* part, std::int64_t events, std::int64_t lost, std::int64_t messages,
                        std::int64_t lostAttachments = 0, bool isEndKnown = true) {
        QTest::newRow(part) << RecoveredSession{{}, {}, events, lost, messages, 0, lostAttachments, isEndKnown}
                            << QString::fromUtf8(part);
    };
    row("all 120 messages", 130, 0, 120);
    row("all 1 message", 2, 0, 1);
    row("all 3 events", 3, 0, 0);
    row("all 0 events", 0, 0, 0);
    row("80 of 120 events", 80, 40, 70);
    row("nothing", 0, 40, 0);
    row("all 120 messages, 2 attachments lost", 130, 0, 120, 2);
    row("80 events, more may be lost after them", 80, 0, 70, 0, false);
    row("80 of 120 events, 1 attachment lost, more may be lost after them", 80, 40, 70, 1, false);
}

void TestRecoveredStart::parts_areNamed()
{
    QFETCH(RecoveredSession, session);
    QFETCH(QString, part);
    app::Language language;
    language.use(QStringLiteral("en"));
    QCOMPARE(app::recoveredPart(session), part);
}

void TestRecoveredStart::sessionWithoutATitle_hasItsId()
{
    storage::RecoveryReport report;
    report.keptAside = "/aside.db";
    report.sessions = {{session::SessionId("whole"), "Whole", 3, 0, 2},
                       {session::SessionId("0123456789abcdef0123456789abcdef"), {}, 0, 4},
                       {session::SessionId("hurt"), "Hurt", 3, 1, 2}};
    const ui::view::RecoveryReport shown = app::reportShown(report, app::Recovered::Library);
    QCOMPARE(shown.rows.size(), std::size_t{3});
    QCOMPARE(shown.rows[0].title, QStringLiteral("0123456789ab…"));
    QCOMPARE(shown.rows[1].title, QStringLiteral("Hurt"));
    QCOMPARE(shown.rows[2].title, QStringLiteral("Whole"));
    QVERIFY2(shown.summary.contains(QStringLiteral("1 of 3 sessions recovered completely, 1 partly and 1 not at all.")),
             qPrintable(shown.summary));
    QVERIFY(shown.kept.contains(QStringLiteral("aside.db")));
}

void TestRecoveredStart::startOnHalf()
{
    const QString name = QStringLiteral("library.db");
    m_program->write(name, m_file.left(m_file.size() / 2));
    m_program->start(name);
}

void TestRecoveredStart::checkReport(const RecoveryReportDialog& dialog, const storage::RecoveryReport& report) const
{
    const auto* list = dialog.findChild<QListWidget*>(QStringLiteral("recoveryReport.list"));
    QCOMPARE(list->count(), static_cast<int>(report.sessions.size()));
    QSet<QString> told;
    for (int i = 0; i < list->count(); ++i)
        told.insert(list->item(i)->text());
    for (const RecoveredSession& session : report.sessions)
        QVERIFY2(told.contains(QString::fromStdString(session.title) + u'\n' + app::recoveredPart(session)),
                 session.id.str().c_str());
    QVERIFY(!list->item(0)->text().contains(QStringLiteral("\nall "))); // hurt ones first
}

void TestRecoveredStart::cutLibrary_isReported()
{
    startOnHalf();
    const auto& report = (*m_program)->engine().recovery();
    QVERIFY(report);
    QVERIFY(report->sessions.size() > 6);
    const auto whole = report->wholeSessions();
    QVERIFY(whole < std::ssize(report->sessions));
    const QString said = m_program->banner(QStringLiteral("recovered"));
    const QString counts =
        QStringLiteral("%1 of %2 sessions recovered completely, ").arg(whole).arg(report->sessions.size());
    QVERIFY2(said.contains(counts) && said.contains(QStringLiteral("not at all")), qPrintable(said));
    QVERIFY2(said.count(u'.') == 2, qPrintable(said)); // two sentences: a part is missing
    auto* button = shown<QPushButton>("banner.recovered.button");
    QVERIFY(button);
    QCOMPARE(button->text(), QStringLiteral("Show report…"));
    button->click();
    auto* dialog = shown<RecoveryReportDialog>("recoveryReport");
    QVERIFY(dialog);
    checkReport(*dialog, *report);
    const QStringList kept = QDir(m_program->path({})).entryList({QStringLiteral("library (damaged *).db")});
    QCOMPARE(kept.size(), 1);
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("recoveryReport.kept"))->text().contains(kept.front()));
    dialog->findChild<QPushButton*>(QStringLiteral("recoveryReport.copy"))->click();
    const QString copied = QGuiApplication::clipboard()->text();
    for (const RecoveredSession& session : report->sessions)
        QVERIFY(copied.contains(app::recoveryText(session) + u'\n'));
    QVERIFY(copied.contains(app::recoveryText(*report)));
    // What the notice says still holds.
    QVERIFY(shown<QPushButton>("banner.recovered.button"));
}

/// Also when it is open already: that one could not be clicked there.
void TestRecoveredStart::report_staysAmongTheBackups()
{
    startOnHalf();
    auto* button = shown<QPushButton>("banner.recovered.button");
    QVERIFY(button);
    button->click();
    QVERIFY(shown<RecoveryReportDialog>("recoveryReport"));
    shown<QToolButton>("banner.recovered.close")->click();
    QVERIFY(m_program->banners().isEmpty());
    (*m_program)->actions()[ui::ActionId::LibraryRestore].trigger();
    auto* backups = shown<ui::RestoreDialog>("restore");
    QVERIFY(backups);
    auto* again = shown<QPushButton>("restore.report");
    QVERIFY(again);
    again->click();
    const auto reports = (*m_program)->window().findChildren<RecoveryReportDialog*>();
    QCOMPARE(reports.size(), 1);
    QCOMPARE(reports.front()->parentWidget(), backups);
    checkReport(*reports.front(), *(*m_program)->engine().recovery());
    backups->reject();
}

/// The notice is read in the evening, and what it meant is asked the next day.
void TestRecoveredStart::report_isThereAtTheNextStart()
{
    startOnHalf();
    const storage::RecoveryReport report = *(*m_program)->engine().recovery();
    m_program->end();
    m_program->start(QStringLiteral("library.db"));
    QVERIFY(!(*m_program)->engine().recovery());
    (*m_program)->actions()[ui::ActionId::LibraryRestore].trigger();
    auto* backups = shown<ui::RestoreDialog>("restore");
    QVERIFY(backups);
    auto* button = shown<QPushButton>("restore.report");
    QVERIFY(button);
    const auto* list = backups->findChild<QListWidget*>(QStringLiteral("restore.list"));
    QCOMPARE(list->count(), 1);
    const QString told = QStringLiteral("\n%1 of %2 sessions recovered completely · ")
                             .arg(report.wholeSessions())
                             .arg(report.sessions.size());
    QVERIFY2(list->item(0)->text().contains(told), qPrintable(list->item(0)->text()));
    button->click();
    const auto* dialog = shown<RecoveryReportDialog>("recoveryReport");
    QVERIFY(dialog);
    QCOMPARE(dialog->parentWidget(), backups);
    checkReport(*dialog, report);
    const QString kept = dialog->findChild<QLabel*>(QStringLiteral("recoveryReport.kept"))->text();
    QVERIFY2(kept.startsWith(QStringLiteral("Recovered 2")), qPrintable(kept));
    QVERIFY(kept.contains(QString::fromStdString(report.keptAside)));
}

/// And without a choice the last.
void TestRecoveredStart::chosenFile_hasItsOwnReport()
{
    startOnHalf();
    const storage::RecoveryReport first = *(*m_program)->engine().recovery();
    m_program->end();
    m_program->write(QStringLiteral("library.db"), m_file.left(m_file.size() * 3 / 4));
    m_program->start(QStringLiteral("library.db"));
    const storage::RecoveryReport second = *(*m_program)->engine().recovery();
    QVERIFY(first.wholeSessions() < second.wholeSessions());
    m_program->end();
    m_program->start(QStringLiteral("library.db"));
    (*m_program)->actions()[ui::ActionId::LibraryRestore].trigger();
    const auto* backups = shown<ui::RestoreDialog>("restore");
    auto* button = shown<QPushButton>("restore.report");
    QVERIFY(backups && button);
    auto* list = backups->findChild<QListWidget*>(QStringLiteral("restore.list"));
    QCOMPARE(list->count(), 2);
    button->click();
    checkReport(*shown<RecoveryReportDialog>("recoveryReport"), second);
    for (const storage::RecoveryReport* report : {&first, &second}) {
        const QString told = QStringLiteral("\n%1 of ").arg(report->wholeSessions());
        list->setCurrentRow(list->item(0)->text().contains(told) ? 0 : 1);
        button->click();
        checkReport(*shown<RecoveryReportDialog>("recoveryReport"), *report);
        QCOMPARE(backups->findChildren<RecoveryReportDialog*>().size(), 1);
    }
}

void TestRecoveredStart::withoutAReport_noneIsOffered()
{
    m_program->write(QStringLiteral("library.db"), m_file);
    m_program->write(QStringLiteral("library (damaged 2026-11-22 02.43.11).db"), m_file.left(m_file.size() / 2));
    m_program->start(QStringLiteral("library.db"));
    (*m_program)->actions()[ui::ActionId::LibraryRestore].trigger();
    const auto* backups = shown<ui::RestoreDialog>("restore");
    QVERIFY(backups);
    const auto* list = backups->findChild<QListWidget*>(QStringLiteral("restore.list"));
    QVERIFY(waitFor([&] { return list->count() == 1; }));
    QVERIFY(!backups->findChild<QPushButton*>(QStringLiteral("restore.report"))->isVisible());
}

void TestRecoveredStart::fileChosenByThePerson_isReported()
{
    const QString aside = QStringLiteral("library (damaged 2026-11-22 02.43.11).db");
    m_program->write(aside, m_file.left(m_file.size() / 2));
    const app::NextStart next{app::NextStart::Kind::Restored, m_program->path(aside)};
    m_program->start(QStringLiteral("library.db"),
                     [&](app::LaunchOptions& options) { options = app::optionsFor(next, std::move(options)); });
    const QString said = m_program->banner(QStringLiteral("greeting"));
    QVERIFY2(said.contains(QStringLiteral("The damaged file was recovered: ")), qPrintable(said));
    auto* button = shown<QPushButton>("banner.greeting.button");
    QVERIFY(button);
    button->click();
    const auto* dialog = shown<RecoveryReportDialog>("recoveryReport");
    QVERIFY(dialog);
    QVERIFY(dialog->findChild<QListWidget*>(QStringLiteral("recoveryReport.list"))->count() > 6);
}

} // namespace tst_recovered_start

QUARTERDECK_PAGE_TEST(tst_recovered_start, TestRecoveredStart)
#include "tst_recovered_start.moc"
