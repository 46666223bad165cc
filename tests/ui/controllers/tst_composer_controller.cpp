#include "desk.h"
#include "model/conversation/channel.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/composer_controller.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <optional>

namespace tst_composer_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;
using ui::Composer;
using ui::ComposerController;

namespace {

QImage picture()
{
    QImage image(4, 3, QImage::Format_RGB32);
    image.fill(Qt::blue);
    return image;
}

/// A composer on a desk with two sessions.
struct Writing : test::Desk
{
    Writing() : first(kit.create("first")->id()), second(kit.create("second")->id()) { }

    void pastePicture()
    {
        emit composer.imagePasted(picture());
        QVERIFY(waitFor([&] { return !composer.images().empty(); }));
    }
    /// What the library keeps for the first session; it is read at once.
    [[nodiscard]] std::string keptDraft()
    {
        std::optional<std::string> kept;
        kit.library->readDraft(first, [&](session::Result<std::string> read) { kept = read.value_or("unreadable"); });
        return waitFor([&] { return kept.has_value(); }) ? *kept : "unread";
    }
    [[nodiscard]] bool isReadOnly() const { return composer.findChild<QPlainTextEdit*>()->isReadOnly(); }

    session::SessionId first;
    session::SessionId second;
    Composer composer{theme};
    ComposerController controller{composer, viewed, notices};
};

} // namespace

/// Sending, and drafts.
class TestComposerController final : public QObject
{
    Q_OBJECT

private slots:
    void sent_isSentOnce();
    void sendAndResume_sendsAndResumes();
    void message_goesWhereItWasWritten();
    void anotherSession_canSendMeanwhile();
    void refused_isStillThere();
    void refusedElsewhere_isStillThere();
    void unsent_isKeptPerSession();
    void unsent_isKeptPerChat();
    void drafts_areReadAsTheyWereWritten();
    void draft_isAsItWasAfterARestart();
    void draftOfEarlierVersions_isAText();
    void lateImage_goesToItsSession();
    void noImage_isSaid();
    void privateChannel_isWrittenInPrivately();
    void sentDraft_doesNotComeBack();
    void heldTeam_readsItLater();
};

/// Neither on returning to the chat it was sent in, nor at the next start.
void TestComposerController::sentDraft_doesNotComeBack()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.kit.settle();
    w.composer.setText(QStringLiteral("for all"));
    w.controller.writeIn(channel::privateWith(RoleName("Alice")));
    w.composer.setText(QStringLiteral("for Alice"));
    QVERIFY(waitFor([&] { return w.keptDraft().find("for Alice") != std::string::npos; }));
    w.kit.library->holdWrites();
    emit w.composer.sendRequested();
    w.controller.writeIn(channel::publicOnly); // before it is there
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return w.messages(w.first).size() == 1; }));
    QVERIFY(waitFor([&] { return w.keptDraft().find("for Alice") == std::string::npos; }));
    QVERIFY(w.keptDraft().find("for all") != std::string::npos);
    w.controller.writeIn(channel::privateWith(RoleName("Alice")));
    QCOMPARE(w.composer.text(), QString());
    Composer another{w.theme};
    ComposerController controller{another, w.viewed, w.notices};
    QVERIFY(w.show(w.second));
    QVERIFY(w.show(w.first));
    QVERIFY(waitFor([&] { return another.text() == QStringLiteral("for all"); }));
    controller.writeIn(channel::privateWith(RoleName("Alice")));
    QCOMPARE(another.text(), QString());
}

void TestComposerController::heldTeam_readsItLater()
{
    Writing w;
    QVERIFY(w.show(w.first));
    session::Session* session = w.kit.open(w.first);
    QVERIFY(!w.kit.submit(session, SetRunState{RunState::Stopped, {}, {}}).error);
    auto* button = w.composer.findChild<QPushButton*>(QStringLiteral("composerSendAndResume"));
    QVERIFY(waitFor([&] { return !button->isHidden(); }));
    w.viewed.setHeld(true);
    QVERIFY(button->isHidden()); // there is another way to let it go on
    w.viewed.setHeld(false);
    QVERIFY(!button->isHidden());
}

