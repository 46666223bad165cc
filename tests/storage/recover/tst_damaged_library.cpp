#include "model/conversation/attachments.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace tst_damaged_library {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using storage::openLibrary;
using storage::RecoveredSession;
using storage::RecoveryReport;
using test::await;
using test::bytesOf;
using test::Corruption;
using test::Damage;
using test::makeOriginal;
using test::Original;
using test::pageSize;
using test::pagesOfType;
using test::put;

/// Real files, damaged at random: no crash, no silent new file, and everything that was not touched is back.
class DamagedLibraryTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatWasNotTouched_isBack_data();
    void whatWasNotTouched_isBack();
    void report_tellsWhatWasLost();
    void noLibrary_staysAsItIs();
    void wholeLibrary_comesBackWhole();
    void olderLog_doublesNothing_data();
    void olderLog_doublesNothing();
    void lockedLibrary_isLeftAlone();
    void cleanupTestCase();

private:
    void checkOne(const Corruption& kind, const Original& original, QRandomGenerator& random);
    /// What cannot be opened, or is not sound, is recovered.
    std::shared_ptr<Library> openOrRecover(const QString& path);
    [[nodiscard]] static QByteArray faultsOf(Library& library);
    void compare(Library& library, const Original& original, const Damage& damage);

    QObject m_context;
    Original m_closed;
    Original m_open;
    int m_corruptions = 0;
    int m_recovered = 0;
    int m_compared = 0; ///< sessions
};

void DamagedLibraryTest::initTestCase()
{
    m_closed = makeOriginal("s", true);
    m_open = makeOriginal("s", false);
    QVERIFY(m_closed.log.isEmpty());
    QVERIFY(!m_open.log.isEmpty());
}

void DamagedLibraryTest::cleanupTestCase()
{
    // Most leave most alone. Of single rows nothing can be said.
    if (m_corruptions >= 2 * static_cast<int>(test::corruptions().size()))
        QVERIFY2(m_compared >= m_corruptions, "what was touched is said of too much");
    test::countPromise(
        4,
        QStringLiteral("%1 corruptions, of which %2 needed recovery: all %3 sessions that were not touched are back")
            .arg(m_corruptions)
            .arg(m_recovered)
            .arg(m_compared));
}

QByteArray DamagedLibraryTest::faultsOf(Library& library)
{
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(done); });
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!health || !sessions)
        return "it cannot be read";
    if (health->integrity != "ok")
        return QByteArray::fromStdString(health->integrity);
    for (const SessionSummary& summary : *sessions) {
        const auto check = await<SessionCheck>([&](auto done) { library.verifySession(summary.id, done); });
        if (!check || !check->isSound())
            return QByteArray::fromStdString(summary.id.str() + ": "
                                             + (check ? check->faults.front() : check.error().sentence));
    }
    return {};
}

std::shared_ptr<Library> DamagedLibraryTest::openOrRecover(const QString& path)
{
    {
        const auto library = openLibrary(path.toStdString(), &m_context);
        if (library && faultsOf(**library).isEmpty())
            return *library;
    }
    const QByteArray damaged = bytesOf(path);
    std::vector<int> told;
    const auto report = storage::recoverLibrary(path.toStdString(), [&](int percent) { told.push_back(percent); });
    if (told.empty() || told.front() != 0 || told.back() > 100 || !std::ranges::is_sorted(told, std::less_equal{}))
        QTest::qFail("its progress makes no sense", __FILE__, __LINE__);
    if (report && told.back() != 100)
        QTest::qFail("its progress does not come to its end", __FILE__, __LINE__);
    if (!report) {
        // Nothing of it can be found; then the file is where it was.
        if (report.error().code != ErrorCode::Damaged || bytesOf(path) != damaged)
            QTest::qFail(report.error().detail.c_str(), __FILE__, __LINE__);
        return nullptr;
    }
    ++m_recovered;
    if (bytesOf(QString::fromStdString(report->keptAside)) != damaged)
        QTest::qFail("the damaged file was changed", __FILE__, __LINE__);
    const auto library = openLibrary(path.toStdString(), &m_context);
    const QByteArray faults = library ? faultsOf(**library) : QByteArray("it does not open");
    if (!faults.isEmpty())
        QTest::qFail(faults.constData(), __FILE__, __LINE__);
    return library ? *library : nullptr;
}

void DamagedLibraryTest::compare(Library& library, const Original& original, const Damage& damage)
{
    for (const auto& [id, log] : original.sessions) {
        if (damage.hasTouched(original.marks.at(id)))
            continue;
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(log.id(), {0}, 1'000'000, done); });
        QVERIFY2(events, (id + ": " + (events ? "" : events.error().sentence)).c_str());
        QVERIFY2(*events == log.events(), id.c_str());
        const std::string picture = conversation::attachmentsOf(log.events().back().body).front().hash.str();
        QVERIFY(await<std::string>([&](auto done) { library.readAttachment(AttachmentHash(picture), done); }));
        ++m_compared;
    }
}

void DamagedLibraryTest::checkOne(const Corruption& kind, const Original& original, QRandomGenerator& random)
{
    Damage damage{original.file, original.log, {}};
    kind.run(damage, random);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    put(path, damage.file);
    if (!damage.log.isEmpty())
        put(path + QStringLiteral("-wal"), damage.log);
    const std::shared_ptr<Library> library = openOrRecover(path);
    ++m_corruptions;
    if (library)
        compare(*library, original, damage);
    else
        QVERIFY2(damage.touched.size() > 0, "nothing came back of a file that was hardly touched");
}

