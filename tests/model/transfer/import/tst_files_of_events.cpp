#include "model/transfer/import/zip_file.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QTest>
#include <numeric>
#include <vector>

namespace tst_files_of_events {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

QString recording(const QString& name) { return dataPath(QStringLiteral("recordings/") + name); }

QString evalFile() { return recording(QStringLiteral("inspect_eval/input/2024-10-22T10-00-00_popularity.eval")); }

QString writtenTo(const QTemporaryDir& folder, const QByteArray& bytes)
{
    const QString path = folder.filePath(QStringLiteral("log.eval"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
    return path;
}

} // namespace

/// Inspect AI's zip files, and the folders in which OpenHands keeps its events.
class TestFilesOfEvents final : public QObject
{
    Q_OBJECT

private slots:
    void damagedZip_isRefusedOrCostsASample_data();
    void damagedZip_isRefusedOrCostsASample();
    static void zipEntry_isNeverLargerThanAsked();
    void oneEvent_isTheWholeConversation();

private:
    QObject m_completions;
};

void TestFilesOfEvents::damagedZip_isRefusedOrCostsASample_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("sessions");
    QTest::addColumn<int>("problems");
    const QByteArray whole = readFile(evalFile());
    const auto changed = [&](qsizetype at, char to) {
        QByteArray bytes = whole;
        bytes[at] = to;
        return bytes;
    };
    const qsizetype list = whole.indexOf("PK\x01\x02");
    const qsizetype second = whole.indexOf("harbour-2_epoch_1.json");
    QTest::newRow("whole") << whole << 2 << 0;
    QTest::newRow("cut off") << whole.left(whole.size() - 100) << 0 << 0;
    QTest::newRow("only its beginning") << whole.left(30) << 0 << 0;
    QTest::newRow("no list") << changed(list, 'x') << 0 << 0;
    QTest::newRow("a sample that is damaged") << changed(second + 40, '\x7f') << 1 << 1;
    QByteArray other = whole;
    QTest::newRow("another zip file") << other.replace("_journal/start.json", "_journal/start.text") << 0 << 0;
}

void TestFilesOfEvents::damagedZip_isRefusedOrCostsASample()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const int, sessions);
    QFETCH(const int, problems);
    const QTemporaryDir folder;
    const ImportReport report = import(makeTestLibrary(&m_completions), QStringList{writtenTo(folder, bytes)});
    QCOMPARE(report.files.size(), std::size_t{1});
    QCOMPARE(report.files.front().sessions.size(), static_cast<std::size_t>(sessions));
    QCOMPARE(report.files.front().problems.size(), static_cast<std::size_t>(problems));
    QCOMPARE(report.files.front().error.has_value(), sessions == 0);
}

void TestFilesOfEvents::zipEntry_isNeverLargerThanAsked()
{
    QFile file(evalFile());
    QVERIFY(file.open(QIODevice::ReadOnly));
    transfer::ZipFile zip(file, "log.eval");
    std::vector<std::int64_t> sizes;
    QVERIFY(zip.rewind());
    while (zip.next()) {
        const auto text = zip.text(100'000);
        QVERIFY2(text, text ? "" : text.error().sentence.c_str());
        sizes.push_back(static_cast<std::int64_t>(text->size()));
    }
    QCOMPARE(sizes.size(), std::size_t{3});
    QCOMPARE(zip.takeUnpacked(), std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}));
    for (const std::int64_t less : {0, 1}) {
        QVERIFY(zip.rewind());
        for (const std::int64_t size : sizes) {
            QVERIFY(zip.next());
            const auto text = zip.text(size - less);
            QCOMPARE(text.has_value(), less == 0);
            QVERIFY(text || text.error().code == conversation::ErrorCode::BadInput);
        }
    }
}

void TestFilesOfEvents::oneEvent_isTheWholeConversation()
{
    const QDir events(
        recording(QStringLiteral("openhands_conversation/input/e18b827d3440425a9ff7353c4a6d6a3a/events")));
    const QStringList names = events.entryList(QDir::Files, QDir::Name);
    QVERIFY(names.size() > 2);
    const auto library = makeTestLibrary(&m_completions);
    const ImportReport report =
        import(library, QStringList{events.filePath(names.at(1)), events.filePath(names.at(2))});
    QCOMPARE(report.files.size(), std::size_t{1});
    QVERIFY(!report.files.front().error);
    QCOMPARE(sessionsOf(*library).size(), std::size_t{1});
}

} // namespace tst_files_of_events

QUARTERDECK_TEST(tst_files_of_events, TestFilesOfEvents)
#include "tst_files_of_events.moc"
