#include "model/agents/model_agent/result_filters.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_result_filters {

using namespace quarterdeck;
using team::resultForPrompt;
namespace result_filter = team::result_filter;

/// What of a tool's output enters a prompt.
class TestResultFilters final : public QObject
{
    Q_OBJECT
private slots:
    void eachTakesOutWhatItIsFor_data();
    void eachTakesOutWhatItIsFor();
    void aLongOneKeepsItsBeginningAndItsEnd();
    void hugeOnesTakeNoLongerThanTheirLength();
    void aTeamChoosesThemByTool_data();
    void aTeamChoosesThemByTool();
    void theyAreReadAndWritten();
    void unknownOnesAreRefused_data();
    void unknownOnesAreRefused();
};

namespace {

std::string filtered(const std::string& name, const std::string& text)
{
    const auto& all = team::resultFilters();
    const auto found = std::ranges::find_if(all, [&](const team::ResultFilter& one) { return one.name == name; });
    return found == all.end() ? "no such filter" : found->filtered(text);
}

team::TeamDefinition teamWith(std::map<std::string, std::vector<std::string>> filters)
{
    team::TeamDefinition team;
    team.name = "Test";
    team.roles.push_back({});
    team.roles.front().name = conversation::RoleName("Mike");
    team.resultFilters = std::move(filters);
    return team;
}

} // namespace

void TestResultFilters::eachTakesOutWhatItIsFor_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("left");
    const QString controls = result_filter::controlCharacters;
    QTest::newRow("colours of a terminal") << controls << "\x1b[31mred\x7f\a"
                                           << "[31mred";
    QTest::newRow("line breaks and tabs stay") << controls << "a\n\tb\r\n"
                                               << "a\n\tb\n";
    QTest::newRow("letters of any language stay") << controls << "é 漢字 🎲"
                                                  << "é 漢字 🎲";
    const QString scripts = result_filter::scriptBlocks;
    QTest::newRow("a script element") << scripts << "a<SCRIPT src='x'>if (a < b) {}</script >b"
                                      << "a[script left out]b";
    QTest::newRow("two of them") << scripts << "<script>1</script>b<script>2</script>"
                                 << "[script left out]b[script left out]";
    QTest::newRow("one that is not closed") << scripts << "a<script>1</scr"
                                            << "a[script left out]";
    QTest::newRow("no script") << scripts << "<scripture>a</scripture>"
                               << "<scripture>a</scripture>";
    QTest::newRow("fenced JavaScript") << scripts << "a\n```js\nawait x;\n```\nb"
                                       << "a\n[script left out]\nb";
    QTest::newRow("a longer fence") << scripts << "````javascript\n```\n````\nb"
                                    << "[script left out]\nb";
    QTest::newRow("a fence with more after its language") << scripts << "```ts {1}\nx\n```"
                                                          << "[script left out]\n";
    QTest::newRow("other code stays") << scripts << "```json\n{}\n```\n"
                                      << "```json\n{}\n```\n";
    QTest::newRow("a fence that is not closed") << scripts << "```js\nx\ny"
                                                << "[script left out]\n";
    const QString yaml = result_filter::yamlBlocks;
    QTest::newRow("YAML") << yaml << "- Page\n  ```yaml\n  - button [ref=e1]\n  ```\nend"
                          << "- Page\n[YAML left out]\nend";
    QTest::newRow("yml") << yaml << "```YML\na: 1\n```\n"
                         << "[YAML left out]\n";
    QTest::newRow("no YAML") << yaml << "```\na: 1\n```\n"
                             << "```\na: 1\n```\n";
    const QString console = result_filter::consoleLines;
    QTest::newRow("a section of the console")
        << console << "### Ran\nok\n### New console messages\n- [LOG] a\n  more\n### Page state\nb"
        << "### Ran\nok\n### Page state\nb";
    QTest::newRow("lines by themselves") << console << "a\n[ERROR] no @ https://x:1\n - [warning] b\nc"
                                         << "a\nc";
    QTest::newRow("brackets of another kind") << console << "[1] a\n[x] b\n"
                                              << "[1] a\n[x] b\n";
    QTest::newRow("nothing") << console << ""
                             << "";
    QTest::newRow("a short one") << QString(result_filter::size) << "short"
                                 << "short";
}

