#include "storage/backup/backups.h"
#include "storage/open_library.h"
#include "storage/recover/recover_library.h"
#include "storage/recover/recovery_report_file.h"
#include "storage/recover/replacement.h"
#include "storage/sqlite/library_file.h"
#include "tests/storage/support/damage.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <functional>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

namespace tst_recovery_report_file {

using namespace quarterdeck;
using storage::BackupKind;
using storage::RecoveredSession;
using storage::RecoveryReport;
using test::bytesOf;
using test::put;

namespace {

/// What of a report is there again when it is read.
bool areAlike(const RecoveryReport& one, const RecoveryReport& other)
{
    const auto isSame = [](const RecoveredSession& left, const RecoveredSession& right) {
        return left.id == right.id && left.title == right.title && left.events == right.events
            && left.lost == right.lost && left.messages == right.messages && left.attachments == right.attachments
            && left.lostAttachments == right.lostAttachments && left.isEndKnown == right.isEndKnown;
    };
    return std::ranges::equal(one.sessions, other.sessions, isSame) && one.isPartMissing == other.isPartMissing
        && one.isFromLogAlone == other.isFromLogAlone && one.recovered == other.recovered
        && one.newestCopy.has_value() == other.newestCopy.has_value();
}

} // namespace

/// A recovery's report is beside the damaged file as long as that is, and is believed only as far as it can be
/// shown.
class RecoveryReportFileTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void report_isReadAgain();
    void report_isForItsOwner();
    void recoveredOnceMore_isReportedAnew();
    void report_comesAndGoesWithTheMove_data();
    void report_comesAndGoesWithTheMove();
    void noRoomForTheReport_recoversAllTheSame();
    void strangersReport_isNotBelieved_data();
    void strangersReport_isNotBelieved();
    void numbersWithoutEnd_areBounded();
    void copyThatIsGone_isNotNamed();
    void reportWithoutItsFile_goesWithTheNextRecovery();
    void backupThatGoes_takesItsReport();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::string library() const { return path(QStringLiteral("library.db")).toStdString(); }
    [[nodiscard]] RecoveryReport recover() const;
    [[nodiscard]] QStringList reports() const
    {
        return QDir(m_folder->path()).entryList({QStringLiteral("*report*")}, QDir::Files);
    }

    QByteArray m_damaged;
    QByteArray m_whole;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void RecoveryReportFileTest::initTestCase()
{
    m_whole = test::makeOriginal("kept", true).file;
    m_damaged = m_whole.left(m_whole.size() * 9 / 10);
}

void RecoveryReportFileTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QDir(m_folder->path()).mkdir(QStringLiteral("backups"));
    put(path(QStringLiteral("backups/library 2026-11-22 02.43.11.042 daily.db")), m_whole);
    put(path(QStringLiteral("library.db")), m_damaged);
}

RecoveryReport RecoveryReportFileTest::recover() const
{
    auto report = storage::recoverLibrary(library());
    return report ? std::move(*report) : RecoveryReport{};
}

void RecoveryReportFileTest::report_isReadAgain()
{
    const RecoveryReport report = recover();
    QVERIFY(report.sessions.size() > 2);
    QVERIFY(!report.isWhole() && report.newestCopy);
    QVERIFY(report.recovered.msSinceEpoch > 0);
    const auto kept = storage::savedRecoveryReport(library(), report.keptAside);
    QVERIFY(kept);
    QVERIFY(areAlike(*kept, report));
    QCOMPARE(kept->keptAside, report.keptAside);
    QCOMPARE(kept->newestCopy->path, report.newestCopy->path);
    QCOMPARE(kept->newestCopy->sessions, report.newestCopy->sessions);
    QCOMPARE(kept->newestCopy->made.msSinceEpoch, report.newestCopy->made.msSinceEpoch);
    // It is not one of the files that may be restored, and nothing else is left of the recovery.
    QCOMPARE(storage::listBackups(library()).size(), std::size_t{2});
    QCOMPARE(reports().size(), 1);
    QVERIFY(!storage::savedRecoveryReport(library(), library()));
}

void RecoveryReportFileTest::report_isForItsOwner()
{
    const QString name = QString::fromStdString(storage::recover::reportNameOf(recover().keptAside));
    QVERIFY(QFile::exists(name));
    const auto others =
        QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ReadOther | QFileDevice::WriteOther;
    QVERIFY(!(QFile::permissions(name) & others));
}

