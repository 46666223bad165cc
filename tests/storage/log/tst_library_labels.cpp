#include "model/conversation/json/event_json.h"
#include "storage/recover/recover_library.h"
#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QFile>
#include <QTest>
#include <algorithm>
#include <vector>

namespace tst_library_labels {

using namespace quarterdeck;
using namespace quarterdeck::session;
using conversation::ErrorCode;
using test::await;
using test::LibraryUnderTest;
using test::LogBuilder;

namespace {

const SessionLabels everything{"mine", {"games", "to do", "游戏"}, "a note\nof two lines", true, Timestamp{0}};

Result<Nothing> setLabels(const LibraryUnderTest& library, const SessionId& session, const SessionLabels& labels)
{
    return await<Nothing>([&](auto done) { library->setLabels(session, labels, done); });
}

std::vector<SessionSummary> listOf(Library& library)
{
    return await<std::vector<SessionSummary>>([&](auto done) { library.listSessions(done); }).value();
}

std::vector<SessionSize> sizesOf(Library& library)
{
    auto sizes = await<std::vector<SessionSize>>([&](auto done) { library.readSizes(done); }).value();
    std::ranges::sort(sizes, {}, &SessionSize::id);
    return sizes;
}

std::int64_t payloadsOf(const LogBuilder& log)
{
    std::int64_t bytes = 0;
    for (const Event& event : log.events())
        bytes += static_cast<std::int64_t>(conversation::eventPayload(event.body).size());
    return bytes;
}

} // namespace

/// What the person says about sessions, and how large they are; on both kinds of library.
class LibraryLabelsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void labels_comeBack_data();
    static void labels_comeBack();
    static void labels_takeThePlaceOfEarlierOnes();
    static void append_leavesThemAlone();
    static void logIsSound_underAnotherTitle();
    static void unknownSession_isNotFound();
    static void removedSession_takesThemAlong();
    static void removal_isOfTheArchiveOnly();
    static void sizes_areThoseOfTheLog();
    static void recoveredLibrary_hasThem();
    static void version1_getsThem();
    static void version1_isReadWithoutThem();
};

void LibraryLabelsTest::labels_comeBack_data()
{
    QTest::addColumn<SessionLabels>("labels");
    QTest::newRow("everything") << everything;
    QTest::newRow("title") << SessionLabels{"mine", {}, "", false, {}};
    QTest::newRow("tags") << SessionLabels{"", {"\"quoted\"", "b"}, "", false, {}};
    QTest::newRow("note") << SessionLabels{"", {}, "note", false, {}};
    QTest::newRow("pin") << SessionLabels{"", {}, "", true, {}};
    QTest::newRow("archived") << SessionLabels{"", {}, "", false, Timestamp{1'700'000'000'123}};
    QTest::newRow("nothing") << SessionLabels{};
}

void LibraryLabelsTest::labels_comeBack()
{
    QFETCH(const SessionLabels, labels);
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("the log's");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), labels));
    library.reopen();
    const SessionSummary listed = listOf(*library).at(0);
    QCOMPARE(listed.labels, labels);
    QCOMPARE(listed.title, labels.title.empty() ? std::string("the log's") : labels.title);
}

void LibraryLabelsTest::labels_takeThePlaceOfEarlierOnes()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("the log's");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    for (const SessionLabels& labels : {everything, SessionLabels{"other", {}, "", false, {}}, SessionLabels{}}) {
        QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), labels));
        QCOMPARE(listOf(*library).at(0).labels, labels);
    }
    QCOMPARE(listOf(*library), std::vector<SessionSummary>{log.summary()});
}

void LibraryLabelsTest::append_leavesThemAlone()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("the log's");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), everything));
    log.say("Mike", "one");
    SessionSummary other = log.summary();
    other.labels = {"not this", {}, "", false, {}};
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->append(other, log.takeRecords(), done); }));
    const SessionSummary listed = listOf(*library).at(0);
    QCOMPARE(listed.labels, everything);
    QCOMPARE(listed.title, everything.title);
    QCOMPARE(listed.messageCount, std::int64_t{1});
}

void LibraryLabelsTest::logIsSound_underAnotherTitle()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("the log's");
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), everything));
    const auto check = await<SessionCheck>([&](auto done) { library->verifySession(log.id(), done); });
    QUARTERDECK_VERIFY_RESULT(check);
    QVERIFY2(check->isSound(), check->faults.empty() ? "" : check->faults.front().c_str());
    const auto opening = await<SessionOpening>([&](auto done) { library->openSession(log.id(), done); });
    QCOMPARE(opening->state.title(), std::string("the log's"));
}

void LibraryLabelsTest::unknownSession_isNotFound()
{
    LibraryUnderTest library;
    const auto refused = setLabels(library, SessionId("nobody"), everything);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotFound);
}

void LibraryLabelsTest::removedSession_takesThemAlong()
{
    LibraryUnderTest library;
    LogBuilder going("s");
    going.start("going");
    QUARTERDECK_VERIFY_RESULT(library.create(going));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, going.id(), everything));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, going.id()));
    LogBuilder again("s");
    again.start("again");
    QUARTERDECK_VERIFY_RESULT(library.create(again));
    QCOMPARE(listOf(*library), std::vector<SessionSummary>{again.summary()});
    QCOMPARE(sizesOf(*library), (std::vector<SessionSize>{{again.id(), payloadsOf(again), 0}}));
}

