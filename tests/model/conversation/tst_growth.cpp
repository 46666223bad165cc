#include "conversation/growth.h"

#include "conversation/channel.h"
#include "conversation/event_json.h"
#include "conversation/state.h"

#include <QtTest>

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
class TestGrowth final : public QObject
{
    Q_OBJECT
private slots:
    void growsAsItWasSaid_data();
    void growsAsItWasSaid();
    void continuesFromTheBeginningOfAWord();
    void neverCutsACharacter();
    void aStreamCostsItsText();
    void takesAnyLog();
    void rowsShowWhatBecameOfThem();
};

void TestGrowth::growsAsItWasSaid_data()
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

void TestGrowth::growsAsItWasSaid()
{
    QFETCH(std::vector<ContentBlock>, before);
    QFETCH(std::vector<ContentBlock>, after);
    Message grown = message(after, JsonValue(nlohmann::json{{"a", 1}}));
    grown.sendTo = {Address("Tools")};
    Message changed = message(before);
    const MessageGrown growth = growthOf(changed, grown, EventSeq{7});
    QVERIFY(!isEmpty(growth));
    QCOMPARE(growth.target.value, std::int64_t(7));
    // What a log brings back says the same.
    const auto read = eventFromPayload("message_grown", eventVersion, eventPayload(growth));
    QVERIFY(read.has_value());
    QVERIFY(std::get<MessageGrown>(*read) == growth);
    grow(changed, growth);
    QVERIFY(changed == grown);
    QVERIFY(isEmpty(growthOf(grown, grown, EventSeq{7})));
}

void TestGrowth::continuesFromTheBeginningOfAWord()
{
    const MessageGrown growth = growthOf(message({text("one tw")}), message({text("one two three")}), {});
    QCOMPARE(growth.keptBytes, std::int64_t(4));
    QCOMPARE(std::get<TextBlock>(growth.content.front()).text, std::string("two three"));
}

void TestGrowth::neverCutsACharacter()
{
    // The two share the first two of the three bytes of their last character.
    const MessageGrown growth = growthOf(message({text("你好")}), message({text("你妼")}), {});
    QCOMPARE(growth.keptBytes, std::int64_t(3));
    QCOMPARE(std::get<TextBlock>(growth.content.front()).text, std::string("妼"));
}

void TestGrowth::aStreamCostsItsText()
{
    Message now = message({text("")});
    std::size_t stored = 0;
    for (int step = 0; step < 500; ++step) {
        Message next = now;
        std::get<TextBlock>(next.content.front()).text += "word" + std::to_string(step) + ' ';
        const MessageGrown growth = growthOf(now, next, {});
        stored += std::get<TextBlock>(growth.content.front()).text.size();
        grow(now, growth);
        QVERIFY(now == next);
    }
    QCOMPARE(stored, std::get<TextBlock>(now.content.front()).text.size());
}

void TestGrowth::takesAnyLog()
{
    for (const std::int64_t number : {INT64_MIN, std::int64_t(-1), std::int64_t(2), INT64_MAX}) {
        MessageGrown growth;
        growth.keptBlocks = number;
        growth.keptBytes = number;
        growth.content = {text("end")};
        Message changed = message({text("one"), text("two")});
        grow(changed, growth);
        QVERIFY(!changed.content.empty());
        QVERIFY(std::get<TextBlock>(changed.content.back()).text.ends_with("end"));
        growth.keptBlocks = 0;
        growth.content = {thought("end")};
        grow(changed, growth);
        QVERIFY(changed.content == growth.content);
    }
}

void TestGrowth::rowsShowWhatBecameOfThem()
{
    Event row{{3}, {}, 0, MessagePublished{message({text("one ")}), {}}};
    const MessageGrown growth = growthOf(message({text("one ")}), message({text("one two")}), row.seq);
    QVERIFY(amendedBy({}, growth) == std::optional(row.seq));
    const Event remark{{5}, {}, 0, Annotated{row.seq, AnnotationKind::Note, "look", "me"}};
    std::vector<Event> amendments{{{4}, {}, 0, growth}, remark};
    settleGrowth(row, amendments);
    QCOMPARE(textOf(std::get<MessagePublished>(row.body).message), std::string("one two"));
    QVERIFY(amendments == std::vector{remark});
}

QTEST_GUILESS_MAIN(TestGrowth)
#include "tst_growth.moc"