void RecoveryReportFileTest::recoveredOnceMore_isReportedAnew()
{
    const RecoveryReport first = recover();
    const QString name = QString::fromStdString(storage::recover::reportNameOf(first.keptAside));
    for (const QByteArray& before : {QByteArray("of no use"), QByteArray()}) {
        put(name, before);
        const auto restored = storage::restoreOrRecover(library(), first.keptAside);
        QVERIFY(restored && restored->recovery);
        const auto kept = storage::savedRecoveryReport(library(), first.keptAside);
        QVERIFY(kept && areAlike(*kept, *restored->recovery));
        QCOMPARE(reports().size(), 1);
    }
    // Beside a file of the person's own nothing is written.
    const QString own = path(QStringLiteral("mine.db"));
    put(own, m_damaged);
    QVERIFY(storage::recoverInPlace(library(), own.toStdString()));
    QCOMPARE(reports().size(), 1);
}

void RecoveryReportFileTest::report_comesAndGoesWithTheMove_data()
{
    QTest::addColumn<int>("steps");
    for (int steps = 1; steps <= 5; ++steps)
        QTest::addRow("ended after step %d", steps) << steps;
}

void RecoveryReportFileTest::report_comesAndGoesWithTheMove()
{
    QFETCH(int, steps);
    using storage::recover::Replacement;
    const std::string aside = storage::recover::setAsideName(library(), "damaged");
    put(path(QStringLiteral("library.db.recovering")), m_whole);
    QVERIFY(!storage::recover::writeReport({}, library() + ".recovering-report", aside));
    const pid_t child = fork();
    if (child == 0) {
        Replacement dying(library(), aside, library() + ".recovering");
        for (int i = 0; i < steps; ++i)
            (void)(dying.*Replacement::steps()[static_cast<std::size_t>(i)])();
        _exit(0);
    }
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(!storage::recover::finishReplacement(library()));
    constexpr int movesIn = 4;
    QCOMPARE(bytesOf(path(QStringLiteral("library.db"))) == m_whole, steps >= movesIn);
    QCOMPARE(reports().size(), steps >= movesIn ? 1 : 0);
}

/// Its name is taken by something that cannot be replaced.
void RecoveryReportFileTest::noRoomForTheReport_recoversAllTheSame()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("library.db.recovering-report/full")));
    const RecoveryReport report = recover();
    QVERIFY(report.sessions.size() > 2);
    QCOMPARE(bytesOf(QString::fromStdString(report.keptAside)), m_damaged);
    QVERIFY(!storage::savedRecoveryReport(library(), report.keptAside));
    QVERIFY(storage::openLibrary(library(), this));
}

void RecoveryReportFileTest::strangersReport_isNotBelieved_data()
{
    using Change = std::function<QByteArray(const QByteArray&)>;
    QTest::addColumn<Change>("change");
    const auto row = [](const char* name, const Change& change) { QTest::newRow(name) << change; };
    const auto with = [](const char* key, const QJsonValue& value) {
        return [=](const QByteArray& text) {
            QJsonObject object = QJsonDocument::fromJson(text).object();
            object[QLatin1String(key)] = value;
            return QJsonDocument(object).toJson();
        };
    };
    row("nothing", [](const auto&) { return QByteArray(); });
    row("cut", [](const QByteArray& text) { return text.chopped(10); });
    row("no JSON", [](const auto&) { return QByteArray("\0\xff report", 9); });
    row("no object", [](const auto&) { return QByteArray("[]"); });
    row("nested without end", [](const auto&) { return QByteArray(1'000'000, '['); });
    row("of a later format", with("format", 2));
    row("no sessions", with("sessions", 7));
    row("a session that is none", with("sessions", QJsonArray{7}));
    row("a session without an id", with("sessions", QJsonArray{QJsonObject{{QStringLiteral("title"), 1}}}));
    row("too many sessions", [](const auto&) {
        return R"({"format":1,"sessions":[)" + QByteArray(R"({"id":"a"},)").repeated(200'000) + R"({"id":"a"}]})";
    });
    row("too long", [](const QByteArray& text) { return text + QByteArray(65 * 1024 * 1024, ' '); });
}

void RecoveryReportFileTest::strangersReport_isNotBelieved()
{
    QFETCH(std::function<QByteArray(const QByteArray&)>, change);
    const RecoveryReport report = recover();
    const QString name = QString::fromStdString(storage::recover::reportNameOf(report.keptAside));
    const QByteArray text = bytesOf(name);
    QVERIFY(storage::savedRecoveryReport(library(), report.keptAside));
    put(name, change(text));
    QVERIFY(!storage::savedRecoveryReport(library(), report.keptAside));
    put(name, text);
    QVERIFY(storage::savedRecoveryReport(library(), report.keptAside));
}

void RecoveryReportFileTest::numbersWithoutEnd_areBounded()
{
    const RecoveryReport report = recover();
    const QString name = QString::fromStdString(storage::recover::reportNameOf(report.keptAside));
    const QByteArray session = R"({"id":")" + QByteArray(10'000, 'i') + R"(","title":")" + QByteArray(10'000, 't')
        + R"(","events":-5,"lost":9223372036854775807,"messages":18446744073709551615,"attachments":"many"})";
    put(name, R"({"format":1,"recovered":9e99,"sessions":[)" + session + ',' + session + "]}");
    const auto kept = storage::savedRecoveryReport(library(), report.keptAside);
    QVERIFY(kept);
    QCOMPARE(kept->sessions.size(), std::size_t{2});
    QCOMPARE(kept->sessions[0].events, std::int64_t{0});
    QVERIFY(kept->lostEvents() > 0 && kept->lostEvents() < 10'000'000'000'000);
    QVERIFY(kept->sessions[0].messages >= 0);
    QVERIFY(kept->sessions[0].id.str().size() < 300 && kept->sessions[0].title.size() < 300);
    QCOMPARE(kept->wholeSessions(), std::int64_t{0}); // less is claimed where nothing is said
    QVERIFY(kept->isPartMissing);
}

