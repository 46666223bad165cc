#include "tests/storage/support/database.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QTest>
#include <algorithm>

namespace tst_library_checks {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::Database;
using test::LibraryUnderTest;
using test::LogBuilder;
using test::mixedLog;

/// What a library reports about a damaged log, and what it keeps beside an intact one. Each test runs on both kinds of
/// library, except what is broken in a file.
class LibraryChecksTest final : public QObject
{
    Q_OBJECT

private slots:
    static void verify_findsWhatDisagrees();
    static void verify_comparesEveryRow_data();
    static void verify_comparesEveryRow();
    static void verify_readsAttachments_data();
    static void verify_readsAttachments();
    static void damagedAttachment_isMendedByItsBytes();
    static void verify_namesAGapOnce();
    static void verify_listsAHundredFaults();
    static void log_withAGapIsNotRead_data();
    static void log_withAGapIsNotRead();
    static void snapshots_closeTogetherAreThinned();
    static void nextMark_isTheFirstAfterIt();

private:
    [[nodiscard]] static SessionCheck checkOf(LibraryUnderTest& library, const LogBuilder& log);
};

SessionCheck LibraryChecksTest::checkOf(LibraryUnderTest& library, const LogBuilder& log)
{
    return await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); }).value();
}

void LibraryChecksTest::verify_findsWhatDisagrees()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(50);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
    const auto check = [&] { return checkOf(library, log); };
    QVERIFY(check().isSound());
    QCOMPARE(check().events, log.state().lastSeq().value);
    QCOMPARE(check().snapshots, std::int64_t{1});

    Event renamed = log.events()[1];
    renamed.body = conversation::SessionRenamed{"wrong"};
    ConversationState wrong;
    for (const Event& event : log.events())
        wrong.apply(event.seq == renamed.seq ? renamed : event);
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), wrong, done); }));
    QCOMPARE(check().faults.size(), std::size_t{1});

    SessionSummary summary = log.summary();
    summary.messageCount += 1;
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->append(summary, {}, done); }));
    QCOMPARE(check().faults.size(), std::size_t{2});
}

void LibraryChecksTest::verify_comparesEveryRow_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char* name, const char* damage, const char* fault) {
        QTest::newRow(name) << QString::fromUtf8(damage) << QString::fromUtf8(fault);
    };
    row("rows changed places",
        "UPDATE channel_rows SET ordinal = -1 WHERE channel = 1 AND ordinal = 3;"
        "UPDATE channel_rows SET ordinal = 3 WHERE channel = 1 AND ordinal = 4;"
        "UPDATE channel_rows SET ordinal = 4 WHERE channel = 1 AND ordinal = -1",
        "does not have event");
    row("row of another event", "UPDATE channel_rows SET seq = 1000 WHERE channel = 1 AND ordinal = 5",
        "does not have event");
    row("lost row", "DELETE FROM channel_rows WHERE channel = 1 AND ordinal = 5", "rows instead of");
    row("channel of nobody",
        "INSERT INTO channels (id, session, key) VALUES (900, 1, 'inbox:Nobody');"
        "INSERT INTO channel_rows (channel, ordinal, seq) VALUES (900, 0, 5)",
        "The view “inbox:Nobody” has 1 rows instead of 0.");
    row("lost amendment", "DELETE FROM amendments WHERE seq = (SELECT min(seq) FROM amendments)",
        "is not marked as changed by event");
    row("amendment too many", "INSERT INTO amendments (session, target_seq, seq) VALUES (1, 2, 3)",
        "such changes are stored");
    row("lost mark",
        "DELETE FROM marks WHERE kind = 'question' AND seq = (SELECT min(seq) FROM marks WHERE kind = 'question')",
        "A mark on the timeline is missing");
    row("mark too many", "INSERT INTO marks (session, seq, kind, subject) VALUES (1, 2, 'error', '')",
        "Its timeline has");
}

