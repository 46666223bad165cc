#include "app/services/engine.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/damage.h"
#include "tests/storage/support/promise.h"
#include "tests/support/widgets_test.h"

#include <QFile>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QTest>
#include <memory>
#include <optional>

namespace tst_damaged_start {

using namespace quarterdeck;
using namespace quarterdeck::session;
using app::Engine;
using conversation::ErrorCode;
using test::await;
using test::Corruption;
using test::Damage;
using test::Original;

/// Real files, damaged at random and opened as the program opens them: what it does not notice does no harm, and what
/// it does leads to a recovery, by itself or by the notice's button.
class DamagedStartTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void whatWasNotTouched_isBack_data();
    void whatWasNotTouched_isBack();
    void uselessRecovery_isSaid();
    void wantOfRoom_isSaid();
    void cleanupTestCase();

private:
    void checkOne(const Corruption& kind, const Original& original, QRandomGenerator& random);
    /// Lists, opens and reads all sessions: the first that goes wrong.
    [[nodiscard]] static std::optional<Error> readAll(Library& library);
    static void compare(Library& library, const Original& original, const Damage& damage);

    Original m_closed;
    Original m_open;
    int m_starts = 0;
    int m_asked = 0;
};

void DamagedStartTest::initTestCase()
{
    m_closed = test::makeOriginal("s", true);
    m_open = test::makeOriginal("s", false);
}

void DamagedStartTest::cleanupTestCase()
{
    test::countPromise(4,
                       QStringLiteral("%1 starts with a corrupted library, of which %2 offered a recovery")
                           .arg(m_starts)
                           .arg(m_asked));
}

std::optional<Error> DamagedStartTest::readAll(Library& library)
{
    const auto sessions = await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); });
    if (!sessions)
        return sessions.error();
    for (const SessionSummary& summary : *sessions) {
        const auto opened = await<SessionOpening>([&](auto done) { library.openSession(summary.id, done); });
        if (!opened)
            return opened.error();
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(summary.id, {0}, 1'000'000, done); });
        if (!events)
            return events.error();
    }
    return std::nullopt;
}

void DamagedStartTest::compare(Library& library, const Original& original, const Damage& damage)
{
    for (const auto& [id, session] : original.sessions) {
        const auto& log = session; // clang 14 lets no lambda have a part of a binding
        if (damage.hasTouched(original.marks.at(id)))
            continue;
        const auto events = await<std::vector<conversation::Event>>(
            [&](auto done) { library.readEvents(log.id(), {0}, 1'000'000, done); });
        QVERIFY2(events, (id + ": " + (events ? "" : events.error().detail)).c_str());
        QVERIFY2(*events == log.events(), id.c_str());
    }
}

void DamagedStartTest::checkOne(const Corruption& kind, const Original& original, QRandomGenerator& random)
{
    Damage damage{original.file, original.log, {}};
    kind.run(damage, random);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    test::put(path, damage.file);
    if (!damage.log.isEmpty())
        test::put(path + QStringLiteral("-wal"), damage.log);
    auto engine = Engine::start(path.toStdString());
    ++m_starts;
    if (engine->hasStandIn()) {
        QVERIFY2(damage.touched.size() > 0, "nothing came back of a file that was hardly touched");
        QVERIFY(QFile::exists(path));
        return;
    }
    if (const std::optional<Error> said = readAll(*engine->library())) {
        QVERIFY2(said->code == ErrorCode::Damaged, (said->sentence + said->detail).c_str());
        ++m_asked;
        engine.reset();
        engine = Engine::start(path.toStdString(), {}, Engine::Opening::Recovered);
        QVERIFY(engine->recovery());
        const std::optional<Error> still = readAll(*engine->library());
        QVERIFY2(!still, still ? still->detail.c_str() : "");
    }
    compare(*engine->library(), original, damage);
}

void DamagedStartTest::whatWasNotTouched_isBack_data()
{
    QTest::addColumn<int>("kind");
    for (std::size_t i = 0; i < test::corruptions().size(); ++i)
        QTest::newRow(test::corruptions()[i].name) << static_cast<int>(i);
}

void DamagedStartTest::whatWasNotTouched_isBack()
{
    QFETCH(int, kind);
    const Corruption& corruption = test::corruptions()[static_cast<std::size_t>(kind)];
    const int times = test::isFull() ? 20 : 2;
    for (int i = 0; i < times; ++i) {
        QRandomGenerator random(static_cast<quint32>(kind * 1000 + i));
        checkOne(corruption, i % 2 == 1 && !corruption.isOfClosed ? m_open : m_closed, random);
        if (QTest::currentTestFailed()) {
            qWarning("at number %d", i);
            return;
        }
    }
}

/// The file stays as it is, and the reason is shown.
void DamagedStartTest::uselessRecovery_isSaid()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("diary.db"));
    const QByteArray diary = QByteArray("Dear diary, this is no library.\n").repeated(1000);
    test::put(path, diary);
    const auto engine = Engine::start(path.toStdString(), {}, Engine::Opening::Recovered);
    QVERIFY(engine->hasStandIn());
    QVERIFY(!engine->recovery());
    QVERIFY(engine->recoveryFailure());
    QCOMPARE(test::bytesOf(path), diary);
}

/// Damage alone is not enough: with room it would be recovered. Its hole is larger than the free space on the disk.
void DamagedStartTest::wantOfRoom_isSaid()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("library.db"));
    QByteArray odd = m_closed.file;
    odd[18] = 9; // of a format that there is not
    test::put(path, odd);
    QVERIFY(QFile::resize(path, odd.size() + QStorageInfo(folder.path()).bytesAvailable()));
    {
        const auto engine = Engine::start(path.toStdString());
        QVERIFY(engine->hasStandIn());
        const std::string said = engine->library()->readOnlyReason()->sentence;
        QVERIFY2(said.find("could not be recovered: there is not enough space") != std::string::npos, said.c_str());
        QVERIFY2(said.find("it needs ") != std::string::npos, said.c_str());
    }
    QVERIFY(QFile::resize(path, odd.size()));
    QVERIFY(Engine::start(path.toStdString())->recovery());
}

} // namespace tst_damaged_start

QUARTERDECK_WIDGETS_TEST(tst_damaged_start, DamagedStartTest)
#include "tst_damaged_start.moc"
