#include "model/formats/export/markdown_writer.h"
#include "tests/support/test.h"

#include <QDateTime>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_markdown_row {

using namespace quarterdeck::conversation;
using quarterdeck::formats::markdownRow;

namespace {

const std::int64_t nine = QDateTime({2026, 3, 1}, {9, 0}).toMSecsSinceEpoch();

ConversationState team()
{
    ConversationState state;
    const auto apply = [&state](EventBody body) {
        state.apply({{state.lastSeq().value + 1}, {nine}, 0, std::move(body)});
    };
    apply(SessionStarted{});
    for (const char* name : {"Alice", "B_ob"}) {
        Role role;
        role.name = RoleName(name);
        role.addresses = {Address(name)};
        apply(RoleHired{role});
    }
    return state;
}

QString row(EventBody body, const std::vector<Event>& amendments = {})
{
    return markdownRow(team(), {{9}, {nine}, 0, std::move(body)}, amendments);
}

MessagePublished says(std::vector<ContentBlock> content)
{
    MessagePublished published;
    published.message.sentFrom = Address("B_ob");
    published.message.sendTo = {Address("Alice")};
    published.message.content = std::move(content);
    return published;
}

} // namespace

/// Rows that are copied or exported.
class TestMarkdownRow final : public QObject
{
    Q_OBJECT

private slots:
    static void message_standsUnderWhoSaidItWhen();
    static void privateMessage_isMarked();
    static void fence_holdsWhatIsInIt();
    static void text_doesNotReachBeyondItsRow_data();
    static void text_doesNotReachBeyondItsRow();
    static void toolsPieces_areDrawn_data();
    static void toolsPieces_areDrawn();
    static void tokensAndCost_standBesideTheTime();
    static void attachment_isLinkedWhereItIs();
    static void question_hasItsOptionsAndItsEnd();
    static void question_hasItsReasonAndWhatItSaysOfItsOptions();
    static void question_hasItsFormAndItsDeadline();
    static void note_isInItalics();
};

void TestMarkdownRow::message_standsUnderWhoSaidItWhen()
{
    QCOMPARE(row(says(textBlocks("# A *plan*\n\n- one"))),
             QStringLiteral("**B\\_ob → Alice** · 2026-03-01 09:00:00\n\n# A *plan*\n\n- one\n"));
}

void TestMarkdownRow::privateMessage_isMarked()
{
    MessagePublished published = says(textBlocks("psst"));
    published.route.isPrivate = true;
    published.route.directChatRoles = {RoleName("Alice")};
    QCOMPARE(row(published), QStringLiteral("**B\\_ob → Alice** · private · 2026-03-01 09:00:00\n\npsst\n"));
}

void TestMarkdownRow::fence_holdsWhatIsInIt()
{
    ToolResultBlock result;
    result.name = "cat";
    result.output = "```sh\nls\n```";
    const QString text = row(says({ThinkingBlock{"first\nsecond", {}}, result}));
    QVERIFY2(text.endsWith(QStringLiteral("\n\n> first\n> second\n\nResult of cat\n\n````\n```sh\nls\n```\n````\n")),
             qPrintable(text));
    // Thoughts that a server keeps to itself do not appear.
    QVERIFY(row(says({ThinkingBlock{"", "signed"}, TextBlock{"a"}})).endsWith(QStringLiteral("09:00:00\n\na\n")));
    ToolUseBlock use;
    use.name = "read [x](y)";
    use.input = JsonValue(nlohmann::json{{"path", "a"}});
    QVERIFY(row(says({use}))
                .endsWith(QStringLiteral("\n\nCalls read \\[x\\]\\(y\\)\n\n```json\n{\n  \"path\": \"a\"\n}\n```\n")));
}

void TestMarkdownRow::text_doesNotReachBeyondItsRow_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* name, const char* text, const char* written) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(written);
    };
    row("whole fence", "```\na\n```", "```\na\n```");
    row("open fence", "a\n````py\n```\nb", "a\n````py\n```\nb\n````");
    row("open tildes", "~~~ x\n```", "~~~ x\n```\n~~~");
    row("code in a line", "```a``` b", "```a``` b");
    row("comment", "a\n<!-- b", "a\n\\<!-- b");
    row("script", "  <SCRIPT src=x>", "  \\<SCRIPT src=x>");
    row("quoted style", "> <style>", "> \\<style>");
    row("instruction", "<?php", "\\<?php");
    row("code about it", "```\n<!-- b -->\n```", "```\n<!-- b -->\n```");
    row("no such tag", "<scripted> 1 < 2", "<scripted> 1 < 2");
}

