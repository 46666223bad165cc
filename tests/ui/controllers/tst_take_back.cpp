#include "desk.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/questions_controller.h"
#include "ui/theme/labels.h"

#include <QDateTime>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

namespace tst_take_back {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;
using ui::QuestionsController;

namespace {

constexpr std::int64_t justBefore = 4'900;
constexpr std::int64_t shortTime = 5'000;
constexpr std::int64_t longTime = 15'000;

/// A session that asks, whose answers can be taken back; the clock is the test's.
struct Asked : test::Desk
{
    explicit Asked(std::optional<Timestamp> deadline = {}, Urgency urgency = Urgency::Normal,
                   const char* text = "Shall we deploy?")
    {
        AskUser asked = test::question("q1", deadline);
        asked.question.text = text;
        asked.question.urgency = urgency;
        asked.question.isApproval = true;
        asked.question.options = {{"Approve", ""}, {"Reject", ""}};
        kit.submit(session, asked);
        controller->setTakeBack(true);
        isReady = show(session->id()) && waitFor([&] { return card("questionText") != nullptr; });
    }
    [[nodiscard]] bool isOpen() const { return session->state()->openQuestion(id) != nullptr; }
    [[nodiscard]] QWidget* card(const char* part) const
    {
        for (auto* one : panel.findChildren<QWidget*>(QString::fromLatin1(part)))
            if (!one->isHidden() && one->parentWidget() != nullptr && !one->parentWidget()->isHidden())
                return one;
        return nullptr;
    }
    [[nodiscard]] bool isSending() const { return card("questionTakeBack") != nullptr; }
    void choose(const char* option = "Approve") { controller->answerOption(id, QString::fromLatin1(option), {}); }
    /// Longer than the clock is looked at.
    static void pause()
    {
        (void)waitFor([] { return false; }, 300);
    }
    [[nodiscard]] std::optional<QuestionEnd> end() const
    {
        for (const session::Event& event : kit.log(session->id()))
            if (const auto* ended = std::get_if<QuestionEnded>(&event.body))
                return ended->end;
        return std::nullopt;
    }

    const QuestionId id{"q1"};
    std::int64_t now = 1'000'000;
    session::Session* session = kit.create("first");
    ui::NeedsYouPanel panel{theme, nullptr, [this] { return Timestamp{now}; }};
    std::unique_ptr<QuestionsController> controller =
        std::make_unique<QuestionsController>(panel, viewed, hub, notices, nullptr, [this] { return Timestamp{now}; });
    bool isReady = false;
};

} // namespace

/// Options, approvals and refusals wait before they are sent.
class TestTakeBack final : public QObject
{
    Q_OBJECT
private slots:
    void choice_isSentWhenItsTimeIsOver();
    void anotherChoice_replacesTheFirst();
    void typedAnswer_replacesTheChoice();
    void sameIdElsewhere_isAnotherQuestion();
    void takenBackInTheLastMoment_itIsNotSent();
    void refusal_waitsToo();
    void ownWords_goAtOnce();
    void moreAtStake_waitsLonger_data();
    void moreAtStake_waitsLonger();
    void deadline_isKept();
    void whoeverAnswersFirst_wins();
    void whatEndsTheProgram_sendsNothing();
    void otherSession_doesNotMatter();
    void withoutDelay_itGoesAtOnce();
};

void TestTakeBack::choice_isSentWhenItsTimeIsOver()
{
    Asked a;
    QVERIFY(a.isReady);
    a.choose();
    QVERIFY(a.isSending());
    a.now += justBefore;
    Asked::pause();
    QVERIFY(a.isSending() && a.isOpen()); // it waits for the person until then
    a.now += shortTime - justBefore;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(a.end()->option, std::string("Approve"));
    QVERIFY(waitFor([&] { return !a.isSending(); }));
}

/// From the page, say, whose row still has its options.
void TestTakeBack::anotherChoice_replacesTheFirst()
{
    Asked a;
    QVERIFY(a.isReady);
    a.choose();
    a.now += justBefore;
    a.choose("Reject");
    a.now += justBefore;
    Asked::pause();
    QVERIFY(a.isOpen());
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(a.end()->option, std::string("Reject"));
}

void TestTakeBack::typedAnswer_replacesTheChoice()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QSignalSpy kept(a.controller.get(), &QuestionsController::chosenChanged);
    QVERIFY(a.isReady);
    a.choose();
    a.kit.library->holdWrites();
    a.controller->answerText(a.id, QStringLiteral("only to staging"));
    QCOMPARE(kept.last().front().toStringList(), QStringList());
    a.now += longTime;
    Asked::pause();
    a.kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QVERIFY(a.end()->option.empty());
    QCOMPARE(notices.size(), 0);
}

/// Programs choose the ids of their questions.
void TestTakeBack::sameIdElsewhere_isAnotherQuestion()
{
    Asked a;
    session::Session* second = a.kit.create("second");
    AskUser asked = test::question("q1");
    asked.question.options = {{"Approve", ""}};
    a.kit.submit(second, asked);
    QVERIFY(a.isReady);
    a.choose();
    QVERIFY(a.show(second->id()));
    QVERIFY(waitFor([&] { return a.card("questionField") != nullptr && !a.isSending(); }));
    emit a.panel.takenBack(a.id);
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    QVERIFY(second->state()->openQuestion(a.id) != nullptr);
}