/// What was begun for the team never becomes a private message.
void TestComposerController::unsent_isKeptPerChat()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.kit.settle();
    w.composer.setText(QStringLiteral("half a thought"));
    w.controller.writeIn(channel::privateWith(RoleName("Bob")));
    QCOMPARE(w.composer.text(), QString());
    w.composer.setText(QStringLiteral("for Bob"));
    w.controller.writeIn(channel::publicOnly);
    QCOMPARE(w.composer.text(), QStringLiteral("half a thought"));
    w.controller.writeIn(channel::privateWith(RoleName("Bob")));
    QCOMPARE(w.composer.text(), QStringLiteral("for Bob"));
}

void TestComposerController::drafts_areReadAsTheyWereWritten()
{
    const ui::ComposerDrafts all = {{{}, {QStringLiteral("team {\"text\"}"), Audience::Everyone}},
                                    {RoleName("Bob"), {QStringLiteral("one"), Audience::OnlyNamed}},
                                    {RoleName("张三"), {QStringLiteral("二"), Audience::ByDefault}}};
    QVERIFY(ui::keptDrafts(ui::toStored(all)) == all);
    ui::ComposerDrafts chats = all;
    chats.erase(RoleName());
    QVERIFY(ui::keptDrafts(ui::toStored(chats)) == chats);
    QVERIFY(ui::toStored({{{}, {}}}).empty() && ui::keptDrafts({}).empty());
    for (const char* text : {"plain words", "{\"text\":1,\"audience\":\"everyone\"}", "{\"chats\":{}}", "{\"a\":1}"})
        QCOMPARE(ui::keptDrafts(text).at({}).text, QString::fromLatin1(text));
}

void TestComposerController::sent_isSentOnce()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("one"));
    w.kit.library->holdWrites();
    emit w.composer.sendRequested();
    emit w.composer.sendRequested();
    QVERIFY(w.isReadOnly());
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return w.composer.text().isEmpty(); }));
    QVERIFY(!w.isReadOnly());
    QCOMPARE(w.messages(w.first), std::vector<std::string>{"one"});
}

void TestComposerController::sendAndResume_sendsAndResumes()
{
    Writing w;
    QVERIFY(w.show(w.first));
    auto* button = w.composer.findChild<QPushButton*>(QStringLiteral("composerSendAndResume"));
    QVERIFY(button != nullptr && button->isHidden());
    session::Session* session = w.kit.open(w.first);
    QVERIFY(!w.kit.submit(session, SetRunState{RunState::Stopped, {}, {}}).error);
    QVERIFY(waitFor([&] { return !button->isHidden(); }));
    QVERIFY(!button->isEnabled()); // there is nothing to send
    w.composer.setText(QStringLiteral("go on please"));
    QVERIFY(button->isEnabled());
    QSignalSpy resumed(&w.controller, &ComposerController::resumeRequested);
    button->click();
    QVERIFY(waitFor([&] { return resumed.count() == 1; }));
    QCOMPARE(resumed.front().front().value<SessionId>(), w.first);
    QCOMPARE(w.messages(w.first), std::vector<std::string>{"go on please"});
    // Somebody else resumed it while the message was on its way.
    w.composer.setText(QStringLiteral("once more"));
    w.kit.library->holdWrites();
    button->click();
    session->submit(SetRunState{RunState::Running, {}, {}});
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return w.messages(w.first).size() == 2 && w.composer.text().isEmpty(); }));
    QVERIFY(waitFor([&] { return button->isHidden(); }));
}