void TestMarkdownRow::text_doesNotReachBeyondItsRow()
{
    QFETCH(QString, text);
    const QString written = row(says(textBlocks(text.toStdString())));
    QTEST(written.section(QStringLiteral("\n\n"), 1).chopped(1), "written");
}

void TestMarkdownRow::toolsPieces_areDrawn_data()
{
    QTest::addColumn<QByteArray>("blocks");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* name, const char* blocks, const char* written) {
        QTest::newRow(name) << QByteArray(blocks) << QString::fromUtf8(written);
    };
    row("Anthropic's",
        R"([{"type": "text", "text": "a"}, {"type": "image", "source":)"
        R"( {"type": "base64", "media_type": "image/png", "data": "MTIz"}}])",
        "```\na\n```\n\n![image/png](<data:image/png;base64,MTIz>)");
    row("an address", R"([{"type": "image", "source": {"type": "url", "url": "https://x/y>.png"}}])",
        "![https://x/y\\>.png](<https://x/y%3E.png>)");
    row("OpenAI's", R"([{"type": "image_url", "image_url": {"url": "data:image/png;base64,MTIz"}}])",
        "![image/png](<data:image/png;base64,MTIz>)");
    row("Codex's", R"([{"type": "input_image", "image_url": "data:image/png;base64,MTIz"}])",
        "![image/png](<data:image/png;base64,MTIz>)");
    row("MCP's", R"([{"type": "image", "data": "MTIz", "mimeType": "image/png"}])",
        "![image/png](<data:image/png;base64,MTIz>)");
    row("a sound", R"([{"type": "audio", "data": "MTIz", "mimeType": "audio/wav"}])",
        "[audio/wav](<data:audio/wav;base64,MTIz>)");
    row("another", R"([{"type": "x"}])", "```json\n{\n  \"type\": \"x\"\n}\n```");
    row("no list", R"({"a": 1})", "```\nall\n```\n\n```json\n{\n  \"a\": 1\n}\n```");
}

void TestMarkdownRow::toolsPieces_areDrawn()
{
    QFETCH(QByteArray, blocks);
    ToolResultBlock result{"c", "look", "all", JsonValue(nlohmann::json::parse(blocks.toStdString())), false};
    QTEST(row(says({result})).section(QStringLiteral("\n\n"), 2).chopped(1), "written");
}

void TestMarkdownRow::tokensAndCost_standBesideTheTime()
{
    MessagePublished published = says(textBlocks("a"));
    Usage usage;
    usage.promptTokens = 100;
    usage.completionTokens = 20;
    published.message.usage = usage;
    QCOMPARE(row(published).section(QLatin1Char('\n'), 0, 0),
             QStringLiteral("**B\\_ob → Alice** · 2026-03-01 09:00:00 · 120 token(s)"));
    published.message.usage->cost = 0.0042;
    QVERIFY(row(published).contains(QStringLiteral(" · 120 token(s) · $0.0042\n")));
}

void TestMarkdownRow::attachment_isLinkedWhereItIs()
{
    MediaBlock image{MediaKind::Image, {AttachmentHash("ab12"), {}, "image/png", "a.png", 0, 0, 0}};
    const Event event{{9}, {nine}, 0, says({image})};
    QVERIFY(markdownRow(team(), event, {}).endsWith(QStringLiteral("\n\n![a.png](<attachment:ab12>)\n")));
    QVERIFY(markdownRow(team(), event, {}, QStringLiteral("my >log.attachments"))
                .endsWith(QStringLiteral("\n\n![a.png](<my%20%3Elog.attachments/ab12>)\n")));
    image.source = {{}, "https://example.org/a> [b](c", "image/png", "a.png", 0, 0, 0};
    QVERIFY(row(says({image})).endsWith(QStringLiteral("![a.png](<https://example.org/a%3E [b](c>)\n")));
}

