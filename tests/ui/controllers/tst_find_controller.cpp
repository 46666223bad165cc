#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/controllers/find_controller.h"
#include "ui/panels/find_bars.h"
#include "ui/transcript/rendering.h"

#include <QSignalSpy>

namespace tst_find_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

using Rows = std::vector<std::int64_t>;

/// Four messages, the second and the fourth with a needle; the fourth is private.
struct Finding : TranscriptDesk<ui::FindBar>
{
    session::Session* showSession()
    {
        session::Session* session = desk.kit.create();
        for (const char* text : {"Hay", "A needle", "More hay"})
            desk.kit.submit(session, said("Alice", text));
        conversation::Publish secret{conversation::Message{}, "Bob", {}, true};
        secret.message.content = conversation::textBlocks("A secret needle");
        secret.message.sendTo = {conversation::Address("Bob")};
        desk.kit.submit(session, secret);
        return desk.show(session->id()) ? session : nullptr;
    }

    ui::FindController controller{*bar, *page, transcript, desk.viewed, actions};
};

} // namespace

/// Finding in the channel that is shown.
class TestFindController final : public QObject
{
    Q_OBJECT

private slots:
    void keys_openFindAndClose();
    void rows_areSteppedThroughAndAround();
    void words_areOnePhrase_data();
    void words_areOnePhrase();
    void places_areCounted();
    void rowWithoutPlaces_isSaid();
    void newRows_areFoundToo();
    void channel_isSearchedAnew();
    void firstFound_isTheOneFromTheRowInSightOn();
    void moment_hidesWhatCameLater();
    void replayThatGoesOn_addsToWhatWasFound();
    void nothingFound_isSaid();
    void findNext_opensTheBar();
    void filters_areFoundToo();
    void whatIsNoFilter_isSaid();
    void olderSearches_areStopped();
    void failure_isSaid();
};

void TestFindController::keys_openFindAndClose()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    QVERIFY(finding.bar->isHidden());
    finding.actions[ui::ActionId::ViewFind].trigger();
    QVERIFY(finding.bar->isVisible());
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Escape);
    QVERIFY(finding.bar->isHidden());
    QVERIFY(finding.controller.found().empty());
    QCOMPARE(finding.says(), QString());
    finding.actions[ui::ActionId::ViewFind].trigger(); // what was typed is kept, and chosen to be typed over
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QCOMPARE(finding.field().selectedText(), QStringLiteral("needle"));
}

void TestFindController::rows_areSteppedThroughAndAround()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    QVERIFY(finding.waitUntilItSays("Message 2 of 2 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("Message 2 of 2 found"));
    finding.actions[ui::ActionId::ViewFindPrevious].trigger();
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    finding.actions[ui::ActionId::ViewFindNext].trigger();
    QVERIFY(finding.waitUntilItSays("Message 2 of 2 found"));
}

void TestFindController::words_areOnePhrase_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<Rows>("found");
    QTest::newRow("as they follow") << QStringLiteral("secret needle") << Rows{3};
    QTest::newRow("not apart") << QStringLiteral("needle secret") << Rows{};
    QTest::newRow("spaces, and a beginning") << QStringLiteral("  secret   nee ") << Rows{3};
    QTest::newRow("across other letters") << QStringLiteral("more, hay") << Rows{2};
    QTest::newRow("quoted apart") << QStringLiteral("\"needle\" \"secret\"") << Rows{3};
    QTest::newRow("quoted whole") << QStringLiteral("\"secret nee\"") << Rows{};
    QTest::newRow("one quoted, one not") << QStringLiteral("needle \"A secret\"") << Rows{3};
    QTest::newRow("Chinese") << QStringLiteral("计分规则") << Rows{4};
    QTest::newRow("Chinese in two") << QStringLiteral("规则 合并") << Rows{4};
    QTest::newRow("Chinese turned round") << QStringLiteral("合并 规则") << Rows{};
}

