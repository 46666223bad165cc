#include "texts.h"

#include <array>
#include <string_view>

namespace quarterdeck::test::texts {

namespace {

using Part = std::string_view;

constexpr std::array<Part, 14> subjects{
    "The parser",     "Our test run",   "The new layout", "The second draft",    "The importer",
    "The last build", "The data model", "The score rule", "What the users sent", "The report of yesterday",
    "The cache",      "The small fix",  "Their service",  "The first milestone"};
constexpr std::array<Part, 14> verbs{"handles",         "still misses",     "now covers",      "depends on",
                                     "is blocked by",   "goes well with",   "should wait for", "was checked against",
                                     "contradicts",     "makes us rethink", "is slower than",  "has to be shown beside",
                                     "is ready before", "costs less than"};
constexpr std::array<Part, 16> objects{"the empty board",
                                       "a list of a hundred thousand rows",
                                       "the agreed wording",
                                       "the migration",
                                       "two of the examples",
                                       "the error path",
                                       "what the customer expects",
                                       "the keyboard",
                                       "`merge_tiles()`",
                                       "the release notes",
                                       "**every** open question",
                                       "the budget of this round",
                                       "the older format",
                                       "a slow disk",
                                       "the night run",
                                       "our own measurements"};
constexpr std::array<Part, 12> tails{"",
                                     "",
                                     "",
                                     ", as far as I can see",
                                     ", so I will look at it again tomorrow",
                                     ", and nothing else changed",
                                     " (see the notes)",
                                     ", which surprised me",
                                     "; please have a look",
                                     ", at least on my machine",
                                     " in three of four cases",
                                     ", and I would leave it at that"};
constexpr std::array<Part, 10> chineseSentences{
    "这个版本已经通过了全部测试。", "请先确认一下数据格式，再继续下一步。", "我把排行榜的排序规则改成了按时间。",
    "界面上的文字需要再短一点。",   "性能比昨天提高了百分之二十左右。",     "合并的时候有一个冲突，我已经解决了。",
    "明天上午之前可以交付第一版。", "这里还缺一个空状态的处理。",           "用户反馈说按钮的位置不太好找。",
    "建议把这两个问题分开讨论。"};
constexpr std::array<Part, 12> emoji{"👍", "🎉", "🙂", "🚀", "🤔", "✅", "👩‍💻", "🐛", "📈", "🇨🇳", "🧪", "☕"};
constexpr std::array<Part, 10> nouns{"leaderboard", "importer", "board",  "settings", "report",
                                     "scheduler",   "cache",    "parser", "session",  "viewer"};
constexpr std::array<Part, 6> headings{"What changed", "Open points", "Plan", "Findings", "Risks", "Next steps"};
constexpr std::array<Part, 4> languages{"python", "typescript", "cpp", "sql"};
constexpr std::array<Part, 5> options{"Go on as planned", "Take the smaller one", "Wait for the review",
                                      "Drop it for now", "Ask me again tomorrow"};

std::string text(Part part) { return std::string(part); }

std::string number(Random& random, int limit) { return std::to_string(random.below(limit)); }

std::string paragraph(Random& random, int least, int most)
{
    std::string result = sentence(random);
    for (int count = random.between(least, most); count > 1; --count)
        result += ' ' + sentence(random);
    return result;
}

std::string bulletList(Random& random)
{
    const bool isTasks = random.chance(30);
    std::string list;
    for (int count = random.between(3, 7); count > 0; --count)
        list += (isTasks ? (random.chance(50) ? "- [x] " : "- [ ] ") : "- ") + sentence(random) + '\n';
    return list;
}

std::string table(Random& random)
{
    std::string rows = "| Case | Before | After | Remark |\n|---|---:|---:|---|\n";
    for (int count = random.between(3, 9); count > 0; --count)
        rows += "| " + text(random.oneOf(nouns)) + " | " + number(random, 900) + " ms | " + number(random, 300)
            + " ms | " + (random.chance(40) ? text(random.oneOf(emoji)) : sentence(random)) + " |\n";
    return rows;
}

std::string codeLine(Random& random, Part language, int line)
{
    const std::string name = text(random.oneOf(nouns));
    const std::string value = number(random, 5000);
    if (language == "python")
        return line % 6 == 0 ? "def update_" + name + "(items, limit=" + value + "):"
                             : "    " + name + " = [item for item in items if item.score > " + value + "]";
    if (language == "typescript")
        return line % 6 == 0 ? "export function " + name + "Of(rows: Row[]): number {"
                             : "  const " + name + " = rows.filter((row) => row.total > " + value + ").length;";
    if (language == "cpp")
        return line % 6 == 0 ? "int " + name + "Count(const std::vector<int>& rows)"
                             : "    const auto " + name + " = std::ranges::count(rows, " + value + "); // measured";
    return line % 4 == 0 ? "SELECT " + name + ", count(*) AS total" : "  AND " + name + ".score >= " + value;
}

std::string flowchart(Random& random)
{
    std::string source = "```mermaid\nflowchart TD\n";
    const int count = random.between(4, 9);
    for (int i = 0; i < count; ++i)
        source += "    N" + std::to_string(i) + "[" + text(random.oneOf(nouns)) + "] --> N"
            + std::to_string(random.between(i + 1, count)) + "{" + text(random.oneOf(nouns)) + "?}\n";
    return source + "```\n";
}

std::string sequenceDiagram(Random& random)
{
    std::string source = "```mermaid\nsequenceDiagram\n";
    for (int count = random.between(3, 8); count > 0; --count)
        source += "    " + text(random.oneOf(nouns)) + "->>" + text(random.oneOf(nouns)) + ": "
            + text(random.oneOf(verbs)) + '\n';
    return source + "```\n";
}

} // namespace

std::string sentence(Random& random)
{
    return text(random.oneOf(subjects)) + ' ' + text(random.oneOf(verbs)) + ' ' + text(random.oneOf(objects))
        + text(random.oneOf(tails)) + '.';
}

std::string chinese(Random& random)
{
    std::string result;
    for (int count = random.between(1, 4); count > 0; --count)
        result += random.oneOf(chineseSentences);
    return result;
}

std::string talk(Random& random)
{
    if (random.chance(12))
        return chinese(random);
    std::string result = paragraph(random, 1, 3);
    if (random.chance(15))
        result += ' ' + text(random.oneOf(emoji));
    return result;
}

std::string request(Random& random)
{
    return "Please look at the " + text(random.oneOf(nouns)) + ": " + paragraph(random, 1, 4);
}

std::string question(Random& random)
{
    return "Shall the " + text(random.oneOf(nouns)) + " be done before the " + text(random.oneOf(nouns)) + "? "
        + sentence(random);
}

std::string markdown(Random& random)
{
    std::string result = "### " + text(random.oneOf(headings)) + "\n\n" + paragraph(random, 1, 3) + "\n\n";
    if (random.chance(70))
        result += bulletList(random) + '\n';
    if (random.chance(40))
        result += table(random) + '\n';
    if (random.chance(20))
        result += "> " + sentence(random) + "\n\n";
    if (random.chance(10))
        result += "$$ t(n) = " + number(random, 90) + " n \\log n + \\frac{n}{" + number(random, 9) + "1} $$\n";
    return result;
}

std::string code(Random& random)
{
    const Part language = random.oneOf(languages);
    std::string result = sentence(random) + "\n\n```" + text(language) + '\n';
    const int lines = random.chance(20) ? random.between(25, 50) : random.between(4, 16);
    for (int line = 0; line < lines; ++line)
        result += codeLine(random, language, line) + '\n';
    return result + "```\n";
}

std::string diff(Random& random)
{
    const std::string name = fileName(random);
    std::string result = "```diff\n--- a/" + name + "\n+++ b/" + name + "\n@@ -10,8 +10,9 @@\n";
    for (int count = random.between(6, 18); count > 0; --count)
        result += text(random.oneOf(std::array<Part, 4>{" ", " ", "-", "+"})) + codeLine(random, "cpp", count) + '\n';
    return result + "```\n";
}

std::string document(Random& random)
{
    std::string result = "# On the " + text(random.oneOf(nouns)) + "\n\n" + paragraph(random, 3, 6) + "\n\n";
    const int sections = random.between(3, 7);
    for (int section = 0; section < sections; ++section) {
        result += "## " + text(random.oneOf(headings)) + "\n\n" + paragraph(random, 3, 9) + "\n\n";
        if (section == 1)
            result += (random.chance(60) ? flowchart(random) : sequenceDiagram(random)) + '\n';
        else if (random.chance(50))
            result += bulletList(random) + '\n';
        else if (random.chance(50))
            result += code(random) + '\n';
        else
            result += table(random) + '\n';
    }
    return result;
}

std::string thinking(Random& random) { return "First: " + paragraph(random, 3, 10); }

std::string commandOutput(Random& random, int lines)
{
    std::string result;
    for (int line = 1; line <= lines; ++line) {
        result += '[' + std::to_string(line) + '/';
        result += std::to_string(lines) + "] " + fileName(random) + "  " + number(random, 4000) + " ms\n";
    }
    return result;
}

std::string fileName(Random& random)
{
    return "src/" + text(random.oneOf(nouns)) + "/" + text(random.oneOf(nouns)) + "_" + number(random, 40) + ".cpp";
}

std::string optionLabel(Random& random) { return text(random.oneOf(options)); }

} // namespace quarterdeck::test::texts
