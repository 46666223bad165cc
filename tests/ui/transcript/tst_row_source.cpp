#include "fake_library.h"
#include "page_fixture.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "ui/transcript/row_presenter.h"
#include "ui/transcript/row_source.h"

#include <QSignalSpy>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_row_source {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

session::Row plainRow(std::int64_t ordinal) { return test::messageRow(ordinal, "Mike", "text"); }

session::Row questionRow(std::int64_t ordinal)
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q");
    asked.question.asker = RoleName("Bob");
    return {{ordinal}, {{ordinal + 1}, {1'000}, 0, asked}, {}};
}

/// Three private messages of one chat, a second apart, after a public one.
session::Row privateRow(std::int64_t ordinal)
{
    session::Row row = test::messageRow(ordinal, "Alice", "secret");
    row.event.time = {ordinal * 1'000};
    auto& published = std::get<MessagePublished>(row.event.body);
    published.route.isPrivate = true;
    published.route.directChat = DirectChatId(ordinal == 0 ? "c0" : "c1");
    published.route.directChatRoles = {RoleName("Alice")};
    return row;
}

json first(QSignalSpy& spy) { return json::parse(spy.takeFirst().at(0).toString().toStdString()); }

const RowQuery place{SessionId("s"), ChannelKey("everything"), {}};

} // namespace

class TestRowSource final : public QObject
{
    Q_OBJECT

private slots:
    void rows_comeAsThePagesJson()
    {
        RowSource source(std::make_shared<test::FakeLibrary>(100, plainRow));
        source.setPresentation(test::threeMembers());
        QSignalSpy read(&source, &RowSource::rowsRead);
        const int generation = source.open(place);
        source.request(generation, 7, 95, 60);
        QVERIFY(read.wait(test::waitLimitMs));
        const json answer = first(read);
        QCOMPARE(answer["generation"].get<int>(), generation);
        QCOMPARE(answer["request"].get<int>(), 7);
        QCOMPARE(answer["first"].get<int>(), 95);
        QCOMPARE(answer["total"].get<int>(), 100);
        QCOMPARE(answer["rows"].size(), std::size_t(5));
        QCOMPARE(answer["rows"][0]["speaker"]["lane"].get<int>(), 1);
    }

    void lateAnswers_areDropped()
    {
        auto library = std::make_shared<test::FakeLibrary>(100, plainRow);
        RowSource source(library);
        QSignalSpy read(&source, &RowSource::rowsRead);
        const int old = source.open(place);
        source.request(old, 1, 0, 10);
        library->waitForReads(); // the answer waits in the event queue
        const int now = source.open(place);
        source.request(old, 2, 0, 10);
        source.request(now, 3, 0, 10);
        QVERIFY(read.wait(test::waitLimitMs));
        library->waitForReads();
        QCoreApplication::processEvents();
        QCOMPARE(read.count(), 1);
        QCOMPARE(first(read)["request"].get<int>(), 3);
    }

    void aSourceThatIsGone_isNotAnswered_data()
    {
        QTest::addColumn<bool>("isAnswered");
        QTest::newRow("while it is read") << false;
        QTest::newRow("while the answer waits in the event queue") << true;
    }

    void aSourceThatIsGone_isNotAnswered()
    {
        QFETCH(const bool, isAnswered);
        auto library = std::make_shared<test::FakeLibrary>(100, plainRow);
        auto source = std::make_unique<RowSource>(library);
        int told = 0;
        connect(source.get(), &RowSource::rowsRead, this, [&] { ++told; });
        connect(source.get(), &RowSource::failed, this, [&] { ++told; });
        source->request(source->open(place), 1, 0, 10);
        if (isAnswered)
            library->waitForReads();
        source.reset();
        library->waitForReads();
        QCOMPARE(library->mostRowsAtOnce(), 10); // it was asked
        QCoreApplication::processEvents();
        QCOMPARE(told, 0);
    }

    void amendedRows_arePresentedAgain()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, questionRow);
        RowSource source(library);
        source.setPresentation(test::threeMembers());
        source.open(place);
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        library->amend({4}, {{11}, {2'000}, 0, QuestionEnded{QuestionId("q"), {}}});
        source.refresh({EventSeq{5}, EventSeq{999}}); // the second is no row
        QVERIFY(changed.wait(test::waitLimitMs));
        const json answer = first(changed);
        QCOMPARE(answer["rows"].size(), std::size_t(1));
        QCOMPARE(answer["rows"][0]["ordinal"].get<int>(), 4);
        QVERIFY(answer["rows"][0]["question"].contains("end"));
    }

    /// And not forgotten: the page would show it as it was for ever.
    void amendedRow_isReadAgain_whenThatFailed()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, questionRow);
        RowSource source(library);
        source.open(place);
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        QSignalSpy failed(&source, &RowSource::failed);
        QSignalSpy recovered(&source, &RowSource::recovered);
        library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
        source.refresh({EventSeq{5}});
        QVERIFY(failed.wait(test::waitLimitMs));
        library->mendReads();
        source.refresh({EventSeq{6}});
        QVERIFY(test::waitFor([&] { return changed.count() > 0; }));
        QCOMPARE(first(changed)["rows"][0]["ordinal"].get<int>(), 5);
        source.tryAgain();
        QVERIFY(test::waitFor([&] { return changed.count() > 0; }));
        QCOMPARE(first(changed)["rows"][0]["ordinal"].get<int>(), 4);
        QCOMPARE(failed.count(), 1);
        QCOMPARE(recovered.count(), 1);
    }

    /// Nor do others wait for a row that cannot be read, however often it is tried.
    void unreadableRow_keepsNoOtherWaiting()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, questionRow);
        RowSource source(library);
        source.open(place);
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        QSignalSpy failed(&source, &RowSource::failed);
        library->failReadsOf(4, {ErrorCode::Damaged, "The row is damaged.", {}});
        source.refresh({EventSeq{5}, EventSeq{7}});
        for (int tries = 1; tries <= 6; ++tries) {
            source.tryAgain();
            QVERIFY(test::waitFor([&] { return failed.count() >= tries; }));
        }
        QVERIFY(test::waitFor([&] { return changed.count() == 1; }));
        source.refresh({EventSeq{5}, EventSeq{8}}); // by now it is left alone for half a minute
        QVERIFY(test::waitFor([&] { return changed.count() == 2; }));
        QCOMPARE(first(changed)["rows"][0]["ordinal"].get<int>(), 6);
        QCOMPARE(first(changed)["rows"][0]["ordinal"].get<int>(), 7);
    }

    void requestThatFails_isSaidToThePage()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, plainRow);
        RowSource source(library);
        QSignalSpy told(&source, &RowSource::requestFailed);
        QSignalSpy recovered(&source, &RowSource::recovered);
        library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
        const int generation = source.open(place);
        source.request(generation, 7, 2, 3);
        QVERIFY(told.wait(test::waitLimitMs));
        QCOMPARE(told.front().front().toInt(), 7);
        library->mendReads();
        source.request(generation, 8, 2, 3);
        QVERIFY(recovered.wait(test::waitLimitMs));
    }

    /// The page jumped elsewhere: rows that it no longer wants are never requested again.
    void rowsNobodyWants_doNotKeepTheFailure()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, plainRow);
        RowSource source(library);
        QSignalSpy told(&source, &RowSource::requestFailed);
        QSignalSpy recovered(&source, &RowSource::recovered);
        library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
        const int generation = source.open(place);
        source.request(generation, 7, 2, 3);
        QVERIFY(told.wait(test::waitLimitMs));
        library->mendReads();
        source.request(generation, 8, 5, 3);
        QVERIFY(recovered.wait(test::waitLimitMs));
    }

    /// Of two ranges that were asked for together, one could not be read.
    void whatWasUnderWay_isNoRecovery()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, plainRow);
        RowSource source(library);
        QSignalSpy read(&source, &RowSource::rowsRead);
        QSignalSpy recovered(&source, &RowSource::recovered);
        const int generation = source.open(place);
        library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
        source.request(generation, 1, 2, 3);
        library->waitForReads();
        library->mendReads();
        source.request(generation, 2, 5, 3);
        library->waitForReads();
        QVERIFY(read.wait(test::waitLimitMs));
        QCOMPARE(recovered.count(), 0);
        source.request(generation, 3, 2, 3);
        QVERIFY(recovered.wait(test::waitLimitMs));
    }

    void rowThatWaitsForItsNextTry_keepsTheFailure()
    {
        auto library = std::make_shared<test::FakeLibrary>(10, questionRow);
        RowSource source(library);
        QSignalSpy failed(&source, &RowSource::failed);
        QSignalSpy read(&source, &RowSource::rowsRead);
        QSignalSpy recovered(&source, &RowSource::recovered);
        const int generation = source.open(place);
        library->failReads({ErrorCode::Io, "The disk does not answer.", {}});
        source.refresh({EventSeq{5}});
        QVERIFY(failed.wait(test::waitLimitMs));
        library->mendReads();
        source.request(generation, 1, 0, 3);
        QVERIFY(read.wait(test::waitLimitMs));
        QCOMPARE(recovered.count(), 0);
        source.tryAgain();
        QVERIFY(recovered.wait(test::waitLimitMs));
    }

    void aMoment_knowsHowItsQuestionsEnd()
    {
        auto library = std::make_shared<test::FakeLibrary>(3, questionRow);
        library->amend({1}, {{50}, {2'000}, 0, QuestionEnded{QuestionId("q"), {}}});
        RowSource source(library);
        RowQuery moment = place;
        moment.asOf = EventSeq{3};
        QSignalSpy read(&source, &RowSource::rowsRead);
        source.request(source.open(moment), 1, 0, 3);
        QVERIFY(read.wait(test::waitLimitMs));
        const json rows = first(read)["rows"];
        QVERIFY(!rows[0]["question"].contains("end"));
        QCOMPARE(rows[1]["question"]["end"]["late"].get<bool>(), true);
    }

    /// An open question takes a second read, so the answer of an earlier moment could come after that of a later one.
    void theNewestMoment_isToldLast()
    {
        auto library = std::make_shared<test::FakeLibrary>(3, questionRow);
        library->amend({1}, {{50}, {2'000}, 0, QuestionEnded{QuestionId("q"), {}}});
        RowSource source(library);
        RowQuery moment = place;
        moment.asOf = EventSeq{3};
        source.open(moment);
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        library->hold(test::FakeLibrary::Reads::Rows);
        source.refresh({EventSeq{2}});
        QVERIFY(test::waitFor([&] { return library->hasHeldReads(); }));
        source.setAsOf(EventSeq{50});
        source.refresh({EventSeq{2}});
        library->release();
        const auto isSettled = [&] {
            library->waitForReads();
            return changed.count() >= 2;
        };
        QVERIFY(test::waitFor(isSettled));
        QVERIFY(!changed.wait(100));
        const json last = json::parse(changed.takeLast().at(0).toString().toStdString())["rows"][0];
        QVERIFY(last["question"].contains("end"));
        QVERIFY(!last["question"]["end"].contains("late"));
    }

    void whatThePageAskedFor_isReadAgain_whenItChangedMeanwhile()
    {
        auto library = std::make_shared<test::FakeLibrary>(3, questionRow);
        library->amend({1}, {{50}, {2'000}, 0, QuestionEnded{QuestionId("q"), {}}});
        RowSource source(library);
        RowQuery moment = place;
        moment.asOf = EventSeq{3};
        QSignalSpy read(&source, &RowSource::rowsRead);
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        source.request(source.open(moment), 1, 0, 3);
        source.setAsOf(EventSeq{50});
        QVERIFY(test::waitFor([&] { return changed.count() == 1; }));
        QCOMPARE(read.count(), 1); // first, since the page does not know the rows before
        const json rows = first(changed)["rows"];
        QCOMPARE(rows.size(), std::size_t(3));
        QVERIFY(!rows[1]["question"]["end"].contains("late"));
    }

    void plainRows_stayPlainInTheirSession()
    {
        RowSource source(std::make_shared<test::FakeLibrary>(3, plainRow));
        QSignalSpy read(&source, &RowSource::rowsRead);
        const auto isPlain = [&](const RowQuery& wanted) {
            source.request(source.open(wanted), 1, 1, 1);
            return read.wait(test::waitLimitMs) && first(read)["rows"][0].contains("plain");
        };
        source.open(place);
        source.showPlain({EventSeq{2}});
        QVERIFY(isPlain(place));
        source.setPresentation(test::threeMembers());
        QVERIFY(isPlain(place));
        QVERIFY(!isPlain({SessionId("other"), ChannelKey("everything"), {}}));
        QVERIFY(!isPlain(place)); // it may be tried again
    }

    void plainRow_isDrawnAgain()
    {
        RowSource source(std::make_shared<test::FakeLibrary>(3, plainRow));
        QSignalSpy changed(&source, &RowSource::rowsChanged);
        source.open(place);
        source.showPlain({EventSeq{2}, EventSeq{3}});
        source.drawAgain(EventSeq{2});
        QVERIFY(changed.wait(test::waitLimitMs));
        const json rows = first(changed)["rows"];
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0]["seq"].get<int>(), 2);
        QVERIFY(!rows[0].contains("plain"));
        QVERIFY(source.presenter().plainRows() == std::set{EventSeq{3}});
    }

    void aPrivateChat_knowsHowLongItTook()
    {
        auto library = std::make_shared<test::FakeLibrary>(4, privateRow);
        library->amend({3}, {{50}, {9'000}, 0, DirectChatEnded{DirectChatId("c1"), RoleName("Alice"), {}}});
        RowSource source(library);
        QSignalSpy read(&source, &RowSource::rowsRead);
        source.request(source.open(place), 1, 0, 4);
        QVERIFY(read.wait(test::waitLimitMs));
        const json rows = first(read)["rows"];
        QVERIFY(!rows[2].contains("privateEnd"));
        QCOMPARE(rows[3]["privateEnd"]["after"].get<int>(), 8'000); // from the chat's first message, ordinal 1
    }

    void aPrivateChat_isReadBackAsFarAsNeeded_data()
    {
        QTest::addColumn<int>("begins");
        QTest::addColumn<int>("mostRows");
        QTest::newRow("a few words") << 37 << 6;
        QTest::newRow("a long one") << 10 << 40;
    }
    void aPrivateChat_isReadBackAsFarAsNeeded()
    {
        QFETCH(const int, begins);
        QFETCH(const int, mostRows);
        auto library = std::make_shared<test::FakeLibrary>(40, [begins](std::int64_t ordinal) {
            session::Row row = privateRow(ordinal);
            std::get<MessagePublished>(row.event.body).route.directChat = DirectChatId(ordinal < begins ? "c0" : "c1");
            return row;
        });
        library->amend({39}, {{50}, {39'000}, 0, DirectChatEnded{DirectChatId("c1"), RoleName("Alice"), {}}});
        RowSource source(library);
        QSignalSpy read(&source, &RowSource::rowsRead);
        source.request(source.open(place), 1, 38, 2);
        QVERIFY(read.wait(test::waitLimitMs));
        QCOMPARE(first(read)["rows"][1]["privateEnd"]["after"].get<int>(), (39 - begins) * 1'000);
        QVERIFY2(library->mostRowsAtOnce() <= mostRows, qPrintable(QString::number(library->mostRowsAtOnce())));
    }

    void textThatIsNoUtf8_isShownAnyway()
    {
        RowSource source(std::make_shared<test::FakeLibrary>(
            1, [](std::int64_t ordinal) { return test::messageRow(ordinal, "Mike", "bad \xff\xfe end"); }));
        QSignalSpy read(&source, &RowSource::rowsRead);
        source.request(source.open(place), 1, 0, 1);
        QVERIFY(read.wait(test::waitLimitMs));
        QVERIFY(first(read)["rows"][0]["blocks"][0]["text"].get<std::string>().ends_with(" end"));
    }
};

} // namespace tst_row_source

QUARTERDECK_TEST(tst_row_source, TestRowSource)
#include "tst_row_source.moc"
