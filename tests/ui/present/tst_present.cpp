#include "disguised.h"
#include "tests/support/widgets_test.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_present {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::RoleName;
using test::Disguised;
using test::hidden;

/// Names, messages and traces in a person's words.
class TestPresent final : public QObject
{
    Q_OBJECT

private slots:
    void hiddenCharacters_areSeenInNames();
    void hiddenCharacters_areSeenInTitles();
    void names_areGoneByAsTheyAre();
    void proposedChange_isToldFromItsWords();
    void question_isReadInOneGo();
    void trace_isThatOfTheMessage_data();
    void trace_isThatOfTheMessage();
    void longTrace_isCut();
    void estimatedTokens_areSaidToBe();
    void excerpt_isReadWithoutMarks_data();
    void excerpt_isReadWithoutMarks();
    void publicDirectMessage_isHeardByTheOthers();
    void namesLength_knowsNamesWithBlanks_data();
    void namesLength_knowsNamesWithBlanks();
};

namespace {

std::vector<conversation::Span> twoTraces()
{
    const auto span = [](const char* trace, const char* id, const char* parent, std::int64_t startMs,
                         std::int64_t durationMs) {
        conversation::Span one;
        one.trace = trace;
        one.id = id;
        one.parent = parent;
        one.name = std::string(trace) + id;
        one.startUs = startMs * 1'000;
        one.durationUs = durationMs * 1'000;
        return one;
    };
    std::vector<conversation::Span> spans{span("long", "1", "", 1'000, 90'000), span("short", "1", "", 2'000, 1'500),
                                          span("short", "2", "1", 2'000, 20)};
    spans.back().usage.promptTokens = 5;
    spans.back().error = "down";
    return spans;
}

} // namespace

void TestPresent::hiddenCharacters_areSeenInNames()
{
    Disguised d;
    const RoleName role(d.name.toStdString());
    QCOMPARE(wording::text(role), d.shown);
    QCOMPARE(d.members[0].name, d.shown);
    QCOMPARE(d.members[0].profile, QStringLiteral("Arch[RLO]itect"));
    QCOMPARE(present::composerMembers(d.members)[0].name, d.shown);
    const ComposerPreview sent = present::composerPreview(d.state, d.members, u'@' + d.name + QStringLiteral(" x"),
                                                          conversation::Audience::ByDefault);
    QCOMPARE(sent.recipients.at(0).text, d.shown);
    QVERIFY2(!sent.sentence.contains(u'\u202E'), qPrintable(sent.sentence));
    const view::ChannelTabs tabs = present::channels(d.state, {role});
    QCOMPARE(tabs.back().name, d.shown);
    QCOMPARE(tabs.back().id, QString::fromStdString(conversation::channel::inboxOf(role).str()));
    const auto chat = conversation::channel::privateWith(role);
    QCOMPARE(present::channels(d.state, {}, chat).back().id, QString::fromStdString(chat.str())); // nothing is in it
    session::SessionSummary summary;
    summary.runState = conversation::RunState::Running;
    summary.activityLine = d.name.toStdString() + "\tacting";
    QVERIFY(present::sessionRows({summary})[0].detail.contains(d.shown));
}

void TestPresent::hiddenCharacters_areSeenInTitles()
{
    const Disguised d;
    session::SessionSummary summary;
    summary.title = d.state.title();
    QCOMPARE(present::sessionRows({summary})[0].title, QStringLiteral("gpj[RLO].exe"));
    conversation::MessagePublished published;
    published.message.name = d.name.toStdString();
    const InspectorState view = present::inspector({{3}, {2000}, 0, published}, d.state, d.members, false);
    QVERIFY2(view.title.startsWith(d.shown), qPrintable(view.title));
}

/// What is typed and asked for is the name itself, not what is shown for it.
void TestPresent::names_areGoneByAsTheyAre()
{
    const Disguised d;
    QCOMPARE(present::composerMembers(d.members)[0].address, d.name);
    const auto rows = present::completions(d.state, d.members, QStringLiteral("bob\u202E"));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].member.address, d.name);
}

