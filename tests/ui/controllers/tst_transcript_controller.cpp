#include "tests/support/page_test.h"
#include "transcript_desk.h"
#include "ui/panels/range_bars.h"
#include "ui/transcript/rendering.h"

#include <QDesktopServices>
#include <QLineEdit>
#include <QSignalSpy>

namespace tst_transcript_controller {

using namespace quarterdeck;
using namespace quarterdeck::test;
using ui::TranscriptController;

namespace {

struct Reading : TranscriptDesk<ui::CopyRangeBar>
{
    /// A message for all and one for Bob alone.
    [[nodiscard]] bool showSession()
    {
        session::Session* session = desk.kit.create();
        desk.kit.submit(session, said("Alice", "Hello all"));
        conversation::Publish secret{conversation::Message{}, "Bob", {}, true};
        secret.message.content = conversation::textBlocks("Hello Bob");
        secret.message.sendTo = {conversation::Address("Bob")};
        desk.kit.submit(session, secret);
        for (const session::Event& event : desk.kit.log(session->id()))
            if (std::holds_alternative<conversation::MessagePublished>(event.body))
                messages.push_back(event.seq);
        return desk.show(session->id());
    }

    std::vector<conversation::EventSeq> messages;
};

/// Gets what the desktop would open.
class Browser final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Browser)
public:
    Browser() { QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "open"); }
    ~Browser() override { QDesktopServices::unsetUrlHandler(QStringLiteral("https")); }

    QStringList opened;

public slots:
    void open(const QUrl& url) { opened << url.toString(); }
};

} // namespace

/// The channel that is shown.
class TestTranscriptController final : public QObject
{
    Q_OBJECT

private slots:
    void messageSentElsewhere_isSaidAndShown();
    void messageThatIsNotThere_isSaid();
    void message_isMarkedAndLetGo();
    void refusedLink_isSaid();
    void askedLink_isOpened_whateverWasOpenedMeanwhile();
    void answersToPrograms_areUndeliveredUntilTheyAreTaken();
    void markOfAQuestion_tellsWhetherItWaits();
    void form_getsTheKeys();
    void place_isKeptInEachChannel();
    void places_areNotKeptWithoutEnd();
    void places_areKeptForTheNextStart();
};

/// As they were, the latest first; what makes no sense in the file is left out.
void TestTranscriptController::places_areKeptForTheNextStart()
{
    using namespace ui::transcript;
    using conversation::SessionId;
    namespace channel = conversation::channel;
    const SessionId one("one");
    const ScrollPosition place{Anchor{conversation::Ordinal{41}, Align::Start}, LineInRow{1, 20, -3}};
    const ScrollPosition plain{Anchor{conversation::Ordinal{7}, Align::Center}, {}};
    ui::ScrollPositions kept;
    kept.keep(one, channel::everything, place);
    kept.keep(SessionId("two"), channel::publicOnly, plain);
    kept.keepChannel(SessionId("two"), channel::publicOnly);
    ui::ScrollPositions again;
    again.readJson(kept.toJson());
    QCOMPARE(again.toJson(), kept.toJson());
    QVERIFY(again.placeIn(one, channel::everything) == place);
    QVERIFY(again.placeIn(SessionId("two"), channel::publicOnly) == plain);
    QVERIFY(again.channelOf(SessionId("two")) == channel::publicOnly);
    QVERIFY(again.channelOf(one) == channel::everything);
    for (const char* bad : {"", "[]", "{", R"({"places":1,"channels":{}})",
                            R"({"places":[1,[],["a"],["a","all",-1,0],["a","all",1,99]]})",
                            R"({"places":[["a","all",1e300,0],["a","all",1,0,"x"]],"channels":[1,[],["a"]]})"}) {
        ui::ScrollPositions strange;
        strange.readJson(bad);
        ui::ScrollPositions same;
        same.readJson(strange.toJson());
        QCOMPARE(same.toJson(), strange.toJson());
    }
}

/// *Edit…* in Needs you leads to the form in the transcript.
void TestTranscriptController::form_getsTheKeys()
{
    Reading reading;
    QVERIFY(reading.showSession());
    reading.window.activateWindow();
    QVERIFY(waitFor([&] { return reading.window.isActiveWindow(); }));
    QLineEdit elsewhere;
    reading.window.layout()->addWidget(&elsewhere);
    elsewhere.setFocus();
    QVERIFY(waitFor([&] { return elsewhere.hasFocus(); }));
    reading.transcript.fillIn(reading.messages[0]);
    QVERIFY(waitFor([&] { return reading.page->hasFocus(); }));
}

