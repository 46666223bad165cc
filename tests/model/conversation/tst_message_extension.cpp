#include "model/conversation/message_extension.h"
#include "tests/support/test.h"

#include "model/conversation/channel.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/state/state.h"

#include <QFloat16>
#include <QTest>
#include <algorithm>

namespace tst_message_extension {

using namespace quarterdeck::conversation;

namespace {

ContentBlock text(std::string what) { return TextBlock{std::move(what)}; }
ContentBlock thought(std::string what) { return ThinkingBlock{std::move(what), {}}; }

Message message(std::vector<ContentBlock> content, JsonValue metadata = {})
{
    Message made;
    made.content = std::move(content);
    made.metadata = std::move(metadata);
    return made;
}

} // namespace

/// A message that its program sends again and again, longer each time.
class TestMessageExtension final : public QObject
{
    Q_OBJECT
private slots:
    void growsAsItWasSaid_data();
    void growsAsItWasSaid();
    void continuesFromTheBeginningOfAWord_data();
    void continuesFromTheBeginningOfAWord();
    void everyPairStandsInAPiece();
    void aStreamCostsItsText();
    void takesAnyLog();
    void rowsShowWhatBecameOfThem();
};

void TestMessageExtension::growsAsItWasSaid_data()
{
    using Blocks = std::vector<ContentBlock>;
    QTest::addColumn<Blocks>("before");
    QTest::addColumn<Blocks>("after");
    QTest::newRow("a text goes on") << Blocks{text("chunk 0 ")} << Blocks{text("chunk 0 chunk 1 ")};
    QTest::newRow("within a word") << Blocks{text("one tw")} << Blocks{text("one two three")};
    QTest::newRow("another block") << Blocks{thought("hm")} << Blocks{thought("hm"), text("so")};
    QTest::newRow("two go on") << Blocks{thought("hm"), text("I look ")} << Blocks{thought("hmhm"), text("I look on ")};
    QTest::newRow("changed at its beginning") << Blocks{text("abc")} << Blocks{text("xbc")};
    QTest::newRow("shorter text") << Blocks{text("one two")} << Blocks{text("one")};
    QTest::newRow("fewer blocks") << Blocks{text("one"), text("two")} << Blocks{text("one")};
    QTest::newRow("emptied") << Blocks{text("one")} << Blocks{};
    QTest::newRow("from nothing") << Blocks{} << Blocks{text("one")};
    QTest::newRow("of another kind") << Blocks{text("same")} << Blocks{thought("same")};
    QTest::newRow("Chinese") << Blocks{text("你")} << Blocks{text("你好")};
    QTest::newRow("a tool's arguments") << Blocks{ToolUseBlock{"1", "f", {}, "{"}}
                                        << Blocks{ToolUseBlock{"1", "f", {}, "{}"}};
}

void TestMessageExtension::growsAsItWasSaid()
{
    QFETCH(std::vector<ContentBlock>, before);
    QFETCH(std::vector<ContentBlock>, after);
    Message grown = message(after, JsonValue(nlohmann::json{{"a", 1}}));
    grown.sendTo = {Address("Tools")};
    Message changed = message(before);
    const MessageExtended growth = extensionOf(changed, grown, EventSeq{7});
    QVERIFY(!isEmpty(growth));
    QCOMPARE(growth.target.value, std::int64_t(7));
    // What a log brings back says the same.
    const auto read = eventFromPayload("message_grown", eventVersion, eventPayload(growth));
    QVERIFY(read.has_value());
    QVERIFY(std::get<MessageExtended>(*read) == growth);
    applyExtension(changed, growth);
    QVERIFY(changed == grown);
    QVERIFY(isEmpty(extensionOf(grown, grown, EventSeq{7})));
}

void TestMessageExtension::continuesFromTheBeginningOfAWord_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("keptBytes");
    QTest::addColumn<QString>("added");
    const QString longWord(70, u'x');
    const auto row = [](const char* name, const QString& before, const QString& after, int keptBytes,
                        const QString& added) { QTest::newRow(name) << before << after << keptBytes << added; };
    row("within a word", "one tw", "one two three", 4, "two three");
    row("within the first word", "zeb", "zebra crossing", 0, "zebra crossing");
    row("behind a word", "one two", "one two three", 4, "two three");
    row("behind a space", "one two ", "one two three", 8, "three");
    row("within a word without an end", longWord, longWord + "yz", 6, QString(64, u'x') + "yz");
    row("of another language", QString(30, u'你') + u'好', QString(30, u'你') + u'坏', 27, QString(21, u'你') + u'坏');
    // Of the last character the first byte is the same, and 64 bytes back is within another one.
    row("within a character", QString(30, u'你') + QStringLiteral("a好"), QString(30, u'你') + QStringLiteral("a坏"),
        27, QString(21, u'你') + QStringLiteral("a坏"));
}

