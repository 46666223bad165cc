#include "tests/storage/support/database.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_library_appends {

using namespace quarterdeck;
using namespace quarterdeck::session;
using namespace quarterdeck::test;

/// Appends of many events are written by statements of many rows: where they begin and end, nothing is lost or changed.
class LibraryAppendsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void anyNumberOfEvents_comesBack_data();
    static void anyNumberOfEvents_comesBack();
    static void shortOnesBetween_keepTheirPlaces();
};

namespace {

std::string failures(LibraryUnderTest& library, const LogBuilder& log)
{
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 1000, done); });
    if (!events || *events != log.events())
        return "other events";
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    if (!check)
        return check.error().sentence;
    return check->isSound() ? std::string() : check->faults.front();
}

} // namespace

void LibraryAppendsTest::anyNumberOfEvents_comesBack_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 10, 11, 15, 16, 17, 31, 32, 33, 48, 64, 65, 300})
        QTest::newRow(qPrintable(QString::number(count))) << count;
}

void LibraryAppendsTest::anyNumberOfEvents_comesBack()
{
    QFETCH(int, count);
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < count; ++i)
            log.say(i % 3 == 0 ? "Mike" : "Alice", "message " + std::to_string(i), i % 5 == 4 ? -100 : 1000);
        QUARTERDECK_VERIFY_RESULT(library.append(log));
    }
    library.reopen();
    QCOMPARE(QString::fromStdString(failures(library, log)), QString());
}

void LibraryAppendsTest::shortOnesBetween_keepTheirPlaces()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    for (int i = 0; i < 200; ++i) {
        if (i % 19 == 7)
            log.add(conversation::SessionRenamed{"a"}); // too short to be packed
        else
            log.say("Alice", "message " + std::to_string(i));
    }
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const int plain = std::stoi(Database(library.path()).ask("SELECT count(*) FROM events WHERE packed IS NULL"));
    QVERIFY2(plain > 10 && plain < 20, qPrintable(QString::number(plain)));
    library.reopen();
    QCOMPARE(QString::fromStdString(failures(library, log)), QString());
}

} // namespace tst_library_appends

QUARTERDECK_TEST(tst_library_appends, LibraryAppendsTest)
#include "tst_library_appends.moc"
