#include "model/agents/model_agent/plan.h"
#include "tests/support/test.h"

#include <QFloat16>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_plan {

using namespace quarterdeck;
using team::Plan;
using team::PlanTask;

namespace {

PlanTask task(const char* id, std::vector<std::string> needs = {}, bool isFinished = false)
{
    return {id, std::move(needs), std::string("do ") + id, "Bob", isFinished};
}

QString order(const Plan& plan)
{
    QStringList ids;
    for (const PlanTask& one : plan.tasks())
        ids << QString::fromStdString(one.id) + (one.isFinished ? QStringLiteral("!") : QString());
    return ids.join(u' ');
}

Plan three()
{
    Plan plan;
    (void)plan.append(task("a"));
    (void)plan.append(task("b", {"a"}));
    (void)plan.append(task("c", {"b"}));
    return plan;
}

} // namespace

class TestPlan final : public QObject
{
    Q_OBJECT
private slots:
    void standsInTheOrderOfItsDependencies();
    void finishesOneAfterTheOther();
    void resetReopensWhatDependsOnIt();
    void replaceSortsAnew();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void isReadAsItWasWritten();
    void readsNothingFromWhatIsNoPlan_data();
    void readsNothingFromWhatIsNoPlan();
};

void TestPlan::standsInTheOrderOfItsDependencies()
{
    Plan plan = three();
    QVERIFY(plan.append(task("d", {"a"})));
    QCOMPARE(order(plan), QStringLiteral("a b c d"));
    QVERIFY(plan.replace(task("a", {"d"})).error().find("circle") != std::string::npos);
    QVERIFY(plan.replace(task("b", {"d"})));
    QCOMPARE(order(plan), QStringLiteral("a d b c"));
}

void TestPlan::finishesOneAfterTheOther()
{
    Plan plan = three();
    QCOMPARE(plan.current()->id, std::string("a"));
    QVERIFY(plan.finishCurrent());
    QCOMPARE(plan.current()->id, std::string("b"));
    QCOMPARE(QString::fromStdString(plan.text()),
             QStringLiteral("[x] a: do a (Bob)\n[>] b: do b (Bob) after a\n[ ] c: do c (Bob) after b\n"));
    QVERIFY(plan.finishCurrent() && plan.finishCurrent());
    QVERIFY(plan.current() == nullptr);
    QVERIFY(!plan.finishCurrent());
}

void TestPlan::resetReopensWhatDependsOnIt()
{
    Plan plan = three();
    (void)plan.append(task("d"));
    while (plan.finishCurrent()) { }
    QVERIFY(plan.reset("b"));
    QCOMPARE(order(plan), QStringLiteral("a! b c d!"));
}

void TestPlan::replaceSortsAnew()
{
    Plan plan = three();
    while (plan.finishCurrent()) { }
    PlanTask other = task("b");
    other.instruction = "another way";
    QVERIFY(plan.replace(other));
    QCOMPARE(order(plan), QStringLiteral("a! b c"));
    QCOMPARE(plan.tasks()[1].instruction, std::string("another way"));
}

void TestPlan::refusesWhatCannotBe_data()
{
    QTest::addColumn<int>("what");
    QTest::addColumn<QString>("why");
    QTest::newRow("no id") << 0 << "A task needs an id.";
    QTest::newRow("twice") << 1 << "There is a task a already: use replace_task.";
    QTest::newRow("needs a stranger") << 2 << "Task x depends on z, which is no task of the plan.";
    QTest::newRow("needs itself") << 3 << "The tasks would depend on each other in a circle: x.";
    QTest::newRow("a circle") << 4 << "The tasks would depend on each other in a circle: a.";
    QTest::newRow("no such task to reset") << 5 << "There is no task z in the plan.";
    QTest::newRow("no such task to replace") << 6 << "There is no task z in the plan.";
}

void TestPlan::refusesWhatCannotBe()
{
    QFETCH(int, what);
    QFETCH(QString, why);
    Plan plan = three();
    const Plan before = plan;
    Plan::Done done;
    switch (what) {
    case 0:
        done = plan.append(task(""));
        break;
    case 1:
        done = plan.append(task("a"));
        break;
    case 2:
        done = plan.append(task("x", {"z"}));
        break;
    case 3:
        done = plan.append(task("x", {"x"}));
        break;
    case 4:
        done = plan.replace(task("a", {"c"}));
        break;
    case 5:
        done = plan.reset("z");
        break;
    default:
        done = plan.replace(task("z"));
    }
    QVERIFY(!done);
    QCOMPARE(QString::fromStdString(done.error()), why);
    QVERIFY(plan == before);
}

void TestPlan::isReadAsItWasWritten()
{
    Plan plan = three();
    (void)plan.finishCurrent();
    QVERIFY(Plan::from(plan.json()) == plan);
}

void TestPlan::readsNothingFromWhatIsNoPlan_data()
{
    QTest::addColumn<QString>("json");
    QTest::newRow("null") << "null";
    QTest::newRow("words") << "[\"a\"]";
    QTest::newRow("a circle") << R"([{"task_id": "a", "dependent_task_ids": ["a"]}])";
}

void TestPlan::readsNothingFromWhatIsNoPlan()
{
    QFETCH(QString, json);
    const conversation::JsonValue value(nlohmann::json::parse(json.toStdString()));
    QVERIFY(Plan::from(value).tasks().empty());
}

} // namespace tst_plan

QUARTERDECK_TEST(tst_plan, TestPlan)
#include "tst_plan.moc"