void TestMessageExtension::continuesFromTheBeginningOfAWord()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(QString, added);
    const MessageExtended growth =
        extensionOf(message({text(before.toStdString())}), message({text(after.toStdString())}), {});
    QTEST(static_cast<int>(growth.keptBytes), "keptBytes");
    QCOMPARE(QString::fromStdString(std::get<TextBlock>(growth.content.front()).text), added);
}

/// An addition is searched by itself: two characters next to each other are so in one of the pieces.
void TestMessageExtension::everyPairStandsInAPiece()
{
    QString whole;
    for (int i = 0; i < 120; ++i)
        whole += QChar(0x4E00 + i * 7);
    Message now = message({text(whole.left(3).toStdString())});
    QStringList pieces{whole.left(3)};
    for (qsizetype size = 6; size <= whole.size(); size += 3) {
        const Message next = message({text(whole.left(size).toStdString())});
        const MessageExtended growth = extensionOf(now, next, {});
        pieces.append(QString::fromStdString(std::get<TextBlock>(growth.content.front()).text));
        now = next;
    }
    for (qsizetype at = 0; at + 1 < whole.size(); ++at) {
        const QString pair = whole.mid(at, 2);
        QVERIFY2(std::ranges::any_of(pieces, [&](const QString& piece) { return piece.contains(pair); }),
                 qPrintable(QString::number(at)));
    }
}

void TestMessageExtension::aStreamCostsItsText()
{
    Message now = message({text("")});
    std::size_t stored = 0;
    for (int step = 0; step < 500; ++step) {
        Message next = now;
        std::get<TextBlock>(next.content.front()).text += "word" + std::to_string(step) + ' ';
        const MessageExtended growth = extensionOf(now, next, {});
        stored += std::get<TextBlock>(growth.content.front()).text.size();
        applyExtension(now, growth);
        QVERIFY(now == next);
    }
    QCOMPARE(stored, std::get<TextBlock>(now.content.front()).text.size());
}

void TestMessageExtension::takesAnyLog()
{
    for (const std::int64_t number : {INT64_MIN, std::int64_t(-1), std::int64_t(2), INT64_MAX}) {
        MessageExtended growth;
        growth.keptBlocks = number;
        growth.keptBytes = number;
        growth.content = {text("end")};
        Message changed = message({text("one"), text("two")});
        applyExtension(changed, growth);
        QVERIFY(!changed.content.empty());
        QVERIFY(std::get<TextBlock>(changed.content.back()).text.ends_with("end"));
        growth.keptBlocks = 0;
        growth.content = {thought("end")};
        applyExtension(changed, growth);
        QVERIFY(changed.content == growth.content);
    }
}

void TestMessageExtension::rowsShowWhatBecameOfThem()
{
    Event row{{3}, {}, 0, MessagePublished{message({text("one ")}), {}}};
    const MessageExtended growth = extensionOf(message({text("one ")}), message({text("one two")}), row.seq);
    QVERIFY(amendedBy({}, growth) == std::optional(row.seq));
    const Event remark{{5}, {}, 0, Annotated{row.seq, AnnotationKind::Note, "look", "me"}};
    std::vector<Event> amendments{{{4}, {}, 0, growth}, remark};
    applyExtensions(row, amendments);
    QCOMPARE(textOf(std::get<MessagePublished>(row.body).message), std::string("one two"));
    QVERIFY(amendments == std::vector{remark});
}

} // namespace tst_message_extension

QUARTERDECK_TEST(tst_message_extension, TestMessageExtension)
#include "tst_message_extension.moc"