/// Searching while typing.
void TestFindController::words_areOnePhrase()
{
    QFETCH(const QString, typed);
    QFETCH(const Rows, found);
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.desk.kit.submit(session, said("Alice", "新的计分规则，合并 得分。"));
    QVERIFY(waitFor([&] { return finding.transcript.rowCount() == 5; }));
    finding.bar->open();
    finding.field().setText(typed);
    QVERIFY(waitFor([&] { return finding.says().endsWith(QLatin1String("found")); }));
    QCOMPARE(finding.controller.found(), found);
}

/// Places of the row, and rows.
void TestFindController::places_areCounted()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.desk.kit.submit(session, said("Alice", "Needle, needle, and a needle."));
    QVERIFY(waitFor([&] { return finding.transcript.rowCount() == 5; }));
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 3 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("3 of 3 here · message 3 of 3"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("2 of 3 here · message 3 of 3"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("1 of 3 here · message 3 of 3"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("Message 2 of 3 found"));
}

/// The match is where nothing of it is shown.
void TestFindController::rowWithoutPlaces_isSaid()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.desk.kit.submit(session, said("Alice", "See ![it](https://pictures.example/thimble.png)."));
    finding.bar->open();
    finding.type(QStringLiteral("thimble"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found, in a part that is not shown"));
    finding.type(QStringLiteral("secret"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
}

void TestFindController::newRows_areFoundToo()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    finding.desk.kit.submit(session, said("Alice", "The third needle"));
    QVERIFY(finding.waitUntilItSays("Message 2 of 3 found")); // and the chosen one stays
}

void TestFindController::channel_isSearchedAnew()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    finding.transcript.openChannel(conversation::channel::publicOnly);
    QVERIFY(finding.waitUntilItSays("1 found")); // who goes there is not taken elsewhere
    QCOMPARE(finding.controller.found(), Rows{1});
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
    finding.transcript.openChannel(conversation::channel::privateWith(conversation::RoleName("Bob")));
    QVERIFY(waitFor([&] { return finding.controller.found() == Rows{0}; }));
    QVERIFY(finding.waitUntilItSays("1 found"));
}

void TestFindController::firstFound_isTheOneFromTheRowInSightOn()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    for (int i = 0; i < 40; ++i)
        finding.desk.kit.submit(session, said("Alice", "One more needle"));
    QVERIFY(waitFor([&] { return finding.transcript.rowCount() == 44; }));
    std::int64_t first = -1;
    connect(&finding.page->page(), &ui::transcript::TranscriptPage::visibleRangeChanged, finding.page,
            [&first](conversation::Ordinal row) { first = row.value; });
    QVERIFY(waitFor([&] { return finding.page->page().shown().total == 44; }));
    finding.page->page().scrollTo({{20}, ui::transcript::Align::Start}, false);
    QVERIFY(waitFor([&] { return first == 20; }));
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 19 of 42 found"));
}

void TestFindController::moment_hidesWhatCameLater()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    conversation::EventSeq last;
    for (const session::Event& event : finding.desk.kit.log(session->id()))
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
            if (conversation::textOf(published->message) == "More hay")
                last = event.seq;
    QVERIFY(finding.desk.replayAt(last));
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
    finding.desk.viewed.replay()->seek({1}); // and it is closed while the search for that moment waits
    QVERIFY(waitFor([&] { return finding.desk.viewed.asOf() == conversation::EventSeq{1}; }));
    QTest::keyClick(&finding.field(), Qt::Key_Escape);
    QVERIFY(!waitFor([&] { return finding.says() != QString(); }, 1500));
}

