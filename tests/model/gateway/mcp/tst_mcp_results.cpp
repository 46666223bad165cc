#include "model/gateway/mcp/question_tool_call.h"
#include "model/gateway/mcp/tools.h"
#include "tests/support/test.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_mcp_results {

using namespace quarterdeck;
using conversation::JsonValue;
using conversation::QuestionEndKind;
using gateway::QuestionStatus;
using nlohmann::json;

namespace {

json structuredOf(const QuestionStatus& question)
{
    return gateway::mcp::answerResult(conversation::QuestionId("q"), question, {2'000}, gateway::mcp::newestVersion)
        .at("structuredContent");
}

QuestionStatus answered(const json& form, const std::string& words)
{
    QuestionStatus question;
    question.askedAt = {1'000};
    question.end.emplace();
    question.end->kind = QuestionEndKind::Answered;
    question.end->form = JsonValue(form);
    question.end->content = conversation::textBlocks(words);
    question.end->at = {2'000};
    return question;
}

} // namespace

/// What a tool of MCP that asks is answered with.
class TestMcpResults final : public QObject
{
    Q_OBJECT

private slots:
    static void wordsBesideAForm_goAlong();
    static void words_areTheAnswerWithoutAForm();
    static void formAlone_hasNoWords();
    static void allThatIsGiven_isDescribed();
};

void TestMcpResults::wordsBesideAForm_goAlong()
{
    const json form{{"size", 5}};
    const json result = structuredOf(answered(form, "but small"));
    QVERIFY(result.at("answer") == form);
    QCOMPARE(result.at("words").get<std::string>(), std::string("but small"));
    QuestionStatus declined = answered(form, "no");
    declined.end->kind = QuestionEndKind::Declined;
    QVERIFY(!structuredOf(declined).contains("words"));
}

void TestMcpResults::words_areTheAnswerWithoutAForm()
{
    const json result = structuredOf(answered(nullptr, "small"));
    QCOMPARE(result.at("answer").get<std::string>(), std::string("small"));
    QVERIFY(!result.contains("words"));
}

void TestMcpResults::formAlone_hasNoWords() { QVERIFY(!structuredOf(answered({{"size", 5}}, "")).contains("words")); }

/// A model knows of a member by the schema alone.
void TestMcpResults::allThatIsGiven_isDescribed()
{
    QuestionStatus question = answered({{"size", 5}}, "but small");
    question.lateAnswer = "later";
    const json result = structuredOf(question);
    const json tools = gateway::mcp::toolList(true).at("tools");
    const json& described = tools.at(0).at("outputSchema").at("properties");
    for (const auto& [name, value] : result.items())
        QVERIFY2(described.contains(name), name.c_str());
    QVERIFY(result.contains("words") && result.contains("late_answer"));
}

} // namespace tst_mcp_results

QUARTERDECK_TEST(tst_mcp_results, TestMcpResults)
#include "tst_mcp_results.moc"
