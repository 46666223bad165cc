#include "model/conversation/channel.h"
#include "model/conversation/speaker.h"
#include "tests/model/conversation/team_kit.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_questions {

using namespace quarterdeck::conversation;

/// Questions to the person: each end, each refusal, deadlines, late answers, exactly-once delivery.
class TestQuestions final : public QObject
{
    Q_OBJECT
private slots:
    void isAskedAndStandsOpen();
    void nonsenseIsNotAsked_data();
    void nonsenseIsNotAsked();
    void optionIsChosen();
    void wordsGoAlongWithAnOption();
    void wordsGoAlongWithAForm();
    void theProgramAsksByItself();
    void ownWordsAndImages();
    void invalidAnswers_data();
    void invalidAnswers();
    void declined();
    void withdrawn();
    void secondAnswerIsRefusedWithWhoWasFirst();
    void timesOutOnlyAfterItsDeadline();
    void silenceIsNeverConsent();
    void pausedAndMovedDeadline();
    void lateAnswerIsDeliveredAsAMarkedMessage();
    void lateAnswerOnlyOnce();
    void answerIsDeliveredOnce();
    void severalAreOpenAtOnce();
    void rowsAndAmendments();
    void inAPrivateChat();
    void rememberedEndsAreBounded();

private:
    static Question makeQuestion(const char* id, std::optional<Timestamp> deadline = {});
    static QuestionEnd endOf(const Decision& decision);
};

Question TestQuestions::makeQuestion(const char* id, std::optional<Timestamp> deadline)
{
    Question question;
    question.id = QuestionId(id);
    question.asker = RoleName("Bob");
    question.text = "Should the board be 4×4 or 5×5?";
    question.options = {{"4×4", "classic"}, {"5×5", ""}};
    question.defaultOption = "4×4";
    question.deadline = deadline;
    return question;
}

QuestionEnd TestQuestions::endOf(const Decision& decision)
{
    for (const Event& event : decision.events) {
        if (const auto* ended = std::get_if<QuestionEnded>(&event.body)) {
            return ended->end;
        }
    }
    return {};
}

void TestQuestions::isAskedAndStandsOpen()
{
    TeamKit kit;
    Question question = makeQuestion("");
    const Decision asked = kit.submit(AskUser{question});
    QCOMPARE(kinds(asked), "question_asked");
    const OpenQuestion open = kit.state.openQuestions().front();
    QVERIFY(!open.question.id.isEmpty());
    QCOMPARE(open.question.askedAt, kit.context.now);
    QCOMPARE(open.askedSeq, kit.state.lastSeq());
    QCOMPARE(kit.submit(AskUser{open.question}).error->code, ErrorCode::DuplicateQuestion);
}

void TestQuestions::nonsenseIsNotAsked_data()
{
    QTest::addColumn<QString>("asker");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("defaultOption");
    QTest::newRow("stranger") << "Eve"
                              << "What?"
                              << "";
    QTest::newRow("no text") << "Bob"
                             << ""
                             << "";
    QTest::newRow("default is no option") << "Bob"
                                          << "What?"
                                          << "6×6";
}

void TestQuestions::nonsenseIsNotAsked()
{
    QFETCH(QString, asker);
    QFETCH(QString, text);
    QFETCH(QString, defaultOption);
    TeamKit kit;
    Question question;
    question.asker = RoleName(asker.toStdString());
    question.text = text.toStdString();
    question.defaultOption = defaultOption.toStdString();
    const Decision decision = kit.submit(AskUser{question});
    QVERIFY(decision.error);
    QVERIFY(decision.events.empty());
    QVERIFY(!sentence(decision).isEmpty());
}

void TestQuestions::optionIsChosen()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    kit.context.now = {2'000'000};
    const Decision answered = kit.submit(AnswerQuestion{QuestionId("q"), "5×5", {}, {}});
    QCOMPARE(kinds(answered), "question_ended");
    const QuestionEnd end = endOf(answered);
    QCOMPARE(end.kind, QuestionEndKind::Answered);
    QCOMPARE(end.by, std::string("person"));
    QCOMPARE(end.at, kit.context.now);
    QCOMPARE(answerText(end), std::string("5×5"));
    QVERIFY(kit.state.openQuestions().empty());
}

