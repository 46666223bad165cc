#include "app/services/run_host.h"

#include "app/services/run_job.h"
#include "app/services/run_models.h"
#include "model/session/post.h"

#include <QCoreApplication>
#include <utility>

namespace quarterdeck::app {

namespace {

struct RefusalSentences
{
    Q_DECLARE_TR_FUNCTIONS(Owner)

public:
    static QString noRun()
    {
        return tr("The Quarterdeck that has the library open received an invalid request to run a team.");
    }
};

/// The team's questions are answered where the run was started.
class GuestAnswers final : public QObject, public AnswerSource
{
    Q_OBJECT

public:
    void next(const conversation::QuestionId& question, Answered answered) override
    {
        m_question = QString::fromStdString(question.str());
        m_answered = std::move(answered);
        emit wanted(m_question);
    }
    /// An answer to a question that somebody else has answered meanwhile must not go to another one.
    void take(const RunAnswer& answer)
    {
        if (answer.question != m_question)
            return;
        if (const auto answered = std::exchange(m_answered, {}))
            answered(answer.text);
    }

signals:
    void wanted(const QString& question);

private:
    QString m_question;
    Answered m_answered;
};

} // namespace

RunHost::RunHost(const Dependencies& surroundings)
    : m_hub(surroundings.hub)
    , m_teams(surroundings.teams)
    , m_models(surroundings.models)
    , m_library(surroundings.library)
    , m_context(surroundings.context)
{ }

void RunHost::serve(RunPeer& guest)
{
    auto request = runRequestFrom(guest.request());
    if (!request)
        return guest.refuse(RefusalSentences::noRun());
    auto answers = request->isAnswering ? std::make_unique<GuestAnswers>() : nullptr;
    GuestAnswers* const asking = answers.get();
    const std::vector<KeyedConnection> models = request->models;
    const auto changes = ConnectionStore(ConnectionStore::defaultFolder()).prices();
    const auto prices = team::PriceTable::builtIn().changedBy(changes.value_or(team::PriceTable()));
    auto* job = new RunJob(std::move(*request), std::move(answers));
    // The job and the guest may live on two threads, and either may end first.
    connect(job, &RunJob::begun, &guest, &RunPeer::tellBegun);
    connect(job, &RunJob::progressed, &guest, &RunPeer::tellProgress);
    connect(job, &RunJob::failed, &guest, &RunPeer::refuse);
    connect(job, &RunJob::ended, &guest, [&guest](const RunOutcome& outcome) { guest.tellEnded(textOf(outcome)); });
    connect(job, &RunJob::ended, job, &QObject::deleteLater);
    connect(job, &RunJob::failed, job, &QObject::deleteLater);
    connect(&guest, &RunPeer::cancelled, job, &RunJob::interrupt);
    if (asking != nullptr) {
        connect(asking, &GuestAnswers::wanted, &guest, &RunPeer::askAnswer);
        connect(&guest, &RunPeer::answered, asking, &GuestAnswers::take);
        asking->moveToThread(thread());
    }
    job->moveToThread(thread());
    session::post(this, [this, job, models, prices] {
        job->setParent(this);
        job->start(m_hub, m_teams, openKeyedModels(models, prices, m_models, m_library.lock(), m_context));
    });
    guest.listen();
}

} // namespace quarterdeck::app

#include "run_host.moc"
