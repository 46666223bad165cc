#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/log_builder.h"
#include "tests/storage/support/promise.h"
#include "tests/support/test.h"

#include <QDir>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace tst_recovery_report {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::SessionKind;
using storage::openLibrary;
using storage::RecoveredSession;
using storage::RecoveryReport;
using test::await;
using test::LogBuilder;
using test::pageSize;

namespace {

constexpr int sessions = 60;
const QString copyName = QStringLiteral("backups/library 2026-11-22 02.43.11.042 daily.db");

/// Which kind the log and the list's row are: what came from a file is a recording, whatever it was there.
struct Kinds
{
    SessionKind log;
    SessionKind row;
};
constexpr std::array kinds = {
    Kinds{SessionKind::Team, SessionKind::Team},     Kinds{SessionKind::Imported, SessionKind::Imported},
    Kinds{SessionKind::Demo, SessionKind::Demo},     Kinds{SessionKind::Remote, SessionKind::Remote},
    Kinds{SessionKind::Team, SessionKind::Imported},
};

LogBuilder logOf(int number)
{
    const std::string id = "session " + std::to_string(number);
    LogBuilder log(id.c_str());
    conversation::SessionStarted started;
    started.kind = kinds[static_cast<std::size_t>(number) % kinds.size()].log;
    started.title = "About " + id + ' ' + std::string(150, 't'); // so that the list takes several pages
    log.add(started);
    const int messages = 10 + number * 2;
    for (int i = 0; i < messages; ++i)
        log.say("Mike", id + " says " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 7 * 40), 'm'));
    return log;
}

bool isOfTheList(const QByteArray& page) { return page.startsWith('\x0d') && page.contains("not_started"); }

} // namespace

/// A recovery reports the truth: what it calls whole is complete, and it says if it cannot know.
class RecoveryReportTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void report_isTrue_data();
    void report_isTrue();
    void cutFile_isNotCalledWhole();
    void lostRows_areMadeOfTheLogs();
    void sessionsWithoutAName_getOne();
    void renamedSession_isCalledAsThePersonCallsIt();
    void logAlone_isRead_data();
    void logAlone_isRead();
    void uselessLogAlone_staysAsItIs();
    void newestCopy_isTheLibraryAsItWas();
    void cleanupTestCase();

private:
    using Lost = std::vector<qsizetype>; ///< pages
    [[nodiscard]] RecoveryReport recover(const QByteArray& file);
    void check(const RecoveryReport& report, const QByteArray& file, const Lost& lost);
    /// Of all sessions of the recovered library.
    [[nodiscard]] QByteArray faults();
    [[nodiscard]] QByteArray without(const Lost& lost) const;
    [[nodiscard]] bool touchesTheList(const Lost& lost) const;

    QByteArray m_file;
    std::map<std::string, std::int64_t> m_events; ///< of each session
    std::unique_ptr<QTemporaryDir> m_folder;
    QObject m_context;
    int m_reports = 0;
};

void RecoveryReportTest::initTestCase()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    {
        const auto library = openLibrary(path.toStdString(), &m_context);
        for (int i = 0; i < sessions; ++i) {
            LogBuilder log = logOf(i);
            SessionSummary summary = log.summary();
            summary.kind = kinds[static_cast<std::size_t>(i) % kinds.size()].row;
            m_events[log.id().str()] = log.state().lastSeq().value;
            QVERIFY(await<Nothing>([&](auto done) { (*library)->createSession(summary, log.takeRecords(), done); }));
        }
    }
    m_file = test::bytesOf(path);
    int pagesOfList = 0;
    for (const qsizetype page : test::pagesOfType(m_file, 13))
        pagesOfList += isOfTheList(m_file.mid(page * pageSize, pageSize)) ? 1 : 0;
    QVERIFY(pagesOfList > 3);
}

void RecoveryReportTest::cleanupTestCase()
{
    test::countPromise(4, QStringLiteral("%1 reports of recoveries compared with what there was").arg(m_reports));
}

RecoveryReport RecoveryReportTest::recover(const QByteArray& file)
{
    m_folder = std::make_unique<QTemporaryDir>();
    QDir(m_folder->path()).mkdir(QStringLiteral("backups"));
    test::put(m_folder->filePath(copyName), m_file);
    const QString path = m_folder->filePath(QStringLiteral("library.db"));
    test::put(path, file);
    auto report = storage::recoverLibrary(path.toStdString());
    ++m_reports;
    return report ? std::move(*report) : RecoveryReport{};
}

QByteArray RecoveryReportTest::faults()
{
    const auto library = openLibrary(m_folder->filePath(QStringLiteral("library.db")).toStdString(), &m_context);
    if (!library)
        return QByteArray::fromStdString(library.error().sentence);
    const auto list = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
    if (!list)
        return "the list cannot be read";
    for (const SessionSummary& one : *list) {
        const auto check = await<SessionCheck>([&](auto done) { (*library)->verifySession(one.id, done); });
        if (!check || !check->isSound())
            return QByteArray::fromStdString(one.id.str() + ": "
                                             + (check ? check->faults.front() : check.error().sentence));
    }
    return {};
}