void TestQuestions::wordsGoAlongWithAnOption()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    const QuestionEnd end = endOf(kit.submit(AnswerQuestion{QuestionId("q"), "5×5", textBlocks("for now"), {}}));
    QCOMPARE(end.option, std::string("5×5"));
    QCOMPARE(answerText(end), std::string("5×5: for now"));
}

void TestQuestions::wordsGoAlongWithAForm()
{
    QuestionEnd end;
    end.form = JsonValue(nlohmann::json{{"title", "a"}});
    QCOMPARE(answerText(end), std::string(R"({"title":"a"})"));
    end.content = textBlocks("for now");
    QCOMPARE(answerText(end), std::string("for now\n{\"title\":\"a\"}"));
    end.option = "5×5";
    QCOMPARE(answerText(end), std::string("5×5: for now\n{\"title\":\"a\"}"));
}

void TestQuestions::theProgramAsksByItself()
{
    TeamKit kit;
    Question question = makeQuestion("q");
    question.asker = RoleName("Nobody");
    QVERIFY(kit.submit(AskUser{question}).error.has_value());
    question.asker = RoleName(programName);
    QVERIFY(!kit.submit(AskUser{question}).error);
    for (const RoleState& role : kit.state.roles())
        QVERIFY(kit.state.questionWaitedFor(role) == nullptr);
}

void TestQuestions::ownWordsAndImages()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    MediaBlock image;
    image.source.mediaType = "image/png";
    const std::vector<ContentBlock> content{TextBlock{"Neither"}, image};
    const QuestionEnd end = endOf(kit.submit(AnswerQuestion{QuestionId("q"), {}, content, {}}));
    QCOMPARE(end.content, content);
    QCOMPARE(answerText(end), std::string("Neither"));
}

void TestQuestions::invalidAnswers_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("nothing") << ""
                             << ""
                             << "null"
                             << "empty";
    QTest::newRow("unknown option") << "6×6"
                                    << ""
                                    << "null"
                                    << "6×6";
    QTest::newRow("field missing") << ""
                                   << ""
                                   << R"({"other": 1})"
                                   << "title";
    QTest::newRow("no fields") << ""
                               << ""
                               << "[1]"
                               << "form";
}

void TestQuestions::invalidAnswers()
{
    QFETCH(QString, option);
    QFETCH(QString, words);
    QFETCH(QString, form);
    QFETCH(QString, sentence);
    TeamKit kit;
    Question question = makeQuestion("q");
    question.schema = JsonValue(nlohmann::json{{"type", "object"}, {"required", {"title"}}});
    kit.submit(AskUser{question});
    AnswerQuestion answer{QuestionId("q"), option.toStdString(), textBlocks(words.toStdString()),
                          JsonValue(nlohmann::json::parse(form.toStdString()))};
    const Decision refused = kit.submit(answer);
    QCOMPARE(refused.error->code, ErrorCode::InvalidAnswer);
    QVERIFY2(::sentence(refused).contains(sentence), qPrintable(::sentence(refused)));
    QVERIFY(kit.state.openQuestion(QuestionId("q")));
    answer.option.clear();
    answer.form = JsonValue(nlohmann::json{{"title", "2048"}});
    QVERIFY(!kit.submit(answer).error);
}

void TestQuestions::declined()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    QCOMPARE(endOf(kit.submit(DeclineQuestion{QuestionId("q")})).kind, QuestionEndKind::Declined);
    const Decision late = kit.submit(AnswerQuestion{QuestionId("q"), "4×4", {}, {}});
    QCOMPARE(late.error->code, ErrorCode::QuestionEnded);
    QVERIFY(sentence(late).contains("declined"));
}

void TestQuestions::withdrawn()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    QCOMPARE(endOf(kit.submit(WithdrawQuestion{QuestionId("q")})).kind, QuestionEndKind::Withdrawn);
    QVERIFY(kit.state.undeliveredAnswers().empty()); // nobody waits
    const Decision late = kit.submit(AnswerQuestion{QuestionId("q"), "4×4", {}, {}});
    QCOMPARE(late.error->code, ErrorCode::QuestionEnded);
    QVERIFY(sentence(late).contains("Bob"));
}