/// Who looks into another channel or session comes back to where they were; who was at the end to the end.
void TestTranscriptController::place_isKeptInEachChannel()
{
    using ui::transcript::Align;
    constexpr int many = 120;
    Reading reading;
    session::Session* other = reading.desk.kit.create();
    session::Session* session = reading.desk.kit.create();
    for (int i = 0; i < many; ++i)
        reading.desk.kit.submit(session, said("Alice", "Words"));
    std::int64_t first = -1;
    bool isAtEnd = false;
    connect(&reading.page->page(), &ui::transcript::TranscriptPage::visibleRangeChanged, this,
            [&](conversation::Ordinal from, conversation::Ordinal, bool atEnd) {
                first = from.value;
                isAtEnd = atEnd;
            });
    const auto stand = [&](std::int64_t row) { return waitFor([&] { return first == row && !isAtEnd; }); };
    const auto standAtEnd = [&] { return waitFor([&] { return isAtEnd; }); };
    const auto open = [&](const conversation::ChannelKey& channel) {
        first = -1;
        isAtEnd = false;
        reading.transcript.openChannel(channel);
    };
    QVERIFY(reading.desk.show(session->id()));
    QVERIFY(standAtEnd());
    reading.page->page().scrollTo({{40}, Align::Start}, false);
    QVERIFY(stand(40));
    open(conversation::channel::publicOnly);
    QVERIFY(standAtEnd());
    reading.page->page().scrollTo({{20}, Align::Start}, false);
    QVERIFY(stand(20));
    reading.desk.kit.submit(session, said("Alice", "More words"));
    open(conversation::channel::everything);
    QVERIFY(stand(40));
    open(conversation::channel::publicOnly);
    QVERIFY(stand(20));
    first = -1;
    QVERIFY(reading.desk.show(other->id()));
    QVERIFY(reading.desk.show(session->id())); // which opens with the channel in which it was left
    QVERIFY(stand(20));
    open(conversation::channel::everything);
    QVERIFY(stand(40));
    reading.page->page().scrollTo({{reading.transcript.rowCount() - 1}, Align::End}, false);
    QVERIFY(standAtEnd());
    open(conversation::channel::publicOnly);
    QVERIFY(stand(20));
    reading.desk.kit.submit(session, said("Alice", "Still more words"));
    open(conversation::channel::everything);
    QVERIFY(standAtEnd());
}

void TestTranscriptController::places_areNotKeptWithoutEnd()
{
    using namespace ui::transcript;
    ui::ScrollPositions places;
    const conversation::SessionId session("s");
    const auto channel = [](std::size_t number) { return conversation::ChannelKey("c" + std::to_string(number)); };
    const auto at = [](std::int64_t row) { return ScrollPosition{Anchor{{row}, Align::Start}, LineInRow{1, 2, 3}}; };
    for (std::size_t i = 0; i <= ui::ScrollPositions::most; ++i) {
        places.keep(session, channel(i), at(static_cast<std::int64_t>(i)));
        places.keep(session, channel(0), at(7)); // looked at again and again
    }
    QVERIFY(places.placeIn(session, channel(0)) == at(7));
    QVERIFY(places.placeIn(session, channel(1)) == ScrollPosition());
    QVERIFY(places.placeIn(session, channel(2)) == at(2));
    QVERIFY(places.placeIn(conversation::SessionId("t"), channel(2)) == ScrollPosition());
    places.keep(session, channel(2), {}); // the end
    QVERIFY(places.placeIn(session, channel(2)) == ScrollPosition());
}

void TestTranscriptController::messageSentElsewhere_isSaidAndShown()
{
    Reading reading;
    QVERIFY(reading.showSession());
    QCOMPARE(reading.messages.size(), std::size_t{2});
    reading.transcript.openChannel(conversation::channel::publicOnly);
    QSignalSpy noticed(&reading.desk.notices, &ui::NoticeBoard::posted);
    reading.transcript.showSent(reading.messages[0]);
    reading.desk.kit.settle();
    reading.transcript.showSent(reading.messages[1]);
    QVERIFY(waitFor([&] { return !noticed.empty(); }));
    QCOMPARE(noticed.count(), 1); // the first is in sight
    QVERIFY(!noticed.front().front().value<ui::view::Notice>().button.isEmpty());
    QCOMPARE(reading.transcript.channel(), conversation::channel::publicOnly);
    reading.desk.notices.pressButton(QStringLiteral("sent"));
    QVERIFY(waitFor([&] { return reading.transcript.channel() == conversation::channel::everything; }));
}