void TestComposerController::message_goesWhereItWasWritten()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("for the first"));
    w.pastePicture();
    w.kit.library->holdWrites();
    emit w.composer.sendRequested();
    QVERIFY(w.show(w.second));
    w.composer.setText(QStringLiteral("half a sentence"));
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return !w.messages(w.first).empty(); }));
    QCOMPARE(w.messages(w.first), std::vector<std::string>{"for the first"});
    w.kit.settle();
    QCOMPARE(w.messages(w.second), std::vector<std::string>());
    QCOMPARE(w.composer.text(), QStringLiteral("half a sentence"));
    QVERIFY(w.composer.images().empty());
    const auto log = w.kit.log(w.first);
    const auto& message = std::get<MessagePublished>(log.back().body).message;
    QVERIFY(std::ranges::any_of(message.content,
                                [](const ContentBlock& block) { return std::holds_alternative<MediaBlock>(block); }));
    // What was sent is no longer a draft of the first.
    QVERIFY(w.show(w.first));
    w.kit.settle();
    QCOMPARE(w.composer.text(), QString());
}

void TestComposerController::anotherSession_canSendMeanwhile()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("one"));
    w.kit.library->holdWrites();
    emit w.composer.sendRequested();
    QVERIFY(w.show(w.second));
    QVERIFY(!w.isReadOnly());
    w.composer.setText(QStringLiteral("two"));
    emit w.composer.sendRequested();
    QVERIFY(w.show(w.first));
    QVERIFY(w.isReadOnly());
    QCOMPARE(w.composer.text(), QStringLiteral("one"));
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return !w.isReadOnly() && w.composer.text().isEmpty(); }));
    QVERIFY(waitFor([&] { return !w.messages(w.second).empty(); }));
    QCOMPARE(w.messages(w.first), std::vector<std::string>{"one"});
    QCOMPARE(w.messages(w.second), std::vector<std::string>{"two"});
}

void TestComposerController::refused_isStillThere()
{
    Writing w;
    QSignalSpy notices(&w.notices, &ui::NoticeBoard::posted);
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("@Nobody hello"));
    emit w.composer.sendRequested();
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
    QCOMPARE(w.composer.text(), QStringLiteral("@Nobody hello"));
    QVERIFY(!w.isReadOnly());
    w.composer.setText(QStringLiteral("hello"));
    w.kit.library->refuseAppends(1);
    emit w.composer.sendRequested();
    QVERIFY(waitFor([&] { return notices.size() == 2; }));
    QCOMPARE(w.composer.text(), QStringLiteral("hello"));
    emit w.composer.sendRequested();
    QVERIFY(waitFor([&] { return w.composer.text().isEmpty(); }));
    QCOMPARE(w.messages(w.first), std::vector<std::string>{"hello"});
}

void TestComposerController::refusedElsewhere_isStillThere()
{
    Writing w;
    QSignalSpy notices(&w.notices, &ui::NoticeBoard::posted);
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("hello"));
    w.kit.library->refuseAppends(1);
    w.kit.library->holdWrites();
    emit w.composer.sendRequested();
    QVERIFY(w.show(w.second));
    w.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
    const auto notice = notices.front().front().value<ui::view::Notice>();
    QCOMPARE(notice.session.toStdString(), w.first.str()); // and not the one that is shown by then
    QVERIFY(w.show(w.first));
    QCOMPARE(w.composer.text(), QStringLiteral("hello"));
    QVERIFY(!w.isReadOnly());
}

void TestComposerController::unsent_isKeptPerSession()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("@Bob for you"));
    w.composer.setAudience(Composer::Audience::OnlyNamed);
    w.pastePicture();
    QVERIFY(w.show(w.second));
    QCOMPARE(w.composer.text(), QString());
    QVERIFY(w.composer.images().empty());
    QCOMPARE(w.composer.audience(), Composer::Audience::ByDefault);
    QVERIFY(w.show(w.first));
    QCOMPARE(w.composer.text(), QStringLiteral("@Bob for you"));
    QCOMPARE(w.composer.audience(), Composer::Audience::OnlyNamed);
    QCOMPARE(w.composer.images().size(), std::size_t{1});
}

