#include "model/formats/export/row_text.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_row_text {

using namespace quarterdeck::formats;
using namespace quarterdeck::conversation;

namespace {

const RoleName bob("Bob");

/// A session in which Bob is in a private chat with the person and asks in it.
ConversationState chatting()
{
    ConversationState state;
    const auto apply = [&state](EventBody body) {
        state.apply({{state.lastSeq().value + 1}, {1000}, 0, std::move(body)});
    };
    apply(SessionStarted{});
    Role role;
    role.name = bob;
    apply(RoleHired{role});
    apply(DirectChatOpened{DirectChatId("chat"), bob, true});
    Question question;
    question.id = QuestionId("q");
    question.asker = bob;
    question.text = "really?";
    apply(QuestionAsked{question});
    return state;
}

QString line(const EventBody& body)
{
    const ConversationState state = chatting();
    return rowText(state, {{state.lastSeq().value + 1}, {2000}, 0, body}).line();
}

MessagePublished told(bool isPrivate)
{
    MessagePublished published;
    published.message.content = textBlocks("hello");
    published.message.sendTo = {Address("Bob")};
    published.route.isPrivate = isPrivate;
    published.route.directChatRoles = {bob};
    return published;
}

} // namespace

/// A row on a terminal.
class TestRowText final : public QObject
{
    Q_OBJECT

private slots:
    void message_isMarkedWhenPrivate();
    void structuredContent_isPrinted();
    void answer_isAsPrivateAsItsQuestion();
    void heldMessage_isSaidToBe();
    void scriptedDemo_saysSo();
    void whoStoppedTheRun_isTold();
    void names_areToldFromThePersonsAndTheProgram_data();
    void names_areToldFromThePersonsAndTheProgram();
};

void TestRowText::message_isMarkedWhenPrivate()
{
    QCOMPARE(line(told(false)), QStringLiteral("You → Bob: hello"));
    QCOMPARE(line(told(true)), QStringLiteral("(private) You → Bob: hello"));
}

void TestRowText::structuredContent_isPrinted()
{
    MessagePublished published = told(false);
    published.message.instructContent = StructuredContent{{}, JsonValue(nlohmann::json{{"steps", {"a", "b"}}})};
    QCOMPARE(line(published), QStringLiteral("You → Bob: hello\n{\"steps\":[\"a\",\"b\"]}"));
    published.message.content.clear();
    QCOMPARE(line(published), QStringLiteral("You → Bob: {\"steps\":[\"a\",\"b\"]}"));
}

void TestRowText::answer_isAsPrivateAsItsQuestion()
{
    QuestionEnded ended;
    ended.id = QuestionId("q");
    ended.end.content = textBlocks("yes");
    QCOMPARE(line(ended), QStringLiteral("(private) You → Bob: yes"));
    ended.id = QuestionId("another");
    QVERIFY(!line(ended).startsWith(QStringLiteral("(private)")));
}

void TestRowText::heldMessage_isSaidToBe()
{
    MessagePublished held = told(false);
    held.route.hold = Hold{holdsEverything, {}, bob, {}, false};
    QCOMPARE(line(held), QStringLiteral("You → Bob (held): hello"));
    MessagePublished released = told(false);
    released.route.release = Release{{7}, false, false, "person"};
    QCOMPARE(line(released), QStringLiteral("You → Bob (was held): hello"));
    released.route.release->isRedirected = true;
    QCOMPARE(line(released), QStringLiteral("You → Bob (was held, sent elsewhere): hello"));
    released.route.release->isEdited = true;
    QCOMPARE(line(released), QStringLiteral("You → Bob (was held, edited): hello"));
    QCOMPARE(line(HeldDropped{{7}, {}, true, "person"}),
             QStringLiteral("— The held message was dropped: nobody got it."));
    QCOMPARE(line(HeldDropped{{7}, "too early", true, "person"}),
             QStringLiteral("— The held message was dropped: nobody got it. Reason: too early"));
    HoldRule rule;
    rule.text = "deploy";
    QCOMPARE(line(HoldRuleSet{rule, {}}),
             QStringLiteral("— Hold what any member says to another if the text contains “deploy”"));
    rule = {};
    rule.id = holdsEverything;
    QVERIFY(line(HoldRuleSet{rule, {}}).contains(QStringLiteral("Everything is held")));
    QCOMPARE(line(HoldRuleRemoved{holdsEverything, {}, {}}), QStringLiteral("— Not everything is held any more."));
}

void TestRowText::scriptedDemo_saysSo()
{
    SessionStarted started;
    QVERIFY(rowText({}, {{1}, {2000}, 0, started}).text.isEmpty());
    started.kind = SessionKind::Demo;
    const QString said = rowText({}, {{1}, {2000}, 0, started}).line();
    QVERIFY2(said.contains(QStringLiteral("scripted demo")), qPrintable(said));
}

void TestRowText::whoStoppedTheRun_isTold()
{
    QCOMPARE(line(RunStateChanged{RunState::Stopped, "Enough", {}}), QStringLiteral("— The run was stopped. “Enough”"));
    QCOMPARE(line(RunStateChanged{RunState::Stopped, {}, {RunCauseKind::ProgramLeft}}),
             QStringLiteral("— The program disconnected."));
    QCOMPARE(line(RunStateChanged{RunState::Running, {}, {RunCauseKind::ProgramBack}}),
             QStringLiteral("— The program is back."));
}

void TestRowText::names_areToldFromThePersonsAndTheProgram_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isOfOthers"); // the session
    QTest::addColumn<QString>("speaker");
    QTest::newRow("nobody: the person") << QString() << true << "You";
    QTest::newRow("another's name") << "Yousuf" << true << "Yousuf";
    QTest::newRow("the person's") << "You" << false << "You (an agent)";
    QTest::newRow("one that looks like it")
        << QString::fromUtf16(u"\u03A5ou") << true << QString::fromUtf16(u"\u03A5ou (an agent)");
    QTest::newRow("the program's, of its own session") << "Quarterdeck" << false << "Quarterdeck";
    QTest::newRow("the program's, of another") << "Quarterdeck" << true << "Quarterdeck (an agent)";
    QTest::newRow("one that looks like the program's") << "quarterdeck" << false << "quarterdeck (an agent)";
}

void TestRowText::names_areToldFromThePersonsAndTheProgram()
{
    QFETCH(const QString, name);
    QFETCH(const bool, isOfOthers);
    QFETCH(const QString, speaker);
    ConversationState state;
    SessionStarted started;
    started.kind = isOfOthers ? SessionKind::Remote : SessionKind::Team;
    state.apply({{1}, {1000}, 0, started});
    MessagePublished published;
    published.message.sentFrom = Address(name.toStdString());
    QCOMPARE(rowText(state, {{2}, {2000}, 0, published}).speaker, speaker);
    published.message.sentFrom = {};
    published.message.sendTo = {Address(name.isEmpty() ? "Bob" : name.toStdString())};
    QCOMPARE(rowText(state, {{2}, {2000}, 0, published}).recipients, name.isEmpty() ? QStringLiteral("Bob") : speaker);
    if (name.isEmpty())
        return;
    Question question;
    question.asker = RoleName(name.toStdString());
    QCOMPARE(rowText(state, {{2}, {2000}, 0, QuestionAsked{question}}).speaker, speaker);
}

} // namespace tst_row_text

QUARTERDECK_TEST(tst_row_text, TestRowText)
#include "tst_row_text.moc"
