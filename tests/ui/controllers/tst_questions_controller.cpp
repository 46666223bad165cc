#include "desk.h"
#include "model/conversation/attachments.h"
#include "tests/support/pictures.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/questions_controller.h"

#include <QAbstractButton>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

namespace tst_questions_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;
using ui::NeedsYouPanel;
using ui::QuestionsController;

namespace {

/// Needs you on a desk with a session that asks "q1" and another one.
struct Asked : test::Desk
{
    Asked() : first(kit.create("first")), second(kit.create("second")) { kit.submit(first, test::question("q1")); }
    [[nodiscard]] bool isOpen() const { return first->state()->openQuestion(id) != nullptr; }

    const QuestionId id{"q1"};
    session::Session* first;
    session::Session* second;
    NeedsYouPanel panel{theme};
    QuestionsController controller{panel, viewed, hub, notices};
};

ui::PickedImage picture() { return *ui::checkImage(test::png({6, 4}), QStringLiteral("a.png")); }

} // namespace

/// Answers on their way.
class TestQuestionsController final : public QObject
{
    Q_OBJECT

private slots:
    void answer_isTakenOnce();
    void refusedAnswer_canBeGivenAgain();
    void answerRefusedElsewhere_canBeGivenAgain();
    void replay_takesNoAnswer();
    void waiting_isCounted();
    void deadline_waitsForThePerson();
    void deadlineElsewhere_waitsForThePerson();
    void pauseThatIsRefused_isSaid();
    void imagesOfAnAnswer_areStoredBeforeIt();
    void imageThatIsNotStored_sendsNothing();
    void noImage_isSaid();
    void wordsOfThePage_goWithTheOption();
    void approval_isDecidedInThePanelOnly();
};

/// Whatever the page sends for it: it leads to the card in Needs you, which is no longer put off.
void TestQuestionsController::approval_isDecidedInThePanelOnly()
{
    using ui::transcript::AnswerKind;
    Asked a;
    AskUser asked = test::question("may I");
    asked.question.isApproval = true;
    asked.question.options = {{"Approve", ""}, {"Reject", ""}};
    a.kit.submit(a.first, asked);
    QVERIFY(a.show(a.first->id()));
    QVERIFY(waitFor([&] { return a.viewed.state()->openQuestion(asked.question.id) != nullptr; }));
    QSignalSpy wanted(&a.controller, &QuestionsController::panelRequested);
    QSignalSpy postpone(&a.controller, &QuestionsController::postponedChanged);
    int times = 0;
    for (const AnswerKind kind : {AnswerKind::Option, AnswerKind::OptionWithWords, AnswerKind::Text, AnswerKind::Form,
                                  AnswerKind::Decline, AnswerKind::Decide}) {
        a.controller.answer(asked.question.id, kind, QStringLiteral("Approve"));
        QCOMPARE(wanted.size(), ++times);
    }
    QCOMPARE(postpone.size(), 0);
    a.controller.answer(asked.question.id, AnswerKind::Later, {});
    QCOMPARE(postpone.takeLast().front().toStringList(), QStringList{QStringLiteral("may I")});
    a.controller.answer(asked.question.id, AnswerKind::Decide, {});
    QCOMPARE(postpone.takeLast().front().toStringList(), QStringList());
    a.kit.settle();
    QVERIFY(a.first->state()->openQuestion(asked.question.id) != nullptr);
}

void TestQuestionsController::wordsOfThePage_goWithTheOption()
{
    Asked a;
    AskUser asked = test::question("why");
    asked.question.options = {{"Approve", ""}, {"Reject", ""}};
    a.kit.submit(a.first, asked);
    QVERIFY(a.show(a.first->id()));
    QVERIFY(waitFor([&] { return a.viewed.state()->openQuestion(asked.question.id) != nullptr; }));
    std::vector<QuestionEnded> ends;
    connect(a.first, &session::Session::committed, this, [&](const std::vector<Event>& events) {
        for (const Event& event : events)
            if (const auto* ended = std::get_if<QuestionEnded>(&event.body))
                ends.push_back(*ended);
    });
    a.controller.answer(asked.question.id, ui::transcript::AnswerKind::OptionWithWords,
                        QStringLiteral(R"({"option": "Reject", "words": " Too short "})"));
    QVERIFY(waitFor([&] { return a.first->state()->openQuestion(asked.question.id) == nullptr; }));
    a.kit.settle();
    QCOMPARE(ends.size(), std::size_t(1));
    QCOMPARE(ends[0].end.option, std::string("Reject"));
    QCOMPARE(answerText(ends[0].end), std::string("Reject: Too short"));
}

