#include "model/gateway/question_ledger.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QStringList>
#include <QTest>
#include <memory>
#include <string>
#include <vector>

namespace tst_question_ledger {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::gateway;
using namespace quarterdeck::test;

namespace {

Question questionOf(const std::string& id, const std::string& text = "Shall I?", std::int64_t askedAt = 1'000)
{
    Question question;
    question.id = QuestionId(id);
    question.asker = RoleName("Ann");
    question.text = text;
    question.askedAt = {askedAt};
    return question;
}

session::Event asked(const Question& question) { return {{}, {}, 0, QuestionAsked{question}}; }

session::Event ended(const std::string& id, QuestionEndKind kind = QuestionEndKind::Answered)
{
    QuestionEnd end;
    end.kind = kind;
    end.at = {2'000};
    return {{}, {}, 0, QuestionEnded{QuestionId(id), end}};
}

session::Event delivered(const std::string& id)
{
    AnswerDelivered body;
    body.id = QuestionId(id);
    return {{}, {}, 0, body};
}

QStringList idsOf(const std::vector<QuestionId>& ids)
{
    QStringList found;
    for (const QuestionId& id : ids)
        found.append(QString::fromStdString(id.str()));
    return found;
}

} // namespace

/// What programs asked, what became of it, and who waits for that.
class TestQuestionLedger final : public QObject
{
    Q_OBJECT
private slots:
    void aQuestionIsKnownFromItsBeginningToItsEnd();
    void aLateAnswerIsKept();
    void likeQuestionsAreFound();
    void theFingerprint_leavesOutIdsAndTimes();
    void onlyTheOldestThatEndedAreForgotten();
    void whatIsAskedAgain_isOpen();
    void whoWaitsIsCalledOnce();
    void whoStopsWaitingIsNotCalled();
    void oneWhoIsCalledMayStopTheNext();
    void whoWaitsOutlivesAnotherReading();
    void aDeletedSessionEndsAllWaiting();
    void anAnswerIsOnItsWayWhileItIsHeld();
    void aRestartKeepsAll();
    void anAnswerIsAcknowledgedOnce();
    void aFullDiskOnlyDelaysTheAcknowledgement();
};

void TestQuestionLedger::aQuestionIsKnownFromItsBeginningToItsEnd()
{
    QuestionLedger ledger;
    QVERIFY(ledger.find(QuestionId("q")) == nullptr);
    ledger.follow(asked(questionOf("q")));
    const QuestionStatus* status = ledger.find(QuestionId("q"));
    QVERIFY(status != nullptr && !status->end && !status->isDelivered);
    QCOMPARE(status->asker.str(), std::string("Ann"));
    QVERIFY(status->askedAt == Timestamp{1'000});
    ledger.follow(ended("q", QuestionEndKind::Declined));
    status = ledger.find(QuestionId("q"));
    QVERIFY(status->end && status->end->kind == QuestionEndKind::Declined && !status->isDelivered);
    ledger.follow(delivered("q"));
    ledger.follow(delivered("another")); // nothing is known of that
    QVERIFY(ledger.find(QuestionId("q"))->isDelivered);
    QVERIFY(ledger.find(QuestionId("another")) == nullptr);
}

void TestQuestionLedger::aLateAnswerIsKept()
{
    QuestionLedger ledger;
    ledger.follow(asked(questionOf("q")));
    ledger.follow(ended("q", QuestionEndKind::TimedOut));
    MessagePublished late;
    late.message.content = textBlocks("yes, after all");
    late.route.lateAnswerTo = QuestionId("q");
    ledger.follow({{}, {}, 0, late});
    QCOMPARE(ledger.find(QuestionId("q"))->lateAnswer.value_or(""), std::string("yes, after all"));
}

void TestQuestionLedger::likeQuestionsAreFound()
{
    QuestionLedger ledger;
    ledger.follow(asked(questionOf("old", "Shall I?", 1'000)));
    ledger.follow(ended("old"));
    ledger.follow(asked(questionOf("older", "Shall I?", 500)));
    ledger.follow(ended("older"));
    ledger.follow(asked(questionOf("newest", "Shall I?", 3'000)));
    ledger.follow(asked(questionOf("new", "Shall I?", 2'000)));
    ledger.follow(asked(questionOf("other", "Shall we?", 2'000)));
    QCOMPARE(idsOf(ledger.like(questionFingerprint(questionOf("any")))),
             (QStringList{"new", "newest", "older", "old"}));
    QVERIFY(ledger.like("nothing").empty());
}

void TestQuestionLedger::theFingerprint_leavesOutIdsAndTimes()
{
    const Question question = questionOf("q");
    Question other = questionOf("other", "Shall I?", 9'000);
    QCOMPARE(questionFingerprint(question), questionFingerprint(other));
    other.deadline = Timestamp{19'000};
    QVERIFY(questionFingerprint(question) != questionFingerprint(other));
    Question sameTime = questionOf("q");
    sameTime.deadline = Timestamp{11'000};
    QCOMPARE(questionFingerprint(sameTime), questionFingerprint(other)); // both have ten seconds
    other.options = {{"yes", ""}};
    QVERIFY(questionFingerprint(sameTime) != questionFingerprint(other));
}

void TestQuestionLedger::onlyTheOldestThatEndedAreForgotten()
{
    QuestionLedger ledger;
    ledger.follow(asked(questionOf("open")));
    for (std::size_t i = 0; i <= QuestionLedger::mostEnded; ++i) {
        ledger.follow(asked(questionOf("q" + std::to_string(i))));
        ledger.follow(ended("q" + std::to_string(i)));
    }
    QVERIFY(ledger.find(QuestionId("q0")) == nullptr);
    QVERIFY(ledger.find(QuestionId("q1")) != nullptr);
    QVERIFY(ledger.find(QuestionId("open")) != nullptr);
}

void TestQuestionLedger::whatIsAskedAgain_isOpen()
{
    QuestionLedger ledger;
    ledger.follow(asked(questionOf("q")));
    ledger.follow(ended("q"));
    ledger.follow(delivered("q"));
    ledger.follow(asked(questionOf("q")));
    QVERIFY(!ledger.find(QuestionId("q"))->end && !ledger.find(QuestionId("q"))->isDelivered);
    for (std::size_t i = 0; i <= QuestionLedger::mostEnded; ++i)
        ledger.follow(ended("q" + std::to_string(i)));
    QVERIFY(ledger.find(QuestionId("q")) != nullptr); // its first end does not count any more
}

void TestQuestionLedger::whoWaitsIsCalledOnce()
{
    QuestionLedger ledger;
    QStringList heard;
    const auto noting = [&](const char* who) {
        return [&heard, who](const QuestionEnded* end) {
            heard.append(QString(who) + ' ' + QString::fromStdString(end->id.str()));
        };
    };
    ledger.follow(asked(questionOf("q")));
    QVERIFY(ledger.whenEnded(QuestionId("q"), noting("first")) != 0);
    QVERIFY(ledger.whenEnded(QuestionId("p"), noting("other")) != 0);
    QVERIFY(ledger.whenEnded(QuestionId("q"), noting("second")) != 0);
    ledger.follow(ended("q"));
    QCOMPARE(heard, (QStringList{"first q", "second q"}));
    ledger.follow(ended("q"));
    QCOMPARE(heard.size(), 2);
    ledger.follow(ended("p"));
    QCOMPARE(heard.last(), QString("other p"));
}

void TestQuestionLedger::whoStopsWaitingIsNotCalled()
{
    QuestionLedger ledger;
    bool isCalled = false;
    const std::uint64_t number = ledger.whenEnded(QuestionId("q"), [&](const QuestionEnded*) { isCalled = true; });
    QVERIFY(ledger.stopWaiting(number));
    QVERIFY(!ledger.stopWaiting(number));
    QVERIFY(!ledger.stopWaiting(0));
    ledger.follow(ended("q"));
    QVERIFY(!isCalled);
}

void TestQuestionLedger::oneWhoIsCalledMayStopTheNext()
{
    QuestionLedger ledger;
    std::uint64_t second = 0;
    bool isSecondCalled = false;
    ledger.whenEnded(QuestionId("q"), [&](const QuestionEnded* end) {
        QVERIFY(ledger.find(end->id)->end); // it is known to have ended already
        QVERIFY(ledger.stopWaiting(second));
        ledger.whenEnded(end->id, [](const QuestionEnded*) { QFAIL("It has not ended again."); });
    });
    second = ledger.whenEnded(QuestionId("q"), [&](const QuestionEnded*) { isSecondCalled = true; });
    ledger.follow(ended("q"));
    QVERIFY(!isSecondCalled);
}

void TestQuestionLedger::whoWaitsOutlivesAnotherReading()
{
    QuestionLedger ledger;
    int calls = 0;
    ledger.follow(asked(questionOf("q")));
    ledger.whenEnded(QuestionId("q"), [&](const QuestionEnded*) { ++calls; });
    ledger.forget();
    QVERIFY(ledger.find(QuestionId("q")) == nullptr);
    ledger.follow(asked(questionOf("q")));
    ledger.follow(ended("q"));
    QCOMPARE(calls, 1);
}

void TestQuestionLedger::aDeletedSessionEndsAllWaiting()
{
    QuestionLedger ledger;
    int calls = 0;
    for (const char* id : {"q", "p"})
        ledger.whenEnded(QuestionId(id), [&](const QuestionEnded* end) { calls += end == nullptr ? 1 : 0; });
    ledger.leave();
    ledger.leave();
    QCOMPARE(calls, 2);
}

void TestQuestionLedger::anAnswerIsOnItsWayWhileItIsHeld()
{
    QuestionLedger ledger;
    QVERIFY(!ledger.isOnItsWay(QuestionId("q")));
    auto one = ledger.deliver(QuestionId("q"));
    auto other = ledger.deliver(QuestionId("q"));
    QVERIFY(ledger.isOnItsWay(QuestionId("q")) && !ledger.isOnItsWay(QuestionId("p")));
    one.reset();
    QVERIFY(ledger.isOnItsWay(QuestionId("q")));
    other.reset();
    QVERIFY(!ledger.isOnItsWay(QuestionId("q")));
}

void TestQuestionLedger::aRestartKeepsAll()
{
    SessionKit kit;
    session::Session* session = kit.create();
    for (const char* id : {"open", "answered"})
        QVERIFY(!kit.submit(session, question(id)).error);
    AnswerQuestion answer;
    answer.id = QuestionId("answered");
    answer.content = textBlocks("yes");
    QVERIFY(!kit.submit(session, answer).error);
    const SessionId id = session->id();
    kit.reopen();
    QuestionLedger ledger;
    for (const session::Event& event : kit.log(id))
        ledger.follow(event);
    QVERIFY(!ledger.find(QuestionId("open"))->end);
    QCOMPARE(answerText(*ledger.find(QuestionId("answered"))->end), std::string("yes"));
    QVERIFY(!ledger.find(QuestionId("answered"))->isDelivered);
}

void TestQuestionLedger::anAnswerIsAcknowledgedOnce()
{
    SessionKit kit;
    session::Session* session = kit.create();
    QVERIFY(!kit.submit(session, question("q")).error);
    AnswerQuestion answer;
    answer.id = QuestionId("q");
    answer.content = textBlocks("yes");
    QVERIFY(!kit.submit(session, answer).error);
    QCOMPARE(session->state()->undeliveredAnswers().size(), std::size_t(1));
    auto held = std::make_shared<int>();
    const std::weak_ptr<int> watched = held;
    kit.library->holdWrites();
    acknowledgeAnswer(*session, QuestionId("q"), std::move(held));
    kit.settle();
    QVERIFY(!watched.expired());
    kit.library->releaseWrites();
    QVERIFY(waitFor([&] { return session->state()->undeliveredAnswers().empty() && watched.expired(); }));
    const auto count = kit.log(session->id()).size();
    acknowledgeAnswer(*session, QuestionId("q"));
    kit.settle();
    QCOMPARE(kit.log(session->id()).size(), count);
}

void TestQuestionLedger::aFullDiskOnlyDelaysTheAcknowledgement()
{
    SessionKit kit;
    session::Session* session = kit.create();
    QVERIFY(!kit.submit(session, question("q")).error);
    AnswerQuestion answer;
    answer.id = QuestionId("q");
    answer.content = textBlocks("yes");
    QVERIFY(!kit.submit(session, answer).error);
    kit.library->refuseAppends(1);
    auto held = std::make_shared<int>();
    const std::weak_ptr<int> watched = held;
    acknowledgeAnswer(*session, QuestionId("q"), std::move(held));
    kit.settle();
    QVERIFY(!watched.expired() && !session->state()->undeliveredAnswers().empty());
    QVERIFY(waitFor([&] { return watched.expired(); })); // tried again after a second
    QVERIFY(session->state()->undeliveredAnswers().empty());
}

} // namespace tst_question_ledger

QUARTERDECK_TEST(tst_question_ledger, TestQuestionLedger)
#include "tst_question_ledger.moc"