void LibraryChecksTest::verify_comparesEveryRow()
{
    QFETCH(QString, damage);
    QFETCH(QString, fault);
    LibraryUnderTest library;
    LogBuilder log = mixedLog(50);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QVERIFY(checkOf(library, log).isSound());
    Database(library.path()).execute(damage.toUtf8().constData());
    const SessionCheck check = checkOf(library, log);
    QVERIFY(!check.isSound());
    QVERIFY2(std::ranges::any_of(check.faults,
                                 [&](const std::string& one) { return one.find(fault.toStdString()) != one.npos; }),
             check.faults.front().c_str());
}

void LibraryChecksTest::verify_readsAttachments_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QString>("fault"); ///< empty: none
    const auto row = [](const char* name, const char* damage, const char* fault) {
        QTest::newRow(name) << QString::fromUtf8(damage) << QString::fromUtf8(fault);
    };
    row("none", "SELECT 1", "");
    row("other bytes", "UPDATE attachments SET bytes = CAST(replace(bytes, 'one', 'two') AS BLOB)",
        " of event 4 is damaged");
    row("no bytes", "UPDATE attachments SET bytes = x''", " of event 4 is damaged");
    row("shown by no event that is left",
        "UPDATE attachments SET bytes = x'';"
        "DELETE FROM events WHERE id & 0xffff = 4",
        " is damaged");
    // Nothing of it is left that could be damaged: it counts as missing.
    row("lost", "DELETE FROM attachments", "");
    row("of another session", "UPDATE attachments SET bytes = x''; DELETE FROM attachment_references", "");
}

void LibraryChecksTest::verify_readsAttachments()
{
    QFETCH(QString, damage);
    QFETCH(QString, fault);
    LibraryUnderTest library;
    const auto picture =
        await<AttachmentInfo>([&](auto done) { library->putAttachment("no one", "image/png", 1, 1, done); });
    QUARTERDECK_VERIFY_RESULT(picture);
    LogBuilder log("s");
    log.start();
    log.show(picture->hash);
    log.say("Mike", "the end");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    Database(library.path()).execute(damage.toUtf8().constData());
    const SessionCheck check = checkOf(library, log);
    const std::string expected = "The attachment " + picture->hash.str();
    const bool isNamed = std::ranges::any_of(check.faults, [&](const std::string& one) {
        return one.starts_with(expected) && one.find(fault.toStdString()) != one.npos;
    });
    QCOMPARE(isNamed, !fault.isEmpty());
    QCOMPARE(check.isSound(), fault.isEmpty());
}

/// Which somebody puts once more.
void LibraryChecksTest::damagedAttachment_isMendedByItsBytes()
{
    LibraryUnderTest library;
    const auto put = [&] {
        return await<AttachmentInfo>([&](auto done) { library->putAttachment("a picture", "image/png", 1, 1, done); });
    };
    const auto first = put();
    QUARTERDECK_VERIFY_RESULT(first);
    LogBuilder log("s");
    log.start();
    log.show(first->hash);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    Database(library.path()).execute("UPDATE attachments SET bytes = x'00', size = 1");
    QVERIFY(!checkOf(library, log).isSound());
    QCOMPARE(put().value(), first.value());
    QVERIFY(checkOf(library, log).isSound());
}

void LibraryChecksTest::verify_namesAGapOnce()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(300);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), log.state(), done); }));
    Database(library.path()).execute("DELETE FROM events WHERE id & 0xffff = 50 OR id & 0xffff BETWEEN 100 AND 109");
    const SessionCheck check = checkOf(library, log);
    QCOMPARE(check.faults, (std::vector<std::string>{"Event 50 is missing.", "Events 100 to 109 are missing."}));
    QCOMPARE(check.events, std::int64_t{303 - 11});
}