/// Earlier writes count, even while none of them is answered yet.
void LibraryLabelsTest::removal_isOfTheArchiveOnly()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    SessionLabels archived = everything;
    archived.archivedAt = Timestamp{1'700'000'000'123};
    SessionLabels taken = everything;
    taken.archivedAt.reset();
    QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), archived));
    library->setLabels(log.id(), taken, [](const Result<Nothing>&) {});
    const auto refused = await<Nothing>([&](auto done) { library->removeSession(log.id(), done); });
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::NotAllowed);
    library.reopen();
    QCOMPARE(listOf(*library).size(), std::size_t{1});
    QCOMPARE(await<std::vector<Event>>([&](auto done) { library->readEvents(log.id(), {0}, 9, done); }).value(),
             log.events());
    library->setLabels(log.id(), archived, [](const Result<Nothing>&) {});
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { library->removeSession(log.id(), done); }));
    QVERIFY(listOf(*library).empty());
}

void LibraryLabelsTest::sizes_areThoseOfTheLog()
{
    LibraryUnderTest library;
    const auto shared =
        await<AttachmentInfo>([&](auto done) { library->putAttachment("12345", "image/png", 1, 1, done); });
    LogBuilder one("one");
    one.start("中文");
    one.show(shared->hash);
    one.show(shared->hash);
    LogBuilder two("two");
    two.start();
    QUARTERDECK_VERIFY_RESULT(library.create(one));
    QUARTERDECK_VERIFY_RESULT(library.create(two));
    one.say("Mike", std::string(5000, 'x'));
    QUARTERDECK_VERIFY_RESULT(library.append(one));
    library.reopen();
    QCOMPARE(sizesOf(*library),
             (std::vector<SessionSize>{{one.id(), payloadsOf(one), 5}, {two.id(), payloadsOf(two), 0}}));

    // What both refer to outlives either.
    const auto own = await<AttachmentInfo>([&](auto done) { library->putAttachment("123", "image/png", 1, 1, done); });
    two.show(shared->hash);
    two.show(own->hash);
    QUARTERDECK_VERIFY_RESULT(library.append(two));
    QCOMPARE(sizesOf(*library),
             (std::vector<SessionSize>{{one.id(), payloadsOf(one), 5, 5}, {two.id(), payloadsOf(two), 8, 5}}));
}

void LibraryLabelsTest::recoveredLibrary_hasThem()
{
    LibraryUnderTest library;
    LogBuilder log("s");
    log.start("the log's");
    LogBuilder other("other");
    other.start();
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    QUARTERDECK_VERIFY_RESULT(library.create(other));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, log.id(), everything));
    QUARTERDECK_VERIFY_RESULT(setLabels(library, other.id(), {"other", {}, "", true, {}}));
    library.reopenAfter([&] { QVERIFY(storage::recoverLibrary(library.path())); });
    for (const SessionSummary& listed : listOf(*library))
        QCOMPARE(listed.labels, listed.id == log.id() ? everything : (SessionLabels{"other", {}, "", true, {}}));
    QCOMPARE(listOf(*library).size(), std::size_t{2});
    QCOMPARE(sizesOf(*library),
             (std::vector<SessionSize>{{other.id(), payloadsOf(other), 0}, {log.id(), payloadsOf(log), 0}}));
}

/// The path of a copy of a file that version 1 wrote.
QString version1(const QTemporaryDir& folder)
{
    const QString copy = folder.filePath(QStringLiteral("version1.db"));
    if (!QFile::copy(QStringLiteral(QUARTERDECK_TEST_DATA "/library/version1.db"), copy)
        || !QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner))
        qFatal("version1.db cannot be copied");
    return copy;
}

void LibraryLabelsTest::version1_getsThem()
{
    const QTemporaryDir folder;
    QObject context;
    const auto library = storage::openLibrary(version1(folder).toStdString(), &context);
    QUARTERDECK_VERIFY_RESULT(library);
    for (const SessionSize& size : sizesOf(**library)) {
        const auto events =
            await<std::vector<Event>>([&](auto done) { (*library)->readEvents(size.id, {0}, 1000, done); }).value();
        std::int64_t bytes = 0;
        for (const Event& event : events)
            bytes += static_cast<std::int64_t>(conversation::eventPayload(event.body).size());
        QVERIFY(bytes > 0);
        QCOMPARE(size.events, bytes);
    }
    const SessionSummary first = listOf(**library).at(0);
    QCOMPARE(first.labels, SessionLabels{});
    QUARTERDECK_VERIFY_RESULT(await<Nothing>([&](auto done) { (*library)->setLabels(first.id, everything, done); }));
    QCOMPARE(listOf(**library).at(0).labels, everything);
}

void LibraryLabelsTest::version1_isReadWithoutThem()
{
    const QTemporaryDir folder;
    const QString path = version1(folder);
    const auto library = storage::openLibrary(path.toStdString(), nullptr, storage::Access::ReadOnly);
    QUARTERDECK_VERIFY_RESULT(library);
    QCOMPARE(listOf(**library).size(), std::size_t{2});
    QCOMPARE(listOf(**library).at(0).labels, SessionLabels{});
    QCOMPARE(sizesOf(**library).size(), std::size_t{2});
}

} // namespace tst_library_labels

QUARTERDECK_TEST(tst_library_labels, LibraryLabelsTest)
#include "tst_library_labels.moc"
