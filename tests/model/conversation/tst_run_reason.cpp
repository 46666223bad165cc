#include "model/conversation/run_cause.h"
#include "tests/support/test.h"

#include <QTest>

#include <limits>

namespace tst_run_reason {

using namespace quarterdeck::conversation;

/// Why a run is as it is, in a sentence.
class TestRunReason final : public QObject
{
    Q_OBJECT

private slots:
    void reason_isASentence_data();
    void reason_isASentence();
};

void TestRunReason::reason_isASentence_data()
{
    QTest::addColumn<RunCause>("cause");
    QTest::addColumn<std::string>("told");
    QTest::addColumn<std::string>("sentence");
    using Kind = RunCauseKind;
    const auto row = [](const char* name, RunCause cause, const char* told, const char* sentence) {
        QTest::newRow(name) << cause << std::string(told) << std::string(sentence);
    };
    row("nothing", {}, "", "");
    row("told", {}, "Enough.", "“Enough.”");
    row("budget", {Kind::BudgetUsedUp, 1.5}, "", "The budget of $1.50 is used up.");
    row("budget below a cent", {Kind::BudgetUsedUp, 0.001}, "", "The budget of $0.001 is used up.");
    row("budget of many digits", {Kind::BudgetUsedUp, 0.00994}, "", "The budget of $0.0099 is used up.");
    row("no budget", {Kind::BudgetUsedUp, 0}, "", "The budget of $0.00 is used up.");
    row("rounds", {Kind::RoundsDone, 3}, "", "The 3 planned round(s) are done.");
    // What a file says need be no number of rounds.
    row("more than can be", {Kind::RoundsDone, 1e300}, "", "The 1000000000 planned round(s) are done.");
    row("fewer than none", {Kind::RoundsDone, -1e300}, "", "The 0 planned round(s) are done.");
    row("no number", {Kind::RoundsDone, std::numeric_limits<double>::quiet_NaN()}, "",
        "The 0 planned round(s) are done.");
    row("program", {Kind::ProgramLeft}, "", "The program is not connected.");
    row("mail", {Kind::MailUnreadable}, "", "A message to a member could not be read.");
    row("mail, and why", {Kind::MailUnreadable}, "The disk is gone.",
        "A message to a member could not be read: “The disk is gone.”");
}

void TestRunReason::reason_isASentence()
{
    QFETCH(RunCause, cause);
    QFETCH(std::string, told);
    QTEST(runReasonText(cause, told), "sentence");
}

} // namespace tst_run_reason

QUARTERDECK_TEST(tst_run_reason, TestRunReason)
#include "tst_run_reason.moc"
