#include "storage/open_library.h"
#include "tests/storage/support/await.h"
#include "tests/storage/support/disk_history.h"
#include "tests/storage/support/promise.h"
#include "tests/storage/support/story.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>

using namespace quarterdeck;
using namespace quarterdeck::session;
using storage::openLibrary;
using test::await;
using test::Disk;
using test::DiskHistory;
using test::Story;

/// What was acknowledged is on the disk: the power may go after any change of a file (one in some without
/// QUARTERDECK_FULL), and of what was not synced none, some or all may be there.
class PowerLossTest final : public QObject
{
    Q_OBJECT

private slots:
    void acknowledgedEvents_surviveIt();
    void making_survivesIt();
    void update_survivesIt_data();
    void update_survivesIt();

private:
    /// After each mark the story was as `acknowledged` has it at that place.
    static void checkMoments(const DiskHistory& history, const std::vector<Story>& acknowledged);
    static void checkMoment(const DiskHistory& history, std::size_t moment, double chance,
                            const std::vector<Story>& acknowledged, QRandomGenerator& random);
};

void PowerLossTest::checkMoment(const DiskHistory& history, std::size_t moment, double chance,
                                const std::vector<Story>& acknowledged, QRandomGenerator& random)
{
    const QTemporaryDir folder;
    const int mark = history.writeTo(folder.path(), moment, chance, random);
    QObject context;
    const auto library = openLibrary(folder.filePath(QStringLiteral("library.db")).toStdString(), &context);
    QVERIFY2(library, library ? "" : (library.error().sentence + library.error().detail).c_str());
    QCOMPARE(acknowledged[static_cast<std::size_t>(mark)].faultsOf(**library, Story::More::MayBe), QByteArray());
}

void PowerLossTest::checkMoments(const DiskHistory& history, const std::vector<Story>& acknowledged)
{
    QRandomGenerator random(20'261'122);
    constexpr std::array chances = {0.0, 0.5, 1.0};
    const std::size_t step = test::isFull() ? 1 : 29;
    int losses = 0;
    for (std::size_t moment = 0; moment < history.moments(); moment += step) {
        for (const double chance : chances) {
            checkMoment(history, moment, chance, acknowledged, random);
            if (QTest::currentTestFailed()) {
                qWarning("after change %zu of %zu, chance %.1f", moment, history.moments(), chance);
                return;
            }
            ++losses;
        }
    }
    test::countPromise(2,
                       QStringLiteral("%1 losses of power over %2 changes of files: nothing acknowledged is lost")
                           .arg(losses)
                           .arg(history.moments()));
}

void PowerLossTest::acknowledgedEvents_surviveIt()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    QObject context;
    Disk disk;
    QVERIFY(openLibrary(path, &context));
    DiskHistory history(disk, folder.path());
    std::vector<Story> acknowledged(1);
    const auto step = [&](const std::function<std::optional<Error>(Story&)>& run) {
        Story story = acknowledged.back();
        const std::optional<Error> refused = run(story);
        QVERIFY2(!refused, refused ? refused->detail.c_str() : "");
        acknowledged.push_back(std::move(story));
        history.mark(static_cast<int>(acknowledged.size()) - 1);
    };
    for (int opening = 0; opening < 3; ++opening) {
        const auto library = openLibrary(path, &context);
        QVERIFY(library);
        const std::string name = "session " + std::to_string(opening);
        step([&](Story& story) { return story.begin(**library, name.c_str()); });
        for (int i = 0; i < 8; ++i) {
            step([&](Story& story) { return story.say(**library, name.c_str(), i == 5 ? 40'000 : 300); });
            if (i == 3)
                step([&](Story& story) { return story.snapshot(**library, name.c_str()); });
            if (i == 6)
                step([&](Story& story) { return story.show(**library, name.c_str(), 20'000); });
        }
        // Enough for the log to be moved into the file while the library is open.
        for (int i = 0; opening == 1 && i < 5; ++i)
            step([&](Story& story) { return story.show(**library, name.c_str(), 1'000'000); });
    }
    checkMoments(history, acknowledged);
}

void PowerLossTest::making_survivesIt()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("library.db")).toStdString();
    QObject context;
    Disk disk;
    DiskHistory history(disk, folder.path());
    std::vector<Story> acknowledged(2);
    {
        const auto library = openLibrary(path, &context);
        QVERIFY(library);
        QVERIFY(!acknowledged[1].begin(**library, "first"));
        history.mark(1);
    }
    checkMoments(history, acknowledged);
}

void PowerLossTest::update_survivesIt_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"version1.db", "version2.db", "version3.db"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

/// A file of an older version: it is what it was, or has become one of this version.
void PowerLossTest::update_survivesIt()
{
    QFETCH(QString, file);
    const QTemporaryDir folder;
    const QString name = QStringLiteral("library.db");
    QVERIFY(QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/") + file, folder.filePath(name)));
    QVERIFY(QFile::setPermissions(folder.filePath(name), QFile::ReadOwner | QFile::WriteOwner));
    QObject context;
    Disk disk;
    const DiskHistory history(disk, folder.path());
    QVERIFY(openLibrary(folder.filePath(name).toStdString(), &context));
    QVERIFY(history.moments() > 20);
    QRandomGenerator random(20'261'124);
    const std::size_t step = test::isFull() ? 1 : 13;
    int losses = 0;
    for (std::size_t moment = 0; moment < history.moments(); moment += step) {
        for (const double chance : {0.0, 0.5, 1.0}) {
            const QTemporaryDir left;
            (void)history.writeTo(left.path(), moment, chance, random);
            const auto library = openLibrary(left.filePath(name).toStdString(), &context);
            QVERIFY2(library, library ? "" : (library.error().sentence + library.error().detail).c_str());
            QVERIFY(!(*library)->isReadOnly());
            const auto listed = await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(done); });
            QVERIFY(listed);
            QCOMPARE(listed->size(), std::size_t{2});
            for (const SessionSummary& one : *listed) {
                const auto check =
                    await<SessionCheck>([&](auto done) { (*library)->verifySession(one.id, std::move(done)); });
                QVERIFY2(check && check->isSound(), qPrintable(QString::number(moment)));
            }
            ++losses;
        }
    }
    test::countPromise(9,
                       QStringLiteral("%1 losses of power while a file of an older version was changed").arg(losses));
}

int main(int argc, char** argv)
{
    qputenv("QTEST_FUNCTION_TIMEOUT", "3000000"); // ms: all moments take longer than QtTest's five minutes
    const QCoreApplication application(argc, argv);
    PowerLossTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_power_loss.moc"
