#include "page_fixture.h"
#include "tests/support/page_test.h"
#include "tests/support/pictures.h"

#include <QWebEngineView>
#include <nlohmann/json.hpp>

namespace tst_transcript_widths {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

const AttachmentHash pictureHash(std::string(64, 'a'));
const std::string longWord = "an_identifier_without_any_end_" + std::string(400, 'x');
const std::string chinese = "第一次会议讨论了所有尚未解决的问题并且决定在下个星期之前完成全部工作";

session::Row rowOf(std::int64_t ordinal, EventBody body)
{
    session::Row row = messageRow(ordinal, "Bob", "");
    row.event.body = std::move(body);
    return row;
}

EventBody said(std::vector<ContentBlock> content, const char* from = "Bob")
{
    MessagePublished published;
    published.message.id = MessageId("m");
    published.message.sentFrom = Address(from);
    published.message.content = std::move(content);
    published.message.timestamp = {1'760'000'000'000};
    return published;
}

EventBody text(std::string words) { return said({TextBlock{std::move(words)}}); }

MediaBlock medium(MediaKind kind, const std::string& type, std::int32_t width, std::int32_t height)
{
    return {kind,
            {pictureHash, "", type, "a file with a rather long name, of the second meeting.bin", 2'345, width, height}};
}

EventBody addressed()
{
    EventBody body = said({TextBlock{"For many."}}, "Alice");
    auto& published = std::get<MessagePublished>(body);
    published.message.sendTo = {Address("Mike"), Address("Bob"), Address("A role with a very long name of its own")};
    published.message.causeBy = ActionName("metagpt.actions.WriteAllOfTheProductRequirementsDocument");
    published.message.usage = Usage{"a-model-with-a-long-name-2025-10-09", 123'456, 65'432, 1.25, 98'765, 0, 0};
    return body;
}

EventBody privately()
{
    EventBody body = said({TextBlock{"Only for you: " + longWord}}, "Mike");
    auto& published = std::get<MessagePublished>(body);
    published.message.sendTo = {Address("Alice")};
    published.route.isPrivate = true;
    published.route.directChatRoles = {RoleName("Alice")};
    return body;
}

EventBody question(bool hasForm)
{
    QuestionAsked asked;
    asked.question.id = QuestionId(hasForm ? "form" : "options");
    asked.question.asker = RoleName("Bob");
    asked.question.text = "Which of these two boards is it to be? " + chinese;
    asked.question.reason = "Because " + longWord;
    asked.question.askedAt = {1'760'000'000'000};
    if (hasForm) {
        json form{{"type", "object"}, {"required", {"name"}}};
        form["properties"]["name"] = {{"type", "string"}, {"title", "The name by which " + longWord + " is known"}};
        form["properties"]["size"] = {{"enum", {"small", "middle-sized, as it was before", "large"}}};
        form["properties"]["is_public"] = {{"type", "boolean"}, {"description", chinese}};
        form["properties"]["parts"] = {{"type", "array"}, {"items", {{"enum", {"one", "two", "three"}}}}};
        asked.question.schema = JsonValue(form);
    } else
        asked.question.options = {{"The first one, with a long label that says what it is", "and " + longWord},
                                  {"5x5", chinese}};
    return asked;
}

std::string rows(const std::string& row, int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += row;
    return all;
}

EventBody tools(bool isError)
{
    const JsonValue input(json{{"command", "grep -rn " + longWord}, {"folder", "/a/b"}});
    return said({ToolUseBlock{"t1", "Terminal.run_command_with_a_long_name", input, ""},
                 ToolResultBlock{"t1", "Terminal.run_command", rows("a line that " + longWord + "\n", 30), {}, isError},
                 ToolUseBlock{"t2", "Editor.write", input, ""}});
}

struct Kind
{
    const char* name;
    EventBody body;
};

const std::vector<Kind>& kinds()
{
    static const std::string wideTable =
        "| one | two | three | four | five | six | seven | eight |\n|-|-|-|-|-|-|-|-|\n"
        + rows("| some words in a cell | `code_in_a_cell_too` | 1,234,567 | " + chinese + " | e | f | g | h |\n", 3);
    static const std::vector<Kind> all{
        {"words", text(rows("Some words that go on. ", 40))},
        {"an endless word",
         text(longWord + "\n\n**" + longWord + "** `" + longWord + "`\n\n[" + longWord + "](https://docs.example/"
              + longWord + ")")},
        {"Chinese", text(rows(chinese, 8))},
        {"headings", text("# " + longWord + "\n\n## Two " + chinese + "\n\n### Three\n\n---\n\n> " + longWord)},
        {"lists",
         text("- one " + longWord + "\n  - two\n    - three\n      - four\n        1. five " + chinese
              + "\n\n999999999. many\n\n- [x] done\n- [ ] " + longWord + "\n\nA note[^1].\n\n[^1]: " + longWord)},
        {"a table", text(wideTable)},
        {"code",
         text("```cpp src/a/file/with/a/long/path/that/goes/on/and/on/and/on/and/on/and/on/main.cpp\n"
              "int value = f(\""
              + longWord + "\");\n```\n\n```\nplain\n```")},
        {"a difference",
         text("```diff\n--- a/src/" + longWord + "\n+++ b/src/x.cpp\n@@ -1,2 +1,2 @@\n same\n-old " + longWord
              + "\n+new\n```")},
        {"a formula", text("$$" + rows("x_1 + \\frac{a}{b} + ", 40) + "1$$ and $" + rows("y + ", 60) + "1$")},
        {"a diagram", text("```mermaid\ngraph LR\n" + rows("A-->B\n", 2) + "```")},
        {"pictures",
         said({medium(MediaKind::Image, "image/png", 2'400, 300), medium(MediaKind::Image, "image/png", 60, 3'000),
               medium(MediaKind::Image, "image/png", 0, 0)})},
        {"a picture from elsewhere", text("![" + longWord + "](https://pictures.example/" + longWord + ".png)")},
        {"a sound", said({medium(MediaKind::Audio, "audio/wav", 0, 0)})},
        {"a film", said({medium(MediaKind::Video, "video/webm", 1'920, 1'080)})},
        {"a file", said({medium(MediaKind::File, "application/pdf", 0, 0)})},
        {"thinking", said({ThinkingBlock{longWord + " " + chinese, {}}, TextBlock{"So."}})},
        {"tools", tools(false)},
        {"a failed tool", tools(true)},
        {"a value",
         said({UnknownBlock{JsonValue(json{{longWord, longWord}, {"list", {1, 2, {{"deep", longWord}}}}})}})},
        {"an unknown event", UnknownEvent{"a_kind_" + longWord, 7, JsonValue(json{{"x", longWord}})}},
        {"to many", addressed()},
        {"privately", privately()},
        {"a long name",
         said({TextBlock{"Hello."}},
              "A sender whose name has more letters than any line of a narrow window has room for, and then some")},
        {"options", question(false)},
        {"a form", question(true)},
        {"a round", RoundStarted{12, 3}},
        {"a notice", RunStateChanged{RunState::Stopped, "Since " + longWord, {}}},
        {"a failure", RoleActivityChanged{RoleName("Alice"), RoleActivity::Failed, longWord, false, false}},
        {"public", PublicChatSet{true}},
        {"Arabic", text("مرحبا بكم في هذا الاجتماع\n\n- أولا\n- ثانيا " + longWord)},
    };
    return all;
}

/// What of a row is beyond the window or cut off: in words, by its element. What scrolls by itself may be wider, and
/// what ends in dots says all of it elsewhere.
const QString findCut = QStringLiteral(R"js(window.cutIn = (ordinal) => {
    const entry = document.querySelector(`[data-ordinal="${ordinal}"]`);
    const edge = document.querySelector('.scroller').getBoundingClientRect();
    const found = [];
    const say = (what, element) => found.push(`${what} ${element.tagName}.${element.className} "${element.textContent.slice(0, 30)}"`);
    const chain = (element) => { const all = []; for (let at = element; at && at !== entry.parentElement; at = at.parentElement) all.push(at); return all; };
    const hasOwnScroll = (element) => chain(element.parentElement).some((at) => /auto|scroll/.test(getComputedStyle(at).overflowX));
    const isTold = (element) => getComputedStyle(element).textOverflow === 'ellipsis'
        && chain(element).some((at) => at.title || at.ariaLabel || at.querySelector('[title]') || at.ariaExpanded !== null);
    for (const element of entry.querySelectorAll('*')) {
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || style.visibility === 'hidden' || style.display === 'inline') continue;
        if (element.closest('[hidden], .katex-mathml, .katex, svg, .vh')) continue;
        if (!hasOwnScroll(element) && (box.left < edge.left - 1 || box.right > edge.right + 1)) say('outside', element);
        if (/hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1 && !isTold(element)) say('cut across', element);
        if (/hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 2) say('cut down', element);
    }
    const walker = document.createTreeWalker(entry, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (parent.closest('[hidden], .katex-mathml, svg') || hasOwnScroll(parent) || hasOwnScroll(walker.currentNode)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        for (const box of range.getClientRects())
            if (box.width > 1 && (box.left < edge.left - 1 || box.right > edge.right + 1) && !chain(parent).some(isTold)) { say('text outside', parent); break; }
    }
    const scroller = document.querySelector('.scroller');
    if (scroller.scrollWidth > scroller.clientWidth) found.push('the whole is wider');
    return found.join('\n');
})js");

} // namespace

/// Every kind of content in every width.
class TestTranscriptWidths final : public QObject
{
    Q_OBJECT

private slots:
    void nothing_isCutOff_data();
    void nothing_isCutOff();
};

void TestTranscriptWidths::nothing_isCutOff_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<double>("scale");
    QTest::newRow("700") << 700 << 1.0;
    QTest::newRow("1400") << 1'400 << 1.0;
    QTest::newRow("3000") << 3'000 << 1.0;
    QTest::newRow("700, large letters") << 700 << 2.0;
    QTest::newRow("700, small letters") << 700 << 0.8;
}

void TestTranscriptWidths::nothing_isCutOff()
{
    QFETCH(const int, width);
    QFETCH(const double, scale);
    const auto total = static_cast<std::int64_t>(kinds().size());
    auto library = std::make_shared<FakeLibrary>(
        total, [](std::int64_t ordinal) { return rowOf(ordinal, kinds()[static_cast<std::size_t>(ordinal)].body); });
    library->setAttachment(pictureHash, test::png({600, 400}, Qt::darkGreen).toStdString());
    PageFixture page(library);
    page.view.resize(width, 900);
    page.theme.setTextScale(scale);
    QVERIFY(page.open(total, Anchor{{0}, Align::Start}));
    QVERIFY(page.waitUntil(QStringLiteral("Math.abs(innerWidth - %1) < 60").arg(width)));
    page.eval(findCut);
    QStringList found;
    for (std::int64_t row = 0; row < total; ++row) {
        page.view.page().scrollTo({{row}, Align::Start}, false);
        QVERIFY(page.waitUntil(QStringLiteral("document.querySelector('[data-ordinal=\"%1\"]') &&"
                                              " !document.querySelector('[data-ordinal=\"%1\"] .waiting')")
                                   .arg(row)));
        const QString cut = page.eval(QStringLiteral("cutIn(%1)").arg(row)).toString();
        if (!cut.isEmpty())
            found.append(QLatin1String(kinds()[static_cast<std::size_t>(row)].name) + QStringLiteral(": ") + cut);
    }
    for (const QString& one : found)
        qWarning("%s", qPrintable(one)); // of a message with the failure only the beginning is told
    QVERIFY(found.isEmpty());
}

} // namespace tst_transcript_widths

QUARTERDECK_PAGE_TEST(tst_transcript_widths, TestTranscriptWidths)
#include "tst_transcript_widths.moc"
