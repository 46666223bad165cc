#include "model/agents/model_agent/rebuilt_prompt.h"
#include "tests/support/widgets_test.h"
#include "ui/present/present.h"

#include <QTest>
#include <algorithm>

namespace tst_present_seen {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using Inclusion = team::PromptEntry::Inclusion;

namespace {

team::PromptEntry entry(std::int64_t seq, Inclusion fate, const char* text)
{
    team::PromptEntry one;
    one.seq = {seq};
    one.who = "Alice";
    one.fate = fate;
    one.text = text;
    one.tokens = fate == Inclusion::Whole ? 12 : 0;
    return one;
}

team::RebuiltPrompt prompt()
{
    team::RebuiltPrompt seen;
    conversation::Message system;
    system.role = "system";
    system.content = conversation::textBlocks("You are Mike.\nYou lead.");
    seen.messages = {system};
    seen.instructions = 210;
    seen.tokens = 700;
    seen.longestPrompt = 2'000;
    return seen;
}

} // namespace

/// The page of the inspector that tells what a model was given.
class TestPresentSeen final : public QObject
{
    Q_OBJECT

private slots:
    void instructions_areTheFirstLine();
    void tools_areCounted();
    void markedMessage_isSaidToBeKept();
    void ofManyEntries_theMarkedOnesAreListed();
};

void TestPresentSeen::instructions_areTheFirstLine()
{
    team::RebuiltPrompt seen = prompt();
    seen.entries = {entry(5, Inclusion::Whole, "Hello")};
    InspectorState view;
    present::addSeen(view, &seen, {});
    QCOMPARE(view.seen.lines.size(), std::size_t(2));
    const InspectorState::SeenLine& line = view.seen.lines.front();
    QCOMPARE(line.seq.value, std::int64_t(0));
    QCOMPARE(line.name, QStringLiteral("Instructions"));
    QCOMPARE(line.text, QStringLiteral("You are Mike. You lead."));
    QCOMPARE(line.fate, QStringLiteral("210 tok"));
    QVERIFY(line.isInPrompt);
    QCOMPARE(view.seen.lines.back().seq.value, std::int64_t(5));
}

void TestPresentSeen::tools_areCounted()
{
    team::RebuiltPrompt seen = prompt();
    const auto tools = [&] {
        InspectorState view;
        present::addSeen(view, &seen, {});
        return view.seen.facts.at(1).value;
    };
    QCOMPARE(tools(), QStringLiteral("none"));
    for (const char* name : {"end", "ask_human"}) {
        seen.tools.emplace_back();
        seen.tools.back().name = name;
    }
    QCOMPARE(tools(), QStringLiteral("2: end, ask_human"));
}

void TestPresentSeen::markedMessage_isSaidToBeKept()
{
    team::RebuiltPrompt seen = prompt();
    seen.entries = {entry(5, Inclusion::Whole, "Old"), entry(6, Inclusion::LeftOut, "Gone"),
                    entry(7, Inclusion::Whole, "New")};
    seen.entries.front().isMarked = true;
    InspectorState view;
    present::addSeen(view, &seen, {});
    QCOMPARE(view.seen.lines.at(1).fate, QStringLiteral("12 tok, kept"));
    QVERIFY(view.seen.lines.at(1).why.contains(QStringLiteral("you marked it")));
    QVERIFY(view.seen.lines.at(1).isInPrompt);
    QCOMPARE(view.seen.lines.at(2).fate, QStringLiteral("no room"));
    QCOMPARE(view.seen.lines.at(3).fate, QStringLiteral("12 tok"));
}

void TestPresentSeen::ofManyEntries_theMarkedOnesAreListed()
{
    team::RebuiltPrompt seen = prompt();
    seen.older = 30;
    for (std::int64_t i = 1; i <= 250; ++i)
        seen.entries.push_back(entry(i, Inclusion::Whole, "Word"));
    seen.entries.at(3).isMarked = true;
    InspectorState view;
    present::addSeen(view, &seen, {});
    QCOMPARE(view.seen.lines.size(), std::size_t(1 + 1 + 200));
    QCOMPARE(view.seen.lines.at(1).seq.value, std::int64_t(4));
    QCOMPARE(view.seen.lines.at(2).seq.value, std::int64_t(51));
    QVERIFY2(view.seen.before.startsWith(QStringLiteral("79 ")), qPrintable(view.seen.before));
}

} // namespace tst_present_seen

QUARTERDECK_WIDGETS_TEST(tst_present_seen, TestPresentSeen)
#include "tst_present_seen.moc"
