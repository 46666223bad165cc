#include "desk.h"
#include "model/agents/definition/team_definition.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/inspector_controller.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QWidget>
#include <nlohmann/json.hpp>

namespace tst_inspector_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

namespace {

RecordMessage ofTrace(const std::string& trace)
{
    RecordMessage message;
    message.message.sentFrom = Address("Alice");
    message.message.metadata = JsonValue(nlohmann::json{{"otlp", {{"trace", trace}, {"span", "call"}}}});
    return message;
}

RecordSpans told(const std::string& trace, const std::string& id)
{
    Span span;
    span.trace = trace;
    span.id = id;
    span.name = id + " of " + trace;
    return {{span}};
}

/// A session of Alice, who leads herself, and two messages of hers on a model.
session::Session* modelTeam(test::SessionKit& kit)
{
    team::TeamDefinition team;
    team.name = "Solo";
    team.roles.push_back({});
    team.roles.front().name = RoleName("Alice");
    session::Session* made = nullptr;
    kit.hub->create(team::sessionOf(team, "Solo", "Go"), team::membersOf(team),
                    [&](const session::Result<session::Session*>& created) { made = created.value_or(nullptr); });
    if (!waitFor([&] { return made != nullptr; }))
        qFatal("no session");
    for (const char* text : {"one & all", "two"}) {
        const std::int64_t place = made->state()->role(RoleName("Alice"))->delivered;
        RecordStep step;
        step.role = RoleName("Alice");
        step.message.content = textBlocks(text);
        step.message.metadata = JsonValue(
            nlohmann::json{{"quarterdeck", {{"step", "reply"}, {"saw", {{"from", 0}, {"to", place}, {"tokens", 9}}}}}});
        kit.submit(made, step);
    }
    return made;
}

QStringList seenIn(const ui::InspectorPanel& panel)
{
    QStringList lines;
    for (const QWidget* line : panel.findChildren<QWidget*>(QStringLiteral("inspectorSeen")))
        lines.append(line->accessibleName());
    return lines;
}

QStringList steps(const ui::InspectorPanel& panel)
{
    QStringList names;
    for (const QWidget* line : panel.findChildren<QWidget*>(QStringLiteral("inspectorStep")))
        names.append(line->accessibleName().section(QLatin1Char(','), 0, 0));
    return names;
}

} // namespace

/// The inspector shows the message as of what the window shows.
class TestInspectorController final : public QObject
{
    Q_OBJECT

private slots:
    void chosen_isCleared_whenTheClockStandsBeforeIt();
    void chosen_isSaidAnewInAReplay();
    void trace_isThatAroundTheChosen();
    void trace_growsAsItIsTold();
    void prompt_isThatOfTheChosenStep();
    void prompt_isReadWhenItIsLookedAt();
    void prompt_isNobodysElse();
    void raw_isShownInTheChosenFormat_data();
    void raw_isShownInTheChosenFormat();
};

void TestInspectorController::chosen_isCleared_whenTheClockStandsBeforeIt()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "early"));
    const EventSeq early = session->state()->lastSeq();
    desk.kit.submit(session, test::said("Alice", "late"));
    const EventSeq late = session->state()->lastSeq();
    QVERIFY(desk.show(session->id()));
    inspector.choose(late);
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    QVERIFY(desk.replayAt(late));
    QCOMPARE(inspector.chosen(), std::optional(late));
    desk.viewed.replay()->seek(early);
    QVERIFY(waitFor([&] { return !inspector.chosen(); }));
    QVERIFY(!panel.textToCopy().contains(QStringLiteral("Alice")));
}

void TestInspectorController::chosen_isSaidAnewInAReplay()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "early"));
    const EventSeq early = session->state()->lastSeq();
    QVERIFY(desk.show(session->id()));
    inspector.choose(early);
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    const QString live = panel.textToCopy();
    QVERIFY(desk.replayAt(early));
    QVERIFY(waitFor([&] { return panel.textToCopy() != live; })); // with the facts of that moment
    desk.viewed.endReplay();
    QVERIFY(waitFor([&] { return panel.textToCopy() == live; }));
}

void TestInspectorController::raw_isShownInTheChosenFormat_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("expected");
    QTest::newRow("ours") << QStringLiteral("Quarterdeck") << QStringLiteral("\"type\": \"text\"");
    QTest::newRow("MetaGPT") << QStringLiteral("MetaGPT") << QStringLiteral("\"instruct_content\": null");
    QTest::newRow("AgentScope") << QStringLiteral("AgentScope") << QStringLiteral("\"name\": \"class.Alice\"");
    QTest::newRow("OpenAI") << QStringLiteral("OpenAI") << QStringLiteral("\"content\": \"early\"");
    QTest::newRow("Anthropic") << QStringLiteral("Anthropic") << QStringLiteral("\"role\": \"assistant\"");
}