void DamagedLibraryTest::whatWasNotTouched_isBack_data()
{
    QTest::addColumn<int>("kind");
    for (std::size_t i = 0; i < test::corruptions().size(); ++i)
        QTest::newRow(test::corruptions()[i].name) << static_cast<int>(i);
}

void DamagedLibraryTest::whatWasNotTouched_isBack()
{
    QFETCH(int, kind);
    const int times = test::isFull() ? 20 : 2;
    for (int i = 0; i < times; ++i) {
        QRandomGenerator random(static_cast<quint32>(kind * 1000 + i));
        const Corruption& corruption = test::corruptions()[static_cast<std::size_t>(kind)];
        const bool isOpen = i % 2 == 1 && !corruption.isOfClosed;
        checkOne(corruption, isOpen ? m_open : m_closed, random);
        if (QTest::currentTestFailed()) {
            qWarning("at number %d", i);
            return;
        }
    }
}

void DamagedLibraryTest::report_tellsWhatWasLost()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QByteArray file = m_closed.file;
    const std::string hurt = "session s200";
    for (const qsizetype page : pagesOfType(file, 13)) {
        const QByteArray bytes = file.mid(page * pageSize, pageSize);
        if (!bytes.contains(m_closed.marks.at(hurt)) || !bytes.contains("message_published")
            || bytes.contains("session_started") || bytes.contains("image/png"))
            continue;
        file.replace(page * pageSize, pageSize, QByteArray(pageSize, '\0'));
        break;
    }
    put(path, file);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY2(report, report ? "" : report.error().sentence.c_str());
    QVERIFY(report->keptAside.find("library (damaged 20") != std::string::npos);
    QCOMPARE(report->sessions.size(), m_closed.sessions.size());
    QCOMPARE(report->wholeSessions(), static_cast<std::int64_t>(m_closed.sessions.size()) - 1);
    for (const RecoveredSession& session : report->sessions) {
        QCOMPARE(session.isWhole(), session.id.str() != hurt);
        QCOMPARE(session.events + session.lost, m_closed.sessions.at(session.id.str()).state().lastSeq().value);
        QCOMPARE(session.title, m_closed.sessions.at(session.id.str()).state().title());
    }
    QVERIFY(report->lostEvents() > 0);
    // The events after the gap are there, too.
    const auto library = openLibrary(path.toStdString(), &m_context);
    const EventSeq before{m_closed.sessions.at(hurt).state().lastSeq().value - 1};
    const auto last = await<std::vector<conversation::Event>>(
        [&](auto done) { (*library)->readEvents(SessionId(hurt), before, 1, done); });
    QVERIFY(last && last->size() == 1);
    QCOMPARE(last->front(), m_closed.sessions.at(hurt).events().back());
}

void DamagedLibraryTest::noLibrary_staysAsItIs()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("diary.txt"));
    const QByteArray diary = QByteArray("Dear diary, this is no library.\n").repeated(1000);
    put(path, diary);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Damaged);
    QCOMPARE(bytesOf(path), diary);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{QStringLiteral("diary.txt")});
}

void DamagedLibraryTest::wholeLibrary_comesBackWhole()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    put(path, m_open.file);
    put(path + QStringLiteral("-wal"), m_open.log);
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(report);
    QCOMPARE(report->wholeSessions(), static_cast<std::int64_t>(m_open.sessions.size()));
    const auto library = openLibrary(path.toStdString(), &m_context);
    QVERIFY(library);
    QCOMPARE(faultsOf(**library), QByteArray());
    compare(**library, m_open, {});
}

void DamagedLibraryTest::olderLog_doublesNothing_data()
{
    QTest::addColumn<bool>("hasIndex"); ///< the index of the list stands in the log, too
    QTest::addColumn<int>("messages");  ///< of what came after it
    QTest::newRow("their keys are known") << false << 20;
    QTest::newRow("their keys are not known") << true << 20;
    QTest::newRow("short ones, their keys are known") << false << 0;
    QTest::newRow("short ones, their keys are not known") << true << 0;
}

/// It lists no session begun after it; their events are in the file that lists them.
void DamagedLibraryTest::olderLog_doublesNothing()
{
    QFETCH(bool, hasIndex);
    QFETCH(int, messages);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    test::Story story;
    {
        const auto library = openLibrary(path.toStdString(), &m_context);
        for (const char* session : {"1", "2", "3", "4", "5"})
            QVERIFY(!story.begin(**library, session, 6));
    }
    QByteArray older;
    {
        const auto library = openLibrary(path.toStdString(), &m_context);
        QVERIFY(!(hasIndex ? story.begin(**library, "0") : story.say(**library, "1")));
        older = bytesOf(path + QStringLiteral("-wal"));
        for (const char* session : {"6", "7", "8"})
            QVERIFY(!story.begin(**library, session, messages));
    }
    put(path + QStringLiteral("-wal"), older);
    QVERIFY(messages == 0 || !openLibrary(path.toStdString(), &m_context));
    const auto report = storage::recoverLibrary(path.toStdString());
    QVERIFY(report);
    QCOMPARE(report->sessions.size(), story.sessions());
    QCOMPARE(report->wholeSessions(), std::ssize(report->sessions));
    QCOMPARE(report->lostEvents(), 0);
    const auto library = openLibrary(path.toStdString(), &m_context);
    QVERIFY(library);
    QCOMPARE(story.faultsOf(**library), QByteArray());
}

void DamagedLibraryTest::lockedLibrary_isLeftAlone()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    const auto library = openLibrary(path, &m_context);
    QVERIFY(library);
    const auto report = storage::recoverLibrary(path);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::Locked);
}

} // namespace tst_damaged_library

QUARTERDECK_TEST(tst_damaged_library, DamagedLibraryTest)
#include "tst_damaged_library.moc"
