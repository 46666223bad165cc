#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/database.h"
#include "tests/storage/support/log_builder.h"
#include "tests/support/test.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <memory>
#include <span>

namespace tst_long_gaps {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::Event;
using storage::openLibrary;
using storage::RecoveredSession;
using storage::RecoveryReport;
using test::await;
using test::Database;
using test::LogBuilder;

namespace {

constexpr std::int64_t gap = 101'000;
constexpr std::int64_t before = 20;

/// After the first events all are moved by this much, and the list's row with them: as if those between were gone.
const std::string makeGap = "UPDATE events SET id = -id - " + std::to_string(gap) + " WHERE (id & ((1 << 40) - 1)) > "
    + std::to_string(before) + "; UPDATE events SET id = -id WHERE id < 0;";

} // namespace

/// A session of which more was lost than is left: no part is said to be whole, and what is left is recovered, wherever
/// it is.
class LongGapsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void lostEnd_isCounted();
    void gap_keepsWhatIsBehindIt_data();
    void gap_keepsWhatIsBehindIt();
    void strayNumber_makesNoGap();
    void impossibleEnd_isNotBelieved();

private:
    [[nodiscard]] RecoveryReport recover();
    [[nodiscard]] std::vector<Event> eventsOf(const SessionId& session, EventSeq after, int limit);
    [[nodiscard]] bool isSound(const SessionId& session);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
    QObject m_context;
    std::shared_ptr<Library> m_library; ///< that came back
    LogBuilder m_log{"long"};
    std::int64_t m_last = 0;
};

void LongGapsTest::init()
{
    m_library.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath(QStringLiteral("library.db")).toStdString();
    m_log = LogBuilder("long");
    m_log.start("A long session");
    for (int i = 0; i < 124; ++i)
        m_log.say("Mike", "message " + std::to_string(i));
    m_last = m_log.state().lastSeq().value;
    const auto library = openLibrary(m_path, &m_context);
    QVERIFY(library);
    QVERIFY(await<Nothing>([&](auto done) { (*library)->createSession(m_log.summary(), m_log.takeRecords(), done); }));
}

RecoveryReport LongGapsTest::recover()
{
    const auto report = storage::recoverLibrary(m_path);
    if (!report)
        qFatal("%s", report.error().detail.c_str());
    const auto library = openLibrary(m_path, &m_context);
    if (!library)
        qFatal("%s", library.error().detail.c_str());
    m_library = *library;
    return *report;
}

std::vector<Event> LongGapsTest::eventsOf(const SessionId& session, EventSeq after, int limit)
{
    return await<std::vector<Event>>([&](auto done) { m_library->readEvents(session, after, limit, done); }).value();
}

bool LongGapsTest::isSound(const SessionId& session)
{
    return await<SessionCheck>([&](auto done) { m_library->verifySession(session, done); })->isSound();
}

void LongGapsTest::lostEnd_isCounted()
{
    Database(m_path).execute("UPDATE sessions SET last_seq = 300000");
    const RecoveryReport report = recover();
    QCOMPARE(report.wholeSessions(), 0);
    QCOMPARE(report.lostEvents(), 300'000 - m_last);
    QCOMPARE(report.sessions.front().events, m_last);
    QVERIFY(isSound(m_log.id()));
    std::vector<Event> events = eventsOf(m_log.id(), {0}, 1'000'000);
    const auto* lost = std::get_if<conversation::UnknownEvent>(&events.back().body);
    QVERIFY(lost && lost->kind == "lost");
    QCOMPARE(lost->payload.json().at("events").get<std::int64_t>(), 300'000 - m_last);
    events.pop_back();
    QVERIFY(events == m_log.events());
}

void LongGapsTest::gap_keepsWhatIsBehindIt_data()
{
    QTest::addColumn<QString>("list");
    QTest::newRow("the list tells its end") << QStringLiteral("UPDATE sessions SET last_seq = last_seq + %1").arg(gap);
    QTest::newRow("the list tells an earlier end") << QStringLiteral("UPDATE sessions SET last_seq = 40");
    QTest::newRow("its row is lost") << QStringLiteral("PRAGMA foreign_keys = OFF; DELETE FROM sessions");
}

void LongGapsTest::gap_keepsWhatIsBehindIt()
{
    QFETCH(QString, list);
    Database(m_path).execute((makeGap + list.toStdString()).c_str());
    const RecoveryReport report = recover();
    QCOMPARE(report.sessions.size(), std::size_t{1});
    const RecoveredSession& session = report.sessions.front();
    QVERIFY(!session.isWhole());
    QCOMPARE(session.lost, gap);
    QCOMPARE(session.events, m_last);
    QVERIFY(isSound(session.id));
    const std::vector<Event> first = eventsOf(session.id, {0}, before);
    QVERIFY(std::ranges::equal(first, std::span(m_log.events()).first(before)));
    std::vector<Event> behind = eventsOf(session.id, {before + gap}, 1'000'000);
    for (Event& event : behind)
        event.seq.value -= gap;
    QVERIFY(std::ranges::equal(behind, std::span(m_log.events()).subspan(before)));
}

/// A number found on a single event is not credible.
void LongGapsTest::strayNumber_makesNoGap()
{
    Database(m_path).execute(
        ("UPDATE events SET id = id + 1000000 WHERE (id & ((1 << 40) - 1)) = " + std::to_string(m_last)).c_str());
    const RecoveryReport report = recover();
    QCOMPARE(report.wholeSessions(), 0);
    QCOMPARE(report.sessions.front().events, m_last - 1);
    QCOMPARE(static_cast<std::int64_t>(eventsOf(m_log.id(), {0}, 10'000'000).size()), m_last);
    QVERIFY(isSound(m_log.id()));
}

/// No session can be that long: the list's row is wrong.
void LongGapsTest::impossibleEnd_isNotBelieved()
{
    Database(m_path).execute("UPDATE sessions SET last_seq = 1 << 50");
    const RecoveryReport report = recover();
    QCOMPARE(report.wholeSessions(), 1);
    QVERIFY(eventsOf(m_log.id(), {0}, 1'000'000) == m_log.events());
}

} // namespace tst_long_gaps

QUARTERDECK_TEST(tst_long_gaps, LongGapsTest)
#include "tst_long_gaps.moc"