void TestQuestions::secondAnswerIsRefusedWithWhoWasFirst()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    AnswerQuestion byProgram{QuestionId("q"), "5×5", {}, {}, "phone-bridge"};
    QVERIFY(!kit.submit(byProgram).error);
    const ConversationState before = kit.state;
    const Decision second = kit.submit(AnswerQuestion{QuestionId("q"), "4×4", {}, {}});
    QCOMPARE(second.error->code, ErrorCode::QuestionEnded);
    QVERIFY(sentence(second).contains("phone-bridge"));
    QVERIFY(second.events.empty());
    QCOMPARE(kit.state, before);
    QCOMPARE(kit.submit(AnswerQuestion{QuestionId("other"), "4×4", {}, {}}).error->code, ErrorCode::UnknownQuestion);
}

void TestQuestions::timesOutOnlyAfterItsDeadline()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q", Timestamp{1'000'500})});
    kit.submit(AskUser{makeQuestion("patient")});
    QCOMPARE(kit.submit(TimeOutQuestion{QuestionId("q")}).error->code, ErrorCode::NotAllowed);
    kit.context.now = {1'000'499};
    QVERIFY(kit.submit(TimeOutQuestion{QuestionId("q")}).error);
    kit.context.now = {1'000'500};
    QCOMPARE(endOf(kit.submit(TimeOutQuestion{QuestionId("q")})).kind, QuestionEndKind::TimedOut);
    QVERIFY(kit.submit(TimeOutQuestion{QuestionId("patient")}).error);
}

void TestQuestions::silenceIsNeverConsent()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q", Timestamp{1'000'000})});
    const QuestionEnd end = endOf(kit.submit(TimeOutQuestion{QuestionId("q")}));
    QCOMPARE(answerText(end), std::string()); // not the default
    QVERIFY(end.option.empty() && end.content.empty() && end.form.isNull());
    QCOMPARE(kit.state.undeliveredAnswers(), std::vector<QuestionId>{QuestionId("q")});
}

void TestQuestions::pausedAndMovedDeadline()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q", Timestamp{1'000'100})});
    const Decision paused = kit.submit(MoveDeadline{QuestionId("q"), Timestamp{1'000'100}, true, "person"});
    QCOMPARE(kinds(paused), "question_deadline_moved");
    QCOMPARE(std::get<QuestionDeadlineMoved>(paused.events.front().body).by, std::string("person"));
    QVERIFY(kit.submit(MoveDeadline{QuestionId("q"), Timestamp{1'000'100}, true}).events.empty());
    kit.context.now = {5'000'000};
    QVERIFY(kit.submit(TimeOutQuestion{QuestionId("q")}).error);
    kit.submit(MoveDeadline{QuestionId("q"), Timestamp{6'000'000}, false});
    QVERIFY(kit.submit(TimeOutQuestion{QuestionId("q")}).error);
    kit.context.now = {6'000'000};
    QVERIFY(!kit.submit(TimeOutQuestion{QuestionId("q")}).error);
}

void TestQuestions::lateAnswerIsDeliveredAsAMarkedMessage()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q", Timestamp{1'000'000})});
    kit.submit(TimeOutQuestion{QuestionId("q")});
    const Decision late = kit.submit(AnswerQuestion{QuestionId("q"), "5×5", {}, {}});
    QVERIFY(!late.error);
    QCOMPARE(kinds(late), "message_published");
    QCOMPARE(reached(late), "Bob");
    const MessagePublished published = messageOf(late);
    QCOMPARE(published.route.lateAnswerTo, QuestionId("q"));
    QCOMPARE(published.message.metadata.json().at("late_answer_to"), "q");
    QCOMPARE(textOf(published.message), std::string("Late answer to \"Should the board be 4×4 or 5×5?\": 5×5"));
    QVERIFY(textOfCopy(late).startsWith("[Message] from User to Bob: Late answer to"));
}