void TestQuestionsController::answer_isTakenOnce()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QVERIFY(a.show(a.first->id()));
    a.kit.library->holdWrites();
    a.controller.answerText(a.id, QStringLiteral("yes"));
    a.controller.answerText(a.id, QStringLiteral("yes"));
    a.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(notices.size(), 0);
}

/// While paused it does not run out, however often; then it continues with what was left.
void TestQuestionsController::deadline_waitsForThePerson()
{
    Asked a;
    AskUser timed = test::question("timed", Timestamp{QDateTime::currentMSecsSinceEpoch() + 3'600'000});
    a.kit.submit(a.first, timed);
    QVERIFY(a.show(a.first->id()));
    const auto question = [&] { return a.viewed.state()->openQuestion(timed.question.id)->question; };
    QVERIFY(waitFor([&] { return a.viewed.state()->openQuestion(timed.question.id) != nullptr; }));
    const Question asked = question();
    for (int i = 0; i < 3; ++i) {
        emit a.panel.deadlinePauseRequested(asked.id, true);
        QVERIFY(waitFor([&] { return question().isDeadlinePaused; }));
        const qint64 left = question().deadline->msSinceEpoch - asked.askedAt.msSinceEpoch;
        QVERIFY(left > 0 && left <= 3'600'000);
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        emit a.panel.deadlinePauseRequested(asked.id, false);
        QVERIFY(waitFor([&] { return !question().isDeadlinePaused; }));
        QVERIFY(question().deadline->msSinceEpoch >= before + left);
        QVERIFY(question().deadline->msSinceEpoch <= QDateTime::currentMSecsSinceEpoch() + left);
    }
}

/// Of a session that is not looked at, by a click on its line.
void TestQuestionsController::deadlineElsewhere_waitsForThePerson()
{
    Asked a;
    AskUser timed = test::question("timed", Timestamp{QDateTime::currentMSecsSinceEpoch() + 3'600'000});
    timed.question.reason = "It is late";
    a.kit.submit(a.second, timed);
    QVERIFY(a.show(a.first->id()));
    a.panel.resize(320, 600);
    a.panel.show();
    const auto pause = [&]() -> QAbstractButton* {
        for (auto* button : a.panel.findChildren<QAbstractButton*>(QStringLiteral("otherPause")))
            if (button->isVisible())
                return button;
        return nullptr;
    };
    QVERIFY(waitFor([&] { return pause() != nullptr; }));
    QCOMPARE(a.panel.findChild<QLabel*>(QStringLiteral("otherReason"))->text(), QStringLiteral("It is late"));
    const auto question = [&] { return a.second->state()->openQuestion(timed.question.id)->question; };
    const Question asked = question();
    const qint64 before = QDateTime::currentMSecsSinceEpoch();
    QTest::mouseClick(pause(), Qt::LeftButton);
    QTest::mouseClick(pause(), Qt::LeftButton); // before the first has come back: no second wish
    QVERIFY(waitFor([&] { return question().isDeadlinePaused; }));
    const auto told = [&] { return a.panel.findChild<QLabel*>(QStringLiteral("otherDeadline"))->text(); };
    QVERIFY(waitFor([&] { return told() == QStringLiteral("paused"); }));
    const qint64 left = question().deadline->msSinceEpoch - asked.askedAt.msSinceEpoch;
    QVERIFY(left > 0 && left <= asked.deadline->msSinceEpoch - before);
    QTest::mouseClick(pause(), Qt::LeftButton);
    QVERIFY(waitFor([&] { return !question().isDeadlinePaused; }));
    QVERIFY(question().deadline->msSinceEpoch >= before + left);
    QCOMPARE(a.viewed.id(), a.first->id());
}

void TestQuestionsController::pauseThatIsRefused_isSaid()
{
    Asked a;
    const AskUser timed = test::question("timed", Timestamp{QDateTime::currentMSecsSinceEpoch() + 3'600'000});
    a.kit.submit(a.second, timed);
    QVERIFY(a.show(a.first->id()));
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    a.kit.library->refuseAppends(1);
    emit a.panel.otherPauseRequested(a.second->id(), timed.question.id, true);
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
    QVERIFY(!a.second->state()->openQuestion(timed.question.id)->question.isDeadlinePaused);
    emit a.panel.otherPauseRequested(a.second->id(), timed.question.id, true); // it can be tried again
    QVERIFY(waitFor([&] { return a.second->state()->openQuestion(timed.question.id)->question.isDeadlinePaused; }));
    QCOMPARE(notices.size(), 1);
    emit a.panel.otherPauseRequested(SessionId("nowhere"), timed.question.id, true);
    QVERIFY(waitFor([&] { return notices.size() == 2; }));
}