void LibraryChecksTest::verify_listsAHundredFaults()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(300);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    Database(library.path()).execute("DELETE FROM events WHERE id & 1");
    const SessionCheck check = checkOf(library, log);
    QCOMPARE(check.faults.size(), std::size_t{101});
    QVERIFY(check.faults.back().find("51") != std::string::npos); // of 151 gaps
}

void LibraryChecksTest::log_withAGapIsNotRead_data()
{
    QTest::addColumn<QString>("lost");
    QTest::newRow("the first event") << QStringLiteral("1");
    QTest::newRow("one in the middle") << QStringLiteral("20");
    QTest::newRow("the last event") << QStringLiteral("53");
}

void LibraryChecksTest::log_withAGapIsNotRead()
{
    QFETCH(QString, lost);
    LibraryUnderTest library;
    LogBuilder log = mixedLog(50);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    Database(library.path()).execute(("DELETE FROM events WHERE id & 0xffff = " + lost).toUtf8().constData());
    const std::string missing = "event " + lost.toStdString() + " is missing";
    const auto state = await<ConversationState>([&](auto done) { library->readState(log.id(), {}, done); });
    QVERIFY(!state);
    QCOMPARE(state.error().code, ErrorCode::Damaged);
    QVERIFY2(state.error().detail.find(missing) != std::string::npos, state.error().detail.c_str());
    const auto opening = await<SessionOpening>([&](auto done) { library->openSession(log.id(), done); });
    QVERIFY(!opening);
    QCOMPARE(opening.error().code, ErrorCode::Damaged);
    const auto events = await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 100, done); });
    QVERIFY(!events);
    QCOMPARE(events.error().code, ErrorCode::Damaged);
    // What precedes the gap can still be viewed.
    if (lost == QLatin1String("20"))
        QVERIFY(await<ConversationState>([&](auto done) { library->readState(log.id(), EventSeq{19}, done); }));
}

void LibraryChecksTest::snapshots_closeTogetherAreThinned()
{
    LibraryUnderTest library;
    LogBuilder log = mixedLog(4000);
    const std::vector<Event> events = log.events();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto save = [&](std::int64_t seq) {
        ConversationState state;
        for (const Event& event : events) {
            if (event.seq.value <= seq)
                state.apply(event);
        }
        return await<Nothing>([&](auto done) { library->saveSnapshot(log.id(), state, done); }).has_value();
    };
    const auto kept = [&] { return checkOf(library, log).snapshots; };
    QVERIFY(save(1000));
    QCOMPARE(kept(), std::int64_t{1});
    QVERIFY(save(2000)); // the fold from the first event is not too long without the one at 1000
    QCOMPARE(kept(), std::int64_t{1});
    QVERIFY(save(3000)); // without the one at 2000 it would be
    QCOMPARE(kept(), std::int64_t{2});
    QVERIFY(save(3500));
    QVERIFY(save(4000));
    QCOMPARE(kept(), std::int64_t{2});
}

void LibraryChecksTest::nextMark_isTheFirstAfterIt()
{
    using Kind = TimelineMark::Kind;
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    const EventSeq first = log.ask("a");
    log.sayPrivately("Mike", "chat");
    const EventSeq second = log.ask("b");
    log.say("Mike", "the end");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    const auto next = [&](Kind what, EventSeq after) {
        return await<EventSeq>([&](auto done) { library->nextMark(log.id(), what, after, done); }).value();
    };
    QCOMPARE(next(Kind::Question, {0}), first);
    QCOMPARE(next(Kind::Question, first), second);
    QCOMPARE(next(Kind::Question, second), EventSeq{0});
    QCOMPARE(next(Kind::Error, {0}), EventSeq{0});
    const auto unknown =
        await<EventSeq>([&](auto done) { library->nextMark(SessionId("nobody"), Kind::Question, {0}, done); });
    QCOMPARE(unknown.error().code, ErrorCode::NotFound);
}

} // namespace tst_library_checks

QUARTERDECK_TEST(tst_library_checks, LibraryChecksTest)
#include "tst_library_checks.moc"