/// A link may be old, or cut short; following it takes nobody anywhere else.
void TestTranscriptController::messageThatIsNotThere_isSaid()
{
    Reading reading;
    QVERIFY(reading.showSession());
    reading.transcript.openChannel(conversation::channel::publicOnly);
    QVERIFY(reading.desk.replayAt(reading.messages[0]));
    QSignalSpy noticed(&reading.desk.notices, &ui::NoticeBoard::posted);
    QSignalSpy went(&reading.transcript, &TranscriptController::wentTo);
    reading.transcript.goTo({99'999});
    QVERIFY(waitFor([&] { return noticed.count() == 1; }));
    QVERIFY(!noticed.front().front().value<ui::view::Notice>().what.isEmpty());
    QCOMPARE(went.count(), 0);
    QVERIFY(reading.desk.viewed.isReplaying());
    QCOMPARE(reading.transcript.channel(), conversation::channel::publicOnly);
    reading.transcript.goTo(reading.messages[1]); // which comes after that moment, and in another channel
    QVERIFY(waitFor([&] { return went.count() == 1; }));
    QVERIFY(!reading.desk.viewed.isReplaying());
    QCOMPARE(reading.transcript.channel(), conversation::channel::everything);
    QCOMPARE(noticed.count(), 1);
}

void TestTranscriptController::answersToPrograms_areUndeliveredUntilTheyAreTaken()
{
    SessionKit kit;
    kit.hub->start();
    const auto made = [&](conversation::SessionKind kind, const char* source) {
        conversation::SessionStarted settings;
        settings.kind = kind;
        settings.source = source;
        session::Session* created = nullptr;
        kit.hub->create(settings, usualTeam(),
                        [&](const session::Result<session::Session*>& one) { created = one.value_or(nullptr); });
        return waitFor([&] { return created != nullptr; }) ? created : nullptr;
    };
    using Undelivered = std::set<conversation::QuestionId>;
    const auto undelivered = [](const session::Session* session) {
        const auto presentation =
            ui::transcript::presentationOf(*session->state(), false, session->isImportedSession());
        return presentation.areAskersRemote ? std::optional(presentation.undelivered) : std::nullopt;
    };
    for (const auto& [kind, source, isRemote] : {std::tuple{conversation::SessionKind::Remote, "mcp:1", true},
                                                 std::tuple{conversation::SessionKind::Team, "api:a program", true},
                                                 std::tuple{conversation::SessionKind::Team, "", false}}) {
        session::Session* session = made(kind, source);
        QVERIFY(session != nullptr);
        const conversation::QuestionId id("q");
        QVERIFY(!kit.submit(session, question("q")).error);
        conversation::AnswerQuestion answer;
        answer.id = id;
        answer.content = conversation::textBlocks("yes");
        QVERIFY(!kit.submit(session, answer).error);
        QVERIFY(undelivered(session) == (isRemote ? std::optional(Undelivered{id}) : std::nullopt));
        QVERIFY(!kit.submit(session, conversation::AcknowledgeAnswer{id, {}}).error);
        QVERIFY(undelivered(session) == (isRemote ? std::optional(Undelivered{}) : std::nullopt));
    }
}

void TestTranscriptController::markOfAQuestion_tellsWhetherItWaits()
{
    TranscriptDesk<ui::CopyRangeBar> reading;
    session::Session* session = reading.desk.kit.create();
    const conversation::QuestionId id("q");
    QVERIFY(!reading.desk.kit.submit(session, question("q")).error);
    QVERIFY(reading.desk.show(session->id()));
    auto* map = reading.page->findChild<QWidget*>(QStringLiteral("scrollMap"));
    QVERIFY(map != nullptr);
    const auto isPainted = [&](ui::theme::Color token) {
        const QImage image = map->grab().toImage();
        const QColor color = reading.desk.theme.theme().color(token);
        for (int y = 0; y < image.height(); ++y)
            if (image.pixelColor(image.width() - 4, y) == color)
                return true;
        return false;
    };
    bool isMarked = false;
    reading.transcript.whenMarked([&] { isMarked = true; });
    QVERIFY(waitFor([&] { return isMarked; }));
    QVERIFY(isPainted(ui::theme::Color::AskFill));
    QVERIFY(!isPainted(ui::theme::Color::Text3));

    conversation::AnswerQuestion answer;
    answer.id = id;
    answer.content = conversation::textBlocks("yes");
    QVERIFY(!reading.desk.kit.submit(session, answer).error);
    QVERIFY(waitFor([&] { return reading.desk.viewed.state()->openQuestions().empty(); }));
    isMarked = false;
    reading.transcript.whenMarked([&] { isMarked = true; });
    QVERIFY(waitFor([&] { return isMarked; }));
    QVERIFY(isPainted(ui::theme::Color::Text3));
    QVERIFY(!isPainted(ui::theme::Color::AskFill));
}

void TestTranscriptController::message_isMarkedAndLetGo()
{
    using ui::transcript::RowAction;
    Reading reading;
    QVERIFY(reading.showSession());
    QSignalSpy noticed(&reading.desk.notices, &ui::NoticeBoard::posted);
    const conversation::EventSeq message = reading.messages[0];
    const auto kept = [&] { return reading.desk.viewed.state()->keptMessages(); };
    emit reading.page->page().called(ui::transcript::calls::Action{0, RowAction::Keep, message});
    QVERIFY(waitFor([&] { return kept() == std::vector{message}; }));
    QVERIFY(reading.desk.replayAt(message)); // nothing is marked in what has been
    QVERIFY(kept().empty());
    emit reading.page->page().called(ui::transcript::calls::Action{0, RowAction::Keep, reading.messages[1]});
    reading.desk.kit.settle();
    reading.desk.viewed.endReplay();
    QVERIFY(waitFor([&] { return kept() == std::vector{message}; }));
    emit reading.page->page().called(ui::transcript::calls::Action{0, RowAction::LetGo, message});
    QVERIFY(waitFor([&] { return kept().empty(); }));
    QCOMPARE(noticed.count(), 0);
    emit reading.page->page().called(ui::transcript::calls::Action{0, RowAction::Keep, conversation::EventSeq{99'999}});
    QVERIFY(waitFor([&] { return noticed.count() == 1; }));
    QVERIFY(!noticed.front().front().value<ui::view::Notice>().what.isEmpty());
}

void TestTranscriptController::refusedLink_isSaid()
{
    Reading reading;
    QVERIFY(reading.showSession());
    QSignalSpy noticed(&reading.desk.notices, &ui::NoticeBoard::posted);
    emit reading.page->page().linkRefused(QStringLiteral("This link was not opened."));
    QCOMPARE(noticed.count(), 1);
    const auto notice = noticed.front().front().value<ui::view::Notice>();
    QCOMPARE(notice.what, QStringLiteral("This link was not opened."));
    QVERIFY(notice.button.isEmpty());
}

/// The notice keeps asking while another link, about which nothing needs to be asked, is followed.
void TestTranscriptController::askedLink_isOpened_whateverWasOpenedMeanwhile()
{
    Reading reading;
    QVERIFY(reading.showSession());
    Browser browser;
    emit reading.page->page().linkClicked(*ui::transcript::classifyLink(QStringLiteral("https://192.0.2.7/a"), {}));
    QCOMPARE(browser.opened, QStringList());
    emit reading.page->page().linkClicked(*ui::transcript::classifyLink(QStringLiteral("https://docs.example/b"), {}));
    QCOMPARE(browser.opened, QStringList{QStringLiteral("https://docs.example/b")});
    reading.desk.notices.pressButton(QStringLiteral("link"));
    QCOMPARE(browser.opened.mid(1), QStringList{QStringLiteral("https://192.0.2.7/a")});
    reading.desk.notices.pressButton(QStringLiteral("link")); // that was one consent
    QCOMPARE(browser.opened.size(), 2);
}

} // namespace tst_transcript_controller

QUARTERDECK_PAGE_TEST(tst_transcript_controller, TestTranscriptController)
#include "tst_transcript_controller.moc"