void TestQuestions::lateAnswerOnlyOnce()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q", Timestamp{1'000'000})});
    kit.submit(TimeOutQuestion{QuestionId("q")});
    QCOMPARE(kit.submit(AnswerQuestion{QuestionId("q"), {}, {}, {}}).error->code, ErrorCode::InvalidAnswer);
    kit.submit(AnswerQuestion{QuestionId("q"), "5×5", {}, {}, "phone-bridge"});
    const Decision second = kit.submit(AnswerQuestion{QuestionId("q"), "4×4", {}, {}});
    QCOMPARE(second.error->code, ErrorCode::QuestionEnded);
    QVERIFY(sentence(second).contains("phone-bridge"));
}

void TestQuestions::answerIsDeliveredOnce()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    QCOMPARE(kit.submit(AcknowledgeAnswer{QuestionId("q")}).error->code, ErrorCode::UnknownQuestion);
    kit.submit(AnswerQuestion{QuestionId("q"), "5×5", {}, {}});
    QCOMPARE(kit.state.undeliveredAnswers().size(), std::size_t(1));
    QCOMPARE(kinds(kit.submit(AcknowledgeAnswer{QuestionId("q")})), "answer_delivered");
    QVERIFY(kit.state.undeliveredAnswers().empty());
    QCOMPARE(kit.submit(AcknowledgeAnswer{QuestionId("q")}).error->code, ErrorCode::NotAllowed);
}

void TestQuestions::severalAreOpenAtOnce()
{
    TeamKit kit;
    for (const char* id : {"a", "b", "c"}) {
        kit.submit(AskUser{makeQuestion(id)});
    }
    kit.submit(AnswerQuestion{QuestionId("b"), "5×5", {}, {}});
    QCOMPARE(kit.state.openQuestions().size(), std::size_t(2));
    QCOMPARE(kit.state.openQuestions().front().question.id, QuestionId("a"));
    QCOMPARE(kit.state.openQuestions().back().question.id, QuestionId("c"));
}

void TestQuestions::rowsAndAmendments()
{
    TeamKit kit;
    kit.submit(AskUser{makeQuestion("q")});
    const EventSeq asked = kit.state.lastSeq();
    QCOMPARE(kit.state.rowCount(channel::everything), 1);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), 1);
    QCOMPARE(amendedBy(kit.state, QuestionDeadlineMoved{QuestionId("q"), {}, true, {}}), std::optional(asked));
    QCOMPARE(amendedBy(kit.state, QuestionEnded{QuestionId("q"), {}}), std::optional(asked));
    QCOMPARE(amendedBy(kit.state, Annotated{{2}, AnnotationKind::Mistake, "x", "y"}), std::optional(EventSeq{2}));
    QCOMPARE(amendedBy(kit.state, MessagePinned{{2}, true, "person"}), std::optional(EventSeq{2}));
    QVERIFY(!amendedBy(kit.state, AnswerDelivered{QuestionId("q")}));
    kit.submit(AnswerQuestion{QuestionId("q"), "5×5", {}, {}});
    QCOMPARE(kit.state.rowCount(channel::everything), 1);
}

void TestQuestions::inAPrivateChat()
{
    TeamKit kit;
    kit.tell("Bob", "secret", true);
    kit.submit(AskUser{makeQuestion("q")});
    QCOMPARE(kit.state.rowCount(channel::privateWith(RoleName("Bob"))), 2);
    QCOMPARE(kit.state.rowCount(channel::publicOnly), 0);
    QVERIFY(kit.state.directChatWith(RoleName("Bob"))); // asking back is no reply
}

void TestQuestions::rememberedEndsAreBounded()
{
    TeamKit kit;
    const std::size_t count = ConversationState::maxEndedQuestions + 10;
    for (std::size_t i = 0; i < count; ++i) {
        kit.submit(AskUser{makeQuestion(std::to_string(i).c_str())});
        kit.submit(AnswerQuestion{QuestionId(std::to_string(i)), "5×5", {}, {}});
        kit.submit(AcknowledgeAnswer{QuestionId(std::to_string(i))});
    }
    QVERIFY(!kit.state.endedQuestion(QuestionId("0")));
    QVERIFY(kit.state.endedQuestion(QuestionId(std::to_string(count - 1))));
    QCOMPARE(kit.submit(AnswerQuestion{QuestionId("0"), "5×5", {}, {}}).error->code, ErrorCode::UnknownQuestion);
}

} // namespace tst_questions

QUARTERDECK_TEST(tst_questions, TestQuestions)
#include "tst_questions.moc"