void TestQuestionsController::imagesOfAnAnswer_areStoredBeforeIt()
{
    Asked a;
    QVERIFY(a.show(a.first->id()));
    emit a.panel.imagePasted(a.id, QImage(3, 2, QImage::Format_RGB32));
    QVERIFY(waitFor([&] { return a.panel.findChild<QAbstractButton*>(QStringLiteral("pickedImage")) != nullptr; }));
    ui::TypedAnswer words{QStringLiteral("as here"), {picture(), picture()}};
    emit a.panel.answered(a.id, words);
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    std::vector<ContentBlock> content;
    for (const Event& event : a.kit.log(a.first->id()))
        if (const auto* ended = std::get_if<QuestionEnded>(&event.body))
            content = ended->end.content;
    QCOMPARE(content.size(), std::size_t(3));
    QCOMPARE(std::get<TextBlock>(content[0]).text, std::string("as here"));
    const MediaSource& source = std::get<MediaBlock>(content[2]).source;
    QCOMPARE(source.hash, attachmentHash(words.images[1].bytes.toStdString()));
    QCOMPARE(source.width, 6);
}

void TestQuestionsController::imageThatIsNotStored_sendsNothing()
{
    Asked a;
    QSignalSpy refused(&a.controller, &QuestionsController::answerRefused);
    QVERIFY(a.show(a.first->id()));
    a.kit.library->refuseAttachments(1);
    const ui::TypedAnswer words{{}, {picture()}};
    emit a.panel.answered(a.id, words);
    QVERIFY(waitFor([&] { return refused.size() == 1; }));
    QVERIFY(a.isOpen());
    emit a.panel.answered(a.id, words);
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

void TestQuestionsController::noImage_isSaid()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QVERIFY(a.show(a.first->id()));
    emit a.panel.imageFilesChosen(a.id, {QStringLiteral("/nowhere/at.png")});
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
}

void TestQuestionsController::refusedAnswer_canBeGivenAgain()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QSignalSpy refused(&a.controller, &QuestionsController::answerRefused);
    QVERIFY(a.show(a.first->id()));
    a.kit.library->refuseAppends(1);
    a.controller.answerText(a.id, QStringLiteral("yes"));
    QVERIFY(waitFor([&] { return refused.size() == 1; }));
    QCOMPARE(refused[0][0].value<EventSeq>(), a.first->state()->openQuestion(a.id)->askedSeq);
    QCOMPARE(notices.size(), 1);
    QVERIFY(a.isOpen());
    a.controller.answerText(a.id, QStringLiteral("yes"));
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

void TestQuestionsController::answerRefusedElsewhere_canBeGivenAgain()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QVERIFY(a.show(a.first->id()));
    a.kit.library->refuseAppends(1);
    a.kit.library->holdWrites();
    a.controller.answerText(a.id, QStringLiteral("yes"));
    QVERIFY(a.show(a.second->id()));
    a.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return notices.size() == 1; }));
    QVERIFY(a.show(a.first->id()));
    a.controller.answerText(a.id, QStringLiteral("yes"));
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

void TestQuestionsController::replay_takesNoAnswer()
{
    Asked a;
    QVERIFY(a.show(a.first->id()));
    QVERIFY(a.replayAt(a.first->state()->lastSeq()));
    a.controller.answerText(a.id, QStringLiteral("yes"));
    a.kit.settle();
    QVERIFY(a.isOpen());
}

void TestQuestionsController::waiting_isCounted()
{
    Asked a;
    a.kit.submit(a.second, test::question("q2"));
    QSignalSpy waiting(&a.controller, &QuestionsController::waitingChanged);
    QVERIFY(a.show(a.first->id()));
    QVERIFY(waitFor(
        [&] { return !waiting.isEmpty() && waiting.back()[0].toInt() == 1 && waiting.back()[1].toInt() == 2; }));
    QSignalSpy chosen(&a.controller, &QuestionsController::sessionChosen);
    QVERIFY(a.show(a.second->id()));
    a.controller.answerText(QuestionId("q2"), QStringLiteral("yes"));
    QVERIFY(waitFor([&] { return waiting.back()[0].toInt() == 0 && waiting.back()[1].toInt() == 1; }));
    a.controller.goToNext();
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].value<session::SessionId>(), a.first->id());
}

} // namespace tst_questions_controller

QUARTERDECK_WIDGETS_TEST(tst_questions_controller, TestQuestionsController)
#include "tst_questions_controller.moc"