/// It is not searched anew with each of its steps, except when it goes back.
void TestFindController::replayThatGoesOn_addsToWhatWasFound()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    std::vector<conversation::EventSeq> said;
    for (const session::Event& event : finding.desk.kit.log(session->id()))
        if (std::holds_alternative<conversation::MessagePublished>(event.body))
            said.push_back(event.seq);
    QVERIFY(said.size() >= 4);
    QVERIFY(finding.desk.replayAt(said[1]));
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
    const std::stop_token search = finding.desk.kit.library->findStops.back();
    for (const conversation::EventSeq moment : {said[2], said[3]}) {
        finding.desk.viewed.replay()->seek(moment);
        QVERIFY(waitFor([&] { return finding.desk.viewed.asOf() == moment; }));
    }
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QVERIFY(!search.stop_requested());
    finding.desk.viewed.replay()->seek(said[1]);
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
    QVERIFY(search.stop_requested());
}

void TestFindController::findNext_opensTheBar()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QTest::keyClick(&finding.field(), Qt::Key_Escape);
    finding.actions[ui::ActionId::ViewFindNext].trigger();
    QVERIFY(finding.bar->isVisible());
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
}

void TestFindController::filters_areFoundToo()
{
    Finding finding;
    session::Session* session = finding.showSession();
    QVERIFY(session != nullptr);
    finding.desk.kit.submit(session, said("Bob", "Bob's needle"));
    QVERIFY(waitFor([&] { return finding.transcript.rowCount() == 5; }));
    const auto finds = [&](const char* typed, const Rows& rows) {
        finding.field().setText(QString::fromUtf8(typed));
        return waitFor([&] { return finding.controller.found() == rows; });
    };
    finding.bar->open();
    QVERIFY(finds("from:Bob", {4}));
    QVERIFY(finding.waitUntilItSays("Message 1 of 1 found"));
    QVERIFY(finds("needle", {1, 3, 4}));
    QVERIFY(finds("in:private", {3, 4})); // Bob answers where he was asked
    QVERIFY(finds("needle from:Alice", {1}));
    QVERIFY(finds("from:Alice in:public", {0, 1, 2}));
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    QVERIFY(finding.waitUntilItSays("Message 2 of 3 found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(finding.waitUntilItSays("Message 1 of 3 found"));
    QVERIFY(finds("\"from:Bob\"", {})); // quoted it is words
    finding.desk.kit.submit(session, said("Alice", "It said from: Bob"));
    QVERIFY(finds("from: Bob", {5}));
}

void TestFindController::whatIsNoFilter_isSaid()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("has:fun"));
    QVERIFY(waitFor([&] { return finding.says().contains(QStringLiteral("is not a filter")); }));
    finding.type(QStringLiteral("hay"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
}

/// Nobody waits for what was typed before.
void TestFindController::olderSearches_areStopped()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    const std::stop_token first = finding.desk.kit.library->findStops.back();
    QVERIFY(!first.stop_requested());
    finding.type(QStringLiteral("hay"));
    QVERIFY(finding.waitUntilItSays("Message 1 of 2 found"));
    QVERIFY(waitFor([&] { return first.stop_requested(); }));
    const std::stop_token second = finding.desk.kit.library->findStops.back();
    QTest::keyClick(&finding.field(), Qt::Key_Escape);
    QVERIFY(second.stop_requested());
}

void TestFindController::failure_isSaid()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    QSignalSpy failed(&finding.controller, &ui::FindController::failed);
    finding.desk.kit.library->failReads(true);
    finding.bar->open();
    finding.type(QStringLiteral("needle"));
    QVERIFY(finding.waitUntilItSays("The search failed"));
    QCOMPARE(failed.count(), 1);
}

void TestFindController::nothingFound_isSaid()
{
    Finding finding;
    QVERIFY(finding.showSession() != nullptr);
    finding.bar->open();
    finding.type(QStringLiteral("nowhere"));
    QVERIFY(finding.waitUntilItSays("Nothing found"));
    QTest::keyClick(&finding.field(), Qt::Key_Return);
    finding.type(QStringLiteral("->")); // nothing to look for
    QVERIFY(finding.waitUntilItSays("Nothing found"));
    finding.field().clear();
    QVERIFY(finding.waitUntilItSays(""));
}

} // namespace tst_find_controller

QUARTERDECK_PAGE_TEST(tst_find_controller, TestFindController)
#include "tst_find_controller.moc"