void TestPresent::proposedChange_isToldFromItsWords()
{
    const auto card = [](const char* text, const char* schema) {
        Disguised d;
        conversation::Question question;
        question.id = conversation::QuestionId("q");
        question.asker = RoleName("Bob Li");
        question.text = text;
        question.options = {{"Approve", {}}, {"Reject", {}}};
        question.schema = conversation::JsonValue(nlohmann::json::parse(schema));
        d.apply(conversation::QuestionAsked{question});
        return present::needsYou(d.state, d.members, {}, {}, {}, {}).questions.at(0);
    };
    const char* code = R"({"type": "object", "properties": {"text": {"type": "string", "format": "code"}}})";
    const QuestionCardState change = card("Change “f”?\n\n````diff\n-one\n+ ```\n````\n\n3 more lines", code);
    QCOMPARE(change.text, QStringLiteral("Change “f”?"));
    QCOMPARE(change.diff, QStringLiteral("-one\n+ ```"));
    QCOMPARE(change.afterDiff, QStringLiteral("3 more lines"));
    QVERIFY(change.isTextForm);
    const QuestionCardState plain =
        card("Say ```diff\n+x\n```", R"({"type": "object", "properties": {"text": {"type": "string"}}})");
    QCOMPARE(plain.text, QStringLiteral("Say ```diff\n+x\n```"));
    QVERIFY(plain.diff.isEmpty() && !plain.isTextForm);
    QVERIFY(!card("Q", "null").isTextForm);
}