void TestMarkdownRow::question_hasItsOptionsAndItsEnd()
{
    QuestionAsked asked;
    asked.question.id = QuestionId("q");
    asked.question.asker = RoleName("Alice");
    asked.question.text = "Which?";
    asked.question.options = {{"4×4", {}}, {"5×5", {}}};
    QuestionEnded ended{QuestionId("q"), {}};
    ended.end.content = textBlocks("4×4");
    QCOMPARE(row(asked, {{{10}, {nine}, 0, ended}}),
             QStringLiteral("**Alice → you** · 2026-03-01 09:00:00\n\nWhich?\n\n- 4×4\n- 5×5\n\n"
                            "**You → Alice**\n\n4×4\n"));
    ended.end.content = {MediaBlock{MediaKind::Image, {AttachmentHash("ab12"), {}, "image/png", "a.png", 0, 0, 0}}};
    QVERIFY(row(asked, {{{10}, {nine}, 0, ended}})
                .endsWith(QStringLiteral("**You → Alice**\n\n![a.png](<attachment:ab12>)\n")));
    ended.end.option = "5×5";
    QVERIFY(row(asked, {{{10}, {nine}, 0, ended}})
                .endsWith(QStringLiteral("**You → Alice**\n\n5×5\n\n![a.png](<attachment:ab12>)\n")));
    ended.end = {};
    ended.end.kind = QuestionEndKind::Declined;
    QVERIFY(
        row(asked, {{{10}, {nine}, 0, ended}}).endsWith(QStringLiteral("**You → Alice**\n\n(declines to answer)\n")));
    ended.end.kind = QuestionEndKind::TimedOut;
    QVERIFY(
        row(asked, {{{10}, {nine}, 0, ended}}).endsWith(QStringLiteral("\n\n*The question from Alice timed out.*\n")));
}

void TestMarkdownRow::question_hasItsReasonAndWhatItSaysOfItsOptions()
{
    QuestionAsked asked;
    asked.question.asker = RoleName("Alice");
    asked.question.text = "Which?";
    asked.question.reason = "The board\n```\nis drawn";
    asked.question.options = {{"4×4", "as [before](x)\n# now"}, {"5×5", {}}};
    asked.question.defaultOption = "5×5";
    QCOMPARE(row(asked),
             QStringLiteral("**Alice → you** · 2026-03-01 09:00:00\n\nWhich?\n\nThe board\n```\nis drawn\n```\n\n"
                            "- 4×4 — as \\[before\\]\\(x\\) \\# now\n- 5×5 (default)\n"));
}

void TestMarkdownRow::question_hasItsFormAndItsDeadline()
{
    QuestionAsked asked;
    asked.question.asker = RoleName("Alice");
    asked.question.text = "Which?";
    asked.question.schema = JsonValue(nlohmann::json::parse(R"({"type": "object", "required": ["size"],
        "properties": {"size": {"type": "integer", "title": "Size", "description": "of <it>", "default": 5},
            "tone": {"enum": ["calm", "loud"]},
            "place": {"properties": {"tags": {"type": "array", "items": {"type": "string"}}}}}})"));
    asked.question.deadline = Timestamp{nine};
    QVERIFY2(row(asked).endsWith(QStringLiteral(
                 "\n\nWhich?\n\n- place.tags — list, text\n- Size \\(size\\) — whole number; required; default: 5 — of "
                 "\\<it\\>\n- tone — calm, loud\n\n*The answer was due by 2026-03-01 09:00:00.*\n")),
             qPrintable(row(asked)));
    asked.question.schema = JsonValue(nlohmann::json{{"type", "string"}, {"title", "Name"}});
    asked.question.isDeadlinePaused = true;
    QVERIFY2(row(asked).contains(QStringLiteral("- Name — text\n")) && row(asked).contains(QStringLiteral("paused")),
             qPrintable(row(asked)));
}

void TestMarkdownRow::note_isInItalics()
{
    RoundStarted round;
    round.number = 2;
    QCOMPARE(row(round), QStringLiteral("*Round 2*\n"));
}

} // namespace tst_markdown_row

QUARTERDECK_TEST(tst_markdown_row, TestMarkdownRow)
#include "tst_markdown_row.moc"