void TestResultFilters::eachTakesOutWhatItIsFor()
{
    QFETCH(QString, name);
    QFETCH(QString, given);
    QFETCH(QString, left);
    const std::string once = filtered(name.toStdString(), given.toStdString());
    QCOMPARE(QString::fromStdString(once), left);
    QCOMPARE(filtered(name.toStdString(), once), once); // nothing is left of its kind
}

void TestResultFilters::aLongOneKeepsItsBeginningAndItsEnd()
{
    std::string text = "begin";
    for (int i = 0; i < 10'000; ++i)
        text += "漢";
    text += "end";
    const QString left = QString::fromStdString(filtered(result_filter::size, text));
    QVERIFY(left.startsWith(QStringLiteral("begin")) && left.endsWith(QStringLiteral("end")));
    QVERIFY(left.toUtf8().size() < 16'100);
    QVERIFY(left.contains(QStringLiteral(" bytes left out]")));
    QVERIFY(!left.contains(QChar::ReplacementCharacter));
}

void TestResultFilters::hugeOnesTakeNoLongerThanTheirLength()
{
    // Searching for an end from each beginning anew would take hours.
    std::string text;
    while (text.size() < (1u << 22))
        text += "<script <```js <[log";
    for (const team::ResultFilter& one : team::resultFilters())
        QVERIFY(filtered(one.name, text).size() <= text.size());
}

void TestResultFilters::aTeamChoosesThemByTool_data()
{
    using Filters = std::map<std::string, std::vector<std::string>>;
    QTest::addColumn<bool>("hasControls");
    QTest::addColumn<bool>("hasYaml");
    QTest::addColumn<Filters>("filters");
    QTest::newRow("as usual") << false << true << Filters{};
    QTest::newRow("for this tool") << true << false << Filters{{"read_file", {"yaml_blocks"}}};
    QTest::newRow("for every tool") << false << false << Filters{{"*", {"yaml_blocks", "control_characters"}}};
    QTest::newRow("this one before every") << true << true << Filters{{"*", {"yaml_blocks"}}, {"read_file", {}}};
    QTest::newRow("for another") << false << true << Filters{{"list_files", {"yaml_blocks"}}};
}

void TestResultFilters::aTeamChoosesThemByTool()
{
    using Filters = std::map<std::string, std::vector<std::string>>;
    QFETCH(bool, hasControls);
    QFETCH(bool, hasYaml);
    QFETCH(Filters, filters);
    const std::string given = "\x1b```yaml\na: 1\n```\n";
    // The control character hides the fence from filters that come before its own.
    const std::string left = resultForPrompt(teamWith(filters), "read_file", given.substr(1) + "\x1b");
    QCOMPARE(left.find('\x1b') != std::string::npos, hasControls);
    QCOMPARE(left.find("a: 1") != std::string::npos, hasYaml);
    QCOMPARE(resultForPrompt(teamWith({{"*", {"yaml_blocks", "control_characters"}}}), "x", given),
             std::string("[YAML left out]\n"));
}

void TestResultFilters::theyAreReadAndWritten()
{
    const team::TeamDefinition given = teamWith({{"*", {"size"}}, {"read_file", {"yaml_blocks", "size"}}, {"end", {}}});
    const auto read = team::teamFromJson(team::jsonOf(given));
    QVERIFY(read);
    QCOMPARE(read->resultFilters, given.resultFilters);
    QVERIFY(!team::jsonOf(teamWith({})).contains("result_filters"));
}

void TestResultFilters::unknownOnesAreRefused_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("problem");
    QTest::newRow("a filter") << R"({"*": ["size", "taste"]})"
                              << "$.result_filters.*[1]: no filter of this name";
    QTest::newRow("a tool") << R"({"fly": []})"
                            << "$.result_filters.fly: no tool of this name";
    QTest::newRow("no list") << R"({"*": "size"})"
                             << "$.result_filters.*: not a list of filters";
}

void TestResultFilters::unknownOnesAreRefused()
{
    QFETCH(QString, json);
    QFETCH(QString, problem);
    nlohmann::json team = team::jsonOf(teamWith({}));
    team["result_filters"] = nlohmann::json::parse(json.toStdString());
    const auto read = team::teamFromJson(team);
    QVERIFY(!read);
    QCOMPARE(QString::fromStdString(read.error().detail), problem);
}

} // namespace tst_result_filters

QUARTERDECK_TEST(tst_result_filters, TestResultFilters)
#include "tst_result_filters.moc"