void TestInspectorController::raw_isShownInTheChosenFormat()
{
    QFETCH(const QString, format);
    QFETCH(const QString, expected);
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "early"));
    QVERIFY(desk.show(session->id()));
    auto* choice = panel.findChild<QComboBox*>(QStringLiteral("inspectorRawFormat"));
    choice->setCurrentText(format);
    inspector.showRaw(session->state()->lastSeq());
    QVERIFY2(waitFor([&] { return panel.textToCopy().contains(expected); }), qPrintable(panel.textToCopy()));
    choice->setCurrentIndex(0);
    QVERIFY(panel.textToCopy().contains(QStringLiteral("sent_from")));
}

void TestInspectorController::trace_isThatAroundTheChosen()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    EventSeq chosen;
    for (int i = 0; i < 300; ++i) {
        if (i == 150) {
            desk.kit.submit(session, ofTrace("150"));
            chosen = session->state()->lastSeq();
        }
        desk.kit.submit(session, told(std::to_string(i), "call"));
    }
    QVERIFY(desk.show(session->id()));
    inspector.choose(chosen);
    const QStringList only{QStringLiteral("call of 150")};
    QVERIFY(waitFor([&] { return steps(panel) == only; }));
    const EventSeq early = session->state()->lastSeq();
    desk.kit.submit(session, test::said("Alice", "later"));
    QVERIFY(desk.replayAt(early));
    QVERIFY(waitFor([&] { return steps(panel) == only; }));
}

/// An agent's turn is reported when it is over, after the calls that it consists of.
void TestInspectorController::trace_growsAsItIsTold()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("first");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, ofTrace("1"));
    QVERIFY(desk.show(session->id()));
    inspector.choose(session->state()->lastSeq());
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    QVERIFY(steps(panel).isEmpty());
    desk.kit.submit(session, told("1", "call"));
    QVERIFY(waitFor([&] { return steps(panel).size() == 1; }));
    desk.kit.submit(session, told("1", "turn"));
    QVERIFY(waitFor([&] { return steps(panel).size() == 2; }));
}

void TestInspectorController::prompt_isThatOfTheChosenStep()
{
    test::Desk desk;
    session::Session* session = modelTeam(desk.kit);
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    QVERIFY(desk.show(session->id()));
    const EventSeq second = session->state()->lastSeq();
    inspector.choose(second);
    QVERIFY(waitFor([&] { return !panel.findChild<QWidget*>(QStringLiteral("inspectorTab5"))->isHidden(); }));
    panel.showPage(ui::InspectorPanel::Page::Prompt);
    QVERIFY(waitFor([&] { return seenIn(panel).size() == 2; })); // the instructions come first
    QVERIFY2(seenIn(panel).back().startsWith(QStringLiteral("Alice, one & all, ")), qPrintable(seenIn(panel).back()));
    QVERIFY(panel.textToCopy().startsWith(QStringLiteral("--- system\nYou are Alice")));
    QSignalSpy wanted(&inspector, &ui::InspectorController::messageRequested);
    panel.findChildren<QAbstractButton*>(QStringLiteral("inspectorSeen")).back()->click();
    QCOMPARE(wanted.size(), 1);
    const auto first = wanted[0][0].value<EventSeq>();
    QVERIFY(first.value > 0 && first < second);
    // Before that it had nothing to remember.
    inspector.choose(first);
    QVERIFY(waitFor([&] { return seenIn(panel).size() == 1; }));
}

void TestInspectorController::prompt_isReadWhenItIsLookedAt()
{
    test::Desk desk;
    session::Session* session = modelTeam(desk.kit);
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    QVERIFY(desk.show(session->id()));
    inspector.choose(session->state()->lastSeq());
    const auto* tab = panel.findChild<QWidget*>(QStringLiteral("inspectorTab5"));
    QVERIFY(waitFor([&] { return !tab->isHidden(); }));
    desk.kit.settle();
    QVERIFY(seenIn(panel).isEmpty());
    desk.kit.library->holdReads();
    panel.showPage(ui::InspectorPanel::Page::Prompt);
    QCOMPARE(desk.kit.library->heldReads(), 1U);
    QVERIFY(panel.findChild<QWidget*>(QStringLiteral("inspectorNothingSeen")));
    desk.kit.library->releaseReads();
    QVERIFY(waitFor([&] { return seenIn(panel).size() == 2; }));
}

void TestInspectorController::prompt_isNobodysElse()
{
    test::Desk desk;
    session::Session* session = desk.kit.create("no models");
    ui::InspectorPanel panel(desk.theme);
    ui::Dock dock(desk.theme, QStringLiteral("dock"), QStringLiteral("Inspector"), new QWidget);
    ui::InspectorController inspector(panel, dock, desk.viewed);
    desk.kit.submit(session, test::said("Alice", "by a script"));
    QVERIFY(desk.show(session->id()));
    inspector.choose(session->state()->lastSeq());
    QVERIFY(waitFor([&] { return panel.textToCopy().contains(QStringLiteral("Alice")); }));
    desk.kit.settle();
    QVERIFY(seenIn(panel).isEmpty());
}

} // namespace tst_inspector_controller

QUARTERDECK_WIDGETS_TEST(tst_inspector_controller, TestInspectorController)
#include "tst_inspector_controller.moc"