void TestTakeBack::takenBackInTheLastMoment_itIsNotSent()
{
    Asked a;
    QSignalSpy again(a.controller.get(), &QuestionsController::answerRefused);
    QSignalSpy can(a.controller.get(), &QuestionsController::canTakeBackChanged);
    QVERIFY(a.isReady);
    a.choose();
    QCOMPARE(can.takeLast().front().toBool(), true);
    a.now += justBefore;
    Asked::pause();
    QPushButton* back = qobject_cast<QPushButton*>(a.card("questionTakeBack"));
    back->click();
    QCOMPARE(can.takeLast().front().toBool(), false);
    QCOMPARE(again.size(), 1); // the page offers its options again
    a.now += longTime;
    Asked::pause();
    a.kit.settle();
    QVERIFY(a.isOpen() && !a.isSending());
    a.choose("Reject");
    a.controller->takeBackLast(); // by the keyboard
    QVERIFY(!a.isSending());
    a.choose("Reject");
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(a.end()->option, std::string("Reject"));
}

void TestTakeBack::refusal_waitsToo()
{
    Asked a;
    QVERIFY(a.isReady);
    a.controller->decline(a.id);
    QVERIFY(a.isSending());
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(a.end()->kind, QuestionEndKind::Declined);
}

void TestTakeBack::ownWords_goAtOnce()
{
    Asked a;
    QVERIFY(a.isReady);
    a.controller->answerText(a.id, QStringLiteral("only to staging"));
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

void TestTakeBack::moreAtStake_waitsLonger_data()
{
    QTest::addColumn<Urgency>("urgency");
    QTest::addColumn<QString>("text");
    QTest::newRow("urgent") << Urgency::High << "Shall we deploy?";
    QTest::newRow("a file is removed") << Urgency::Normal
                                       << "Write?\n\n```diff\n--- a/notes.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n```";
}

void TestTakeBack::moreAtStake_waitsLonger()
{
    QFETCH(Urgency, urgency);
    QFETCH(QString, text);
    Asked a({}, urgency, text.toUtf8().constData());
    QVERIFY(a.isReady);
    a.choose();
    a.now += longTime - 1;
    Asked::pause();
    QVERIFY(a.isSending() && a.isOpen());
    a.now += 1;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

/// What was chosen in time is sent in time.
void TestTakeBack::deadline_isKept()
{
    const std::int64_t deadline = QDateTime::currentMSecsSinceEpoch() + 3'600'000;
    Asked a(Timestamp{deadline});
    QVERIFY(a.isReady);
    a.now = deadline - 3'000;
    a.choose();
    QVERIFY(a.isSending());
    a.now = deadline - 400;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    a.kit.settle();
    QCOMPARE(a.end()->option, std::string("Approve"));
}

void TestTakeBack::whoeverAnswersFirst_wins()
{
    Asked a;
    QSignalSpy notices(&a.notices, &ui::NoticeBoard::posted);
    QVERIFY(a.isReady);
    a.choose();
    AnswerQuestion other;
    other.id = a.id;
    other.option = "Reject";
    other.by = "reviewer";
    a.kit.submit(a.session, other);
    QVERIFY(waitFor([&] { return !a.isSending() && notices.size() == 1; }));
    a.now += longTime;
    Asked::pause();
    a.kit.settle();
    QCOMPARE(a.end()->option, std::string("Reject"));
    QCOMPARE(notices.size(), 1);
}

void TestTakeBack::whatEndsTheProgram_sendsNothing()
{
    Asked a;
    QSignalSpy kept(a.controller.get(), &QuestionsController::chosenChanged);
    QVERIFY(a.isReady);
    a.choose();
    const QStringList choices = kept.last().front().toStringList();
    QCOMPARE(choices, QStringList{"q1\tApprove"});
    a.controller.reset();
    a.now += longTime;
    Asked::pause();
    a.kit.settle();
    QVERIFY(a.isOpen());
    a.controller = std::make_unique<QuestionsController>(a.panel, a.viewed, a.hub, a.notices, nullptr,
                                                         [&a] { return Timestamp{a.now}; });
    a.controller->setTakeBack(true);
    a.controller->setChosen(choices);
    const auto* note = qobject_cast<ui::theme::TextLabel*>(a.card("questionChosenBefore"));
    QVERIFY(note != nullptr && note->text().contains(QStringLiteral("“Approve”")));
    a.now += longTime;
    Asked::pause();
    QVERIFY(a.isOpen()); // it wants a click
    QSignalSpy keptAgain(a.controller.get(), &QuestionsController::chosenChanged);
    a.choose();
    QVERIFY(a.card("questionChosenBefore") == nullptr);
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
    QCOMPARE(keptAgain.last().front().toStringList(), QStringList());
}

/// It is sent to the session that asked, whichever is shown by then.
void TestTakeBack::otherSession_doesNotMatter()
{
    Asked a;
    session::Session* second = a.kit.create("second");
    QVERIFY(a.isReady);
    a.choose();
    QVERIFY(a.show(second->id()));
    a.now += shortTime;
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

void TestTakeBack::withoutDelay_itGoesAtOnce()
{
    Asked a;
    QVERIFY(a.isReady);
    a.controller->setTakeBack(false);
    a.choose();
    QVERIFY(waitFor([&] { return !a.isOpen(); }));
}

} // namespace tst_take_back

QUARTERDECK_WIDGETS_TEST(tst_take_back, TestTakeBack)
#include "tst_take_back.moc"
