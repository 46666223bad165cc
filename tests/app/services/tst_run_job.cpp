#include "app/services/run_job.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_run_job {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::waitFor;

namespace {

/// Has no answer to the first question, and one to all others.
class LateAnswers final : public app::AnswerSource
{
public:
    void next(const QuestionId& /*question*/, Answered answered) override
    {
        if (std::exchange(m_isFirst, false))
            answered(std::nullopt);
        else
            answered("5×5");
    }

private:
    bool m_isFirst = true;
};

bool isAnybodyBusy(const ConversationState& state)
{
    return std::ranges::any_of(state.roles(), [](const RoleState& role) {
        return role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting;
    });
}

} // namespace

/// One run, and what those hear who wait for it.
class TestRunJob final : public QObject
{
    Q_OBJECT
private slots:
    void whoAnswersInTheLastMomentDoesNotBeginItAnew();
};

/// The run comes to rest, since nobody here has an answer; before that is reported, somebody else gives one.
void TestRunJob::whoAnswersInTheLastMomentDoesNotBeginItAnew()
{
    EngineKit kit;
    team::Teams teams(kit.hub(), 0);
    session::Session* session = test::startDemo(kit, teams);
    QVERIFY(session != nullptr);
    app::RunRequest request;
    request.session = session->id();
    request.since = EventSeq{0};
    app::RunJob job(request, std::make_unique<LateAnswers>());
    const QSignalSpy begun(&job, &app::RunJob::begun);
    std::optional<QuestionId> answeredElsewhere;
    connect(&job, &app::RunJob::progressed, this, [&] {
        const auto& open = session->state()->openQuestions();
        if (answeredElsewhere || open.empty() || isAnybodyBusy(*session->state()))
            return;
        AnswerQuestion answer;
        answer.id = open.front().question.id;
        answer.option = "5×5";
        answeredElsewhere = answer.id;
        session->submit(std::move(answer));
    });
    std::optional<app::RunOutcome> outcome;
    connect(&job, &app::RunJob::ended, this, [&](const app::RunOutcome& how) { outcome = how; });
    job.start(kit.hub(), teams);
    QVERIFY(waitFor([&] { return outcome.has_value(); }));
    QVERIFY(answeredElsewhere);
    QCOMPARE(outcome->end, app::RunEnd::Finished); // it went on, and the demo says why it ends
    QCOMPARE(begun.size(), 1);
}

} // namespace tst_run_job

QUARTERDECK_TEST(tst_run_job, TestRunJob)
#include "tst_run_job.moc"