void RecoveryReportFileTest::copyThatIsGone_isNotNamed()
{
    const RecoveryReport report = recover();
    QVERIFY(report.newestCopy);
    const QString name = QString::fromStdString(storage::recover::reportNameOf(report.keptAside));
    const QByteArray text = bytesOf(name);
    put(path(QStringLiteral("elsewhere.db")), m_whole);
    put(name,
        QByteArray(text).replace(QByteArray::fromStdString(report.newestCopy->path),
                                 path(QStringLiteral("elsewhere.db")).toUtf8()));
    QVERIFY(!storage::savedRecoveryReport(library(), report.keptAside)->newestCopy);
    put(name, text);
    QVERIFY(storage::savedRecoveryReport(library(), report.keptAside)->newestCopy);
    QVERIFY(QFile::remove(QString::fromStdString(report.newestCopy->path)));
    QVERIFY(!storage::savedRecoveryReport(library(), report.keptAside)->newestCopy);
}

void RecoveryReportFileTest::reportWithoutItsFile_goesWithTheNextRecovery()
{
    const RecoveryReport first = recover();
    QVERIFY(QFile::remove(QString::fromStdString(first.keptAside)));
    put(path(QStringLiteral("another (damaged 2026-11-22 02.43.11).db.report.json")), "another library's");
    QCOMPARE(reports().size(), 2);
    put(path(QStringLiteral("library.db")), m_damaged);
    const RecoveryReport second = recover();
    QVERIFY(storage::savedRecoveryReport(library(), second.keptAside));
    QCOMPARE(reports().size(), 2); // this one's, and what is not ours
    QVERIFY(QFile::exists(path(QStringLiteral("another (damaged 2026-11-22 02.43.11).db.report.json"))));
}

/// Of copies in part only some are kept.
void RecoveryReportFileTest::backupThatGoes_takesItsReport()
{
    put(path(QStringLiteral("library.db")), m_whole);
    QStringList names;
    for (int day = 10; day < 16; ++day) {
        names.append(QStringLiteral("backups/library 2026-11-%1 02.43.11.042 in part.db").arg(day));
        put(path(names.back()), m_whole);
        put(path(names.back()) + QStringLiteral(".report.json"), "{}");
    }
    QVERIFY(storage::makeDueBackups(library(), {QDateTime::currentMSecsSinceEpoch()}));
    int gone = 0;
    for (const QString& name : names) {
        const bool isThere = QFile::exists(path(name));
        gone += isThere ? 0 : 1;
        QCOMPARE(QFile::exists(path(name) + QStringLiteral(".report.json")), isThere);
    }
    QCOMPARE(gone, 3);
}

} // namespace tst_recovery_report_file

QUARTERDECK_TEST(tst_recovery_report_file, RecoveryReportFileTest)
#include "tst_recovery_report_file.moc"