QByteArray RecoveryReportTest::without(const Lost& lost) const
{
    QByteArray file = m_file;
    for (const qsizetype page : lost)
        file.replace(page * pageSize, pageSize, QByteArray(pageSize, '\0'));
    return file;
}

/// Or may do so: which table a page within a tree belongs to is not seen here.
bool RecoveryReportTest::touchesTheList(const Lost& lost) const
{
    return std::ranges::any_of(lost, [&](qsizetype page) {
        const QByteArray bytes = m_file.mid(page * pageSize, pageSize);
        return isOfTheList(bytes) || bytes.startsWith('\x05') || bytes.contains("CREATE ");
    });
}

void RecoveryReportTest::check(const RecoveryReport& report, const QByteArray& file, const Lost& lost)
{
    for (const RecoveredSession& session : report.sessions) {
        const auto known = m_events.find(session.id.str());
        if (!session.isEndKnown) {
            QVERIFY(!session.isWhole());
            continue;
        }
        QVERIFY(known != m_events.end());
        QCOMPARE(session.events + session.lost, known->second);
        QCOMPARE(session.isWhole(), session.events == known->second);
    }
    const bool isCut = file.size() < m_file.size();
    if (report.sessions.size() < m_events.size() || isCut)
        QVERIFY(report.isPartMissing);
    if (!isCut && !touchesTheList(lost)) {
        QVERIFY(!report.isPartMissing);
        QCOMPARE(report.sessions.size(), m_events.size());
    }
    QVERIFY(report.newestCopy);
    QCOMPARE(report.newestCopy->sessions, std::int64_t{sessions});
    QCOMPARE(faults(), QByteArray());
}

void RecoveryReportTest::report_isTrue_data()
{
    QTest::addColumn<bool>("isCut");
    QTest::newRow("cut anywhere") << true;
    QTest::newRow("pages lost anywhere") << false;
}

void RecoveryReportTest::report_isTrue()
{
    QFETCH(bool, isCut);
    const int times = test::isFull() ? 100 : 8;
    const auto pages = static_cast<int>(m_file.size() / pageSize);
    for (int i = 0; i < times; ++i) {
        QRandomGenerator random(static_cast<quint32>(i));
        Lost lost;
        QByteArray file = m_file;
        if (isCut) {
            file.truncate(random.bounded(static_cast<int>(file.size())));
        } else {
            for (int n = 1 + random.bounded(1 + 2 * i); n > 0; --n)
                lost.push_back(1 + random.bounded(pages - 1));
            file = without(lost);
        }
        const RecoveryReport report = recover(file);
        if (!report.sessions.empty()) // nothing of it is left to find
            check(report, file, lost);
        if (QTest::currentTestFailed()) {
            qWarning("at number %d", i);
            return;
        }
    }
}

void RecoveryReportTest::cutFile_isNotCalledWhole()
{
    const QByteArray file = m_file.left(m_file.size() * 2 / 5 / pageSize * pageSize);
    const RecoveryReport report = recover(file);
    QVERIFY(!report.sessions.empty());
    check(report, file, {});
    QVERIFY(report.isPartMissing);
    QVERIFY(!report.isWhole());
}

void RecoveryReportTest::lostRows_areMadeOfTheLogs()
{
    std::vector<qsizetype> ofList;
    for (const qsizetype page : test::pagesOfType(m_file, 13))
        if (isOfTheList(m_file.mid(page * pageSize, pageSize)))
            ofList.push_back(page);
    for (const Lost& lost : {Lost{ofList.front()}, Lost{ofList.back()}, ofList}) {
        const RecoveryReport report = recover(without(lost));
        QCOMPARE(report.sessions.size(), m_events.size());
        std::set<std::string> rowsLost;
        for (const RecoveredSession& one : report.sessions)
            if (!one.isEndKnown)
                rowsLost.insert(one.id.str());
        QVERIFY(!rowsLost.empty());
        QVERIFY(report.isPartMissing);
        QVERIFY(report.wholeSessions() < sessions);
        check(report, m_file, lost);
        const auto library = openLibrary(m_folder->filePath(QStringLiteral("library.db")).toStdString(), &m_context);
        const auto list = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
        QVERIFY(list && list->size() == std::size_t{sessions});
        for (const SessionSummary& one : *list) {
            const int number = std::stoi(one.title.substr(std::string("About session ").size()));
            const Kinds& was = kinds[static_cast<std::size_t>(number) % kinds.size()];
            QCOMPARE(one.kind, rowsLost.contains(one.id.str()) ? was.log : was.row);
            // Its row is lost, but the index of the list has its name.
            QCOMPARE(one.id.str(), "session " + std::to_string(number));
        }
    }
}