void TestComposerController::draft_isAsItWasAfterARestart()
{
    Writing w;
    QVERIFY(w.show(w.first));
    w.composer.setText(QStringLiteral("\"secret\" for 鲍勃"));
    w.composer.setAudience(Audience::OnlyNamed);
    QVERIFY(waitFor([&] { return !w.keptDraft().empty(); }));
    Composer another{w.theme};
    ComposerController controller{another, w.viewed, w.notices};
    QVERIFY(w.show(w.second));
    QVERIFY(w.show(w.first));
    QVERIFY(waitFor([&] { return !another.text().isEmpty(); }));
    QCOMPARE(another.text(), QStringLiteral("\"secret\" for 鲍勃"));
    QCOMPARE(another.audience(), Audience::OnlyNamed);
    another.clear();
    QVERIFY(waitFor([&] { return w.keptDraft().empty(); }));
}

void TestComposerController::draftOfEarlierVersions_isAText()
{
    Writing w;
    const std::string typed = R"({"text": "of mine"})";
    w.kit.library->saveDraft(w.first, typed, [](const session::Result<session::Nothing>&) {});
    QVERIFY(waitFor([&] { return w.keptDraft() == typed; }));
    QVERIFY(w.show(w.first));
    QVERIFY(waitFor([&] { return !w.composer.text().isEmpty(); }));
    QCOMPARE(w.composer.text().toStdString(), typed);
    QCOMPARE(w.composer.audience(), Audience::ByDefault);
}

void TestComposerController::lateImage_goesToItsSession()
{
    Writing w;
    QVERIFY(w.show(w.first));
    emit w.composer.imagePasted(picture());
    QVERIFY(w.show(w.second));
    QVERIFY(w.show(w.first));
    QVERIFY(waitFor([&] { return w.composer.images().size() == 1; }));
    QVERIFY(w.show(w.second));
    QVERIFY(w.composer.images().empty());
}

void TestComposerController::noImage_isSaid()
{
    Writing w;
    QSignalSpy notices(&w.notices, &ui::NoticeBoard::posted);
    QVERIFY(w.show(w.first));
    emit w.composer.imagePasted(QImage());
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
    QVERIFY(w.composer.images().empty());
}

void TestComposerController::privateChannel_isWrittenInPrivately()
{
    Writing w;
    QVERIFY(w.show(w.first));
    auto* text = w.composer.findChild<QPlainTextEdit*>();
    const QString aloud = text->placeholderText();
    const auto routeOf = [&](const char* typed) {
        const std::size_t before = w.messages(w.first).size();
        w.composer.setText(QString::fromLatin1(typed));
        emit w.composer.sendRequested();
        [&] { QVERIFY(waitFor([&] { return w.messages(w.first).size() > before && w.composer.text().isEmpty(); })); }();
        Route route;
        for (const session::Event& event : w.kit.log(w.first))
            if (const auto* published = std::get_if<MessagePublished>(&event.body))
                route = published->route;
        return route;
    };
    w.controller.writeIn(channel::privateWith(RoleName("Alice")));
    QVERIFY(text->placeholderText() != aloud);
    const Route secret = routeOf("just between us");
    QVERIFY(secret.isPrivate);
    QCOMPARE(secret.deliveries.size(), std::size_t{1});
    QCOMPARE(secret.deliveries[0].role, RoleName("Alice"));
    w.controller.writeIn(channel::inboxOf(RoleName("Alice")));
    QCOMPARE(text->placeholderText(), aloud);
    QVERIFY(!routeOf("to all of you").isPrivate);
}

} // namespace tst_composer_controller

QUARTERDECK_WIDGETS_TEST(tst_composer_controller, TestComposerController)
#include "tst_composer_controller.moc"