void TestPresent::question_isReadInOneGo()
{
    const auto cardOf = [](std::string text, std::size_t options) {
        Disguised d;
        conversation::Question question;
        question.id = conversation::QuestionId("q");
        question.asker = RoleName("Bob Li");
        question.text = std::move(text);
        for (std::size_t i = 0; i < options; ++i)
            question.options.push_back({"choice " + std::to_string(i), {}});
        d.apply(conversation::QuestionAsked{question});
        return present::needsYou(d.state, d.members, {}, {}, {}, {}).questions.at(0);
    };
    const QString openers = QStringLiteral("\n```diff\na").repeated(15'000);
    const QString text = QStringLiteral("Shall I go on?") + openers;
    // So many endless openers that a pattern that looks for the end of each gives up before the last one.
    const QuestionCardState last = cardOf((text + QStringLiteral("\n````diff\n+one\n````\nmore")).toStdString(), 0);
    QCOMPARE(last.diff, QStringLiteral("+one"));
    QCOMPARE(last.afterDiff, QStringLiteral("more"));
    QCOMPARE(last.text, text);
    QCOMPARE(cardOf(text.toStdString(), 0).diff, QString());
    const QuestionCardState endless = cardOf(QStringLiteral("大").repeated(500'000).toStdString(), 1'000);
    QCOMPARE(endless.text, QStringLiteral("大").repeated(200'000 / 3));
    QCOMPARE(endless.options.size(), 100);
    QCOMPARE(endless.optionHints.size(), 100);
    QCOMPARE(endless.moreOptions, 900);
}

void TestPresent::trace_isThatOfTheMessage_data()
{
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<qint64>("time");
    QTest::addColumn<QString>("lines");
    const QString shorter = QStringLiteral("0 short1 1.5 s, 1 short2 20 ms 5 tok down");
    QTest::newRow("it says so") << QByteArray(R"({"otlp": {"trace": "short", "span": "2"}})") << qint64(50'000)
                                << shorter + QStringLiteral(" *");
    QTest::newRow("it names one that is not there")
        << QByteArray(R"({"otlp": {"trace": "?"}})") << qint64(3'000) << QString();
    QTest::newRow("it was said in its course") << QByteArray("null") << qint64(3'000) << shorter;
    QTest::newRow("the shorter one was over") << QByteArray("null") << qint64(4'000) << QStringLiteral("0 long1 1 min");
    QTest::newRow("before all of them") << QByteArray("null") << qint64(500) << QString();
    QTest::newRow("odd") << QByteArray(R"({"otlp": [1]})") << qint64(500) << QString();
}

void TestPresent::trace_isThatOfTheMessage()
{
    QFETCH(QByteArray, origin);
    QFETCH(qint64, time);
    QFETCH(QString, lines);
    conversation::MessagePublished published;
    published.message.metadata = conversation::JsonValue(nlohmann::json::parse(origin.toStdString()));
    InspectorState view;
    present::addTrace(view, twoTraces(), {{3}, {time}, 0, published});
    QStringList shown;
    for (const InspectorState::TraceLine& line : view.trace) {
        QStringList parts{QString::number(line.depth),
                          line.name,
                          line.time,
                          line.tokens,
                          line.error,
                          line.isChosen ? QStringLiteral("*") : QString()};
        parts.removeAll(QString());
        shown.append(parts.join(QLatin1Char(' ')));
    }
    QCOMPARE(shown.join(QStringLiteral(", ")), lines);
}

void TestPresent::longTrace_isCut()
{
    std::vector<conversation::Span> spans;
    for (int i = 0; i < 205; ++i) {
        spans.push_back(twoTraces().front());
        spans.back().id = std::to_string(i);
    }
    InspectorState view;
    present::addTrace(view, spans, {{3}, {3'000}, 0, conversation::MessagePublished()});
    QCOMPARE(view.trace.size(), std::size_t(200));
    QCOMPARE(view.traceLeftOut, 5);
}

void TestPresent::estimatedTokens_areSaidToBe()
{
    Disguised d;
    conversation::MessagePublished published;
    published.message.usage.emplace();
    const auto facts = [&] { return present::inspector({{1}, {1}, 0, published}, d.state, d.members, false).usage; };
    const auto isSaid = [](const InspectorState::Fact& fact) {
        return fact.value.startsWith(QStringLiteral("estimated"));
    };
    QVERIFY(std::ranges::none_of(facts(), isSaid));
    published.message.metadata =
        conversation::JsonValue(nlohmann::json{{"quarterdeck", {{"step", "reply"}, {"estimated", true}}}});
    QVERIFY(std::ranges::any_of(facts(), isSaid));
}

void TestPresent::excerpt_isReadWithoutMarks_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("read");
    const auto row = [](const char* written, const char* read) {
        QTest::newRow(written) << QString::fromUtf8(written) << QString::fromUtf8(read);
    };
    row("plain words", "plain words");
    row("a **[bold]** word", "a [bold] word");
    row("*[slanted]* and ***both***", "[slanted] and both");
    row("the `[board].py` file", "the [board].py file");
    row("## [Heading] ```cpp int x", "[Heading] cpp int x");
    row("~~[gone]~~ ~home", "[gone] ~home");
    row("**加粗**的[字]", "加粗的[字]");
    row("| a | b | |---|:--:| | [c] | d |", "| a | b [c] | d |");
    row("2 * [3] * 4, 2**8, issue #3, C#, __[init]__, a_b", "2 * [3] * 4, 2**8, issue #3, C#, __[init]__, a_b");
    row("**", "**");
}

void TestPresent::excerpt_isReadWithoutMarks()
{
    QFETCH(const QString, written);
    QFETCH(const QString, read);
    session::SearchHit hit;
    const std::string text = written.toStdString();
    for (const char letter : text) {
        if (letter == '[')
            hit.marks.push_back({hit.excerpt.size(), 0});
        else if (letter == ']')
            hit.marks.back().end = hit.excerpt.size();
        else
            hit.excerpt += letter;
    }
    const view::FoundMessage found = present::foundMessage(hit, {});
    QString shown = found.excerpt;
    for (auto mark = found.marks.rbegin(); mark != found.marks.rend(); ++mark) {
        shown.insert(mark->begin + mark->length, u']');
        shown.insert(mark->begin, u'[');
    }
    QCOMPARE(shown, read);
}

void TestPresent::publicDirectMessage_isHeardByTheOthers()
{
    const Disguised d;
    const ComposerPreview view =
        present::composerPreview(d.state, d.members, QStringLiteral("@Bob Li x"), conversation::Audience::ByDefault);
    QCOMPARE(view.lanes, std::vector<int>{d.members[1].lane});
    QCOMPARE(view.hearingLanes, std::vector<int>{d.members[0].lane});
}

void TestPresent::namesLength_knowsNamesWithBlanks_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("names");
    QTest::newRow("none") << QStringLiteral("  do it") << QString();
    QTest::newRow("a blank in it") << QStringLiteral("@Bob Li do it") << QStringLiteral("@Bob Li ");
    QTest::newRow("unknown") << QStringLiteral("@Eve 做吧") << QStringLiteral("@Eve ");
    QTest::newRow("several") << QStringLiteral("@everyone, @Bob Li: 做吧") << QStringLiteral("@everyone, @Bob Li: ");
    QTest::newRow("nothing else") << QStringLiteral("@Bob Li") << QStringLiteral("@Bob Li");
    QTest::newRow("later") << QStringLiteral("ask @Bob Li") << QString();
}

void TestPresent::namesLength_knowsNamesWithBlanks()
{
    QFETCH(QString, typed);
    QFETCH(QString, names);
    const Disguised d;
    QCOMPARE(typed.left(present::namesLength(d.state, typed)), names);
}

} // namespace tst_present

QUARTERDECK_WIDGETS_TEST(tst_present, TestPresent)
#include "tst_present.moc"