/// The index of the list is lost, too, or its beginning is.
void RecoveryReportTest::sessionsWithoutAName_getOne()
{
    Lost lost;
    for (const qsizetype page : test::pagesOfType(m_file, 13))
        if (isOfTheList(m_file.mid(page * pageSize, pageSize)))
            lost.push_back(page);
    for (const qsizetype page : test::pagesOfType(m_file, 10))
        if (m_file.mid(page * pageSize, pageSize).contains("session 17"))
            lost.push_back(page);
    const RecoveryReport report = recover(without(lost));
    QCOMPARE(report.sessions.size(), m_events.size());
    for (const RecoveredSession& one : report.sessions)
        QVERIFY2(one.id.str().starts_with("recovered-"), one.id.str().c_str());
    QCOMPARE(faults(), QByteArray());
}

void RecoveryReportTest::renamedSession_isCalledAsThePersonCallsIt()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    {
        const auto library = openLibrary(path, &m_context);
        for (const int number : {1, 2}) {
            LogBuilder log = logOf(number);
            QVERIFY(
                await<Nothing>([&](auto done) { (*library)->createSession(log.summary(), log.takeRecords(), done); }));
        }
        SessionLabels labels;
        labels.title = "The one that matters";
        QVERIFY(await<Nothing>([&](auto done) { (*library)->setLabels(SessionId("session 2"), labels, done); }));
    }
    const auto report = storage::recoverLibrary(path);
    QVERIFY(report);
    QCOMPARE(report->sessions.size(), std::size_t{2});
    for (const RecoveredSession& one : report->sessions)
        QCOMPARE(one.title, one.id == SessionId("session 2") ? "The one that matters" : logOf(1).state().title());
}

void RecoveryReportTest::logAlone_isRead_data()
{
    QTest::addColumn<bool>("isEmptyFileThere");
    QTest::newRow("no file") << false;
    QTest::newRow("an empty file") << true;
}

/// SQLite throws such a log away.
void RecoveryReportTest::logAlone_isRead()
{
    QFETCH(bool, isEmptyFileThere);
    const test::Original original = test::makeOriginal("alone", false);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    if (isEmptyFileThere)
        test::put(path, {});
    test::put(path + QStringLiteral("-wal"), original.log);
    QVERIFY(!openLibrary(path.toStdString(), &m_context));
    QCOMPARE(test::bytesOf(path + QStringLiteral("-wal")), original.log);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QVERIFY(report->isFromLogAlone);
    QCOMPARE(test::bytesOf(QString::fromStdString(report->keptAside) + QStringLiteral("-wal")), original.log);
    // What was written last is in it.
    const auto library = openLibrary(path.toStdString(), &m_context);
    QVERIFY(library);
    const auto found = std::ranges::find(report->sessions, SessionId("session alone90"), &RecoveredSession::id);
    QVERIFY(found != report->sessions.end());
    const auto events = await<std::vector<conversation::Event>>(
        [&](auto done) { (*library)->readEvents(found->id, {0}, 1'000'000, done); });
    QVERIFY(events);
    QCOMPARE(*events, original.sessions.at("session alone90").events());
    ++m_reports;
}

void RecoveryReportTest::uselessLogAlone_staysAsItIs()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    const QByteArray log(100'000, 'x');
    test::put(path + QStringLiteral("-wal"), log);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(!report);
    QCOMPARE(report.error().code, conversation::ErrorCode::Damaged);
    QVERIFY(QString::fromStdString(report.error().sentence).contains(QStringLiteral("Only the log")));
    QCOMPARE(test::bytesOf(path + QStringLiteral("-wal")), log);
    QVERIFY(!QFile::exists(path));
    ++m_reports;
}

/// And not what the person has replaced on purpose, however late.
void RecoveryReportTest::newestCopy_isTheLibraryAsItWas()
{
    QVERIFY(recover(m_file).isWhole());
    const QString path = m_folder->filePath(QStringLiteral("library.db"));
    const auto named = [&](const char* name) { return m_folder->filePath(QString::fromLatin1(name)); };
    test::put(named("library (replaced 2026-12-22 02.43.11).db"), m_file);
    test::put(named("backups/library 2026-12-21 02.43.11.042 daily.db"), "of no use");
    auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(report && report->newestCopy);
    QCOMPARE(report->newestCopy->path, m_folder->filePath(copyName).toStdString());
    test::put(named("library (kept 2026-12-20 02.43.11).db"), m_file);
    report = storage::recoverLibrary(path.toStdString());
    QVERIFY(report && report->newestCopy);
    QCOMPARE(report->newestCopy->kind, storage::BackupKind::Kept);
}

} // namespace tst_recovery_report

QUARTERDECK_TEST(tst_recovery_report, RecoveryReportTest)
#include "tst_recovery_report.moc"
