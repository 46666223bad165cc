#include "app/services/run_job.h"

#include "app/services/console.h"
#include "app/services/language.h"
#include "app/services/run_models.h"
#include "model/agents/model_agent/memory.h"
#include "model/agents/run/artifacts.h"
#include "model/conversation/run_cause.h"
#include "model/conversation/speaker.h"
#include "model/conversation/state/idle_reason.h"
#include "model/session/post.h"

#include <QCoreApplication>
#include <QPointer>

#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using conversation::ConversationState;
using conversation::EventSeq;
using session::Result;
using session::Session;

namespace {

constexpr std::int32_t eventsPerRead = 500;

QStringList namesIn(const team::TeamDefinition& team)
{
    QStringList names;
    for (const team::RoleDefinition& role : team.roles)
        names << QString::fromStdString(role.name.str());
    return names;
}

QStringList namesIn(const ConversationState& state)
{
    QStringList names;
    for (const conversation::RoleState& role : state.roles())
        names << QString::fromStdString(role.role.name.str());
    return names;
}

/// Of a team that is held.
session::Error withAdvice(session::Error error)
{
    error.sentence += " "
        + cliText(QT_TRANSLATE_NOOP("CommandLine", "“quarterdeck run --resume … --trust-team” lets it continue."))
              .toStdString();
    return error;
}

QString reasonFor(RunEnd how, const ConversationState& state)
{
    switch (how) {
    case RunEnd::Done:
        break;
    case RunEnd::Failed:
        for (const conversation::RoleState& role : state.roles())
            if (role.activity == conversation::RoleActivity::Failed)
                return cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 failed: %2"))
                    .arg(QString::fromStdString(role.role.name.str()), QString::fromStdString(role.activityDetail));
        break;
    case RunEnd::Unanswered:
        if (state.openQuestions().empty())
            return cliText(QT_TRANSLATE_NOOP("CommandLine", "A message from %1 is held and waits for you."))
                .arg(QString::fromStdString(state.held().front()->hold.speaker.str()));
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 is waiting for an answer: %2"))
            .arg(QString::fromStdString(state.openQuestions().front().question.asker.str()),
                 QString::fromStdString(state.openQuestions().front().question.text));
    case RunEnd::Paused:
        if (const conversation::RoleState* role = conversation::pausedWithWork(state);
            role != nullptr && state.runState() == conversation::RunState::Running)
            return cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 is paused and has something to do."))
                .arg(QString::fromStdString(role->role.name.str()));
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "The run is paused: %1"))
            .arg(QString::fromStdString(conversation::runReasonText(state.runCause(), state.runReason())));
    case RunEnd::Finished:
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "The run ended before everything was done: %1"))
            .arg(QString::fromStdString(conversation::runReasonText(state.runCause(), state.runReason())));
    case RunEnd::Stopped:
        return cliText(QT_TRANSLATE_NOOP("CommandLine", "The team was stopped."));
    }
    return {};
}

} // namespace

RunJob::RunJob(RunRequest request, std::unique_ptr<AnswerSource> answers)
    : m_request(std::move(request))
    , m_answers(std::move(answers))
{ }

session::SessionHub::Opened RunJob::then(void (RunJob::*next)(const Result<Session*>&))
{
    return [self = QPointer(this), next](const Result<Session*>& opened) {
        if (self)
            (self->*next)(opened);
    };
}

void RunJob::start(session::SessionHub& hub, team::Teams& teams, std::shared_ptr<team::ModelSource> models)
{
    m_hub = &hub;
    m_teams = &teams;
    m_models = std::move(models);
    m_receiver.emplace(this);
    if (m_request.team && !address(namesIn(*m_request.team)))
        return;
    if (m_request.team && !m_request.recording.isEmpty())
        continueRecording();
    else if (m_request.team)
        teams.start(*m_request.team, m_request.title, m_request.idea, then(&RunJob::begin), m_request.folder, m_models,
                    m_request.session, m_request.server);
    else
        hub.open(m_request.session, then(&RunJob::resume));
}

bool RunJob::address(const QStringList& names)
{
    const QString to = QString::fromStdString(m_request.to);
    if (to.isEmpty())
        return true;
    if (!names.contains(to, Qt::CaseInsensitive)) {
        fail({conversation::ErrorCode::UnknownRecipient,
              cliText(QT_TRANSLATE_NOOP("CommandLine", "Nobody in this team is called “%1”. Its members are: %2."))
                  .arg(to, names.join(QStringLiteral(", ")))
                  .toStdString(),
              {}});
        return false;
    }
    if (QString::fromStdString(m_request.idea).trimmed().startsWith(u'@')) {
        fail(
            {conversation::ErrorCode::BadInput,
             cliText(QT_TRANSLATE_NOOP("CommandLine", "The task already names a member: leave out that name, or --to."))
                 .toStdString(),
             {}});
        return false;
    }
    m_request.idea = "@" + m_request.to + " " + m_request.idea;
    return true;
}

void RunJob::continueRecording()
{
    readContinuableRecording(m_hub->library(), m_request.recording,
                             m_receiver->wrap<Result<ContinuableRecording>>(
                                 [this](const Result<ContinuableRecording>& recorded) { copy(recorded); }));
}

void RunJob::copy(const Result<ContinuableRecording>& recorded)
{
    if (!recorded)
        return fail(recorded.error());
    // It outlives this, and its owner is not known here.
    const std::shared_ptr<session::Library> library(std::shared_ptr<session::Library>(), &m_hub->library());
    m_copying = new transfer::ContinuationJob(
        library,
        continuationRequest(*recorded, *m_request.team, QString::fromStdString(m_request.title), m_request.session,
                            m_request.server, m_teams->marks().get()),
        this);
    connect(m_copying, &transfer::ContinuationJob::progressed, this, [this](qint64 events, qint64 total) {
        constexpr qint64 whole = 100;
        emit progressed(cliText(QT_TRANSLATE_NOOP("CommandLine", "Copying the history: %1%"))
                            .arg(whole * events / std::max<qint64>(total, 1)));
    });
    connect(m_copying, &transfer::ContinuationJob::finished, this, &RunJob::goOn);
    m_copying->start();
    if (m_isInterrupted)
        m_copying->cancel();
}

void RunJob::goOn(const transfer::ContinuationReport& copied)
{
    std::exchange(m_copying, nullptr)->deleteLater();
    if (copied.error)
        return fail(*copied.error);
    m_since = EventSeq{copied.events};
    m_teams->useModels(m_request.session, m_models);
    m_hub->refresh();
    m_hub->open(m_request.session, then(&RunJob::playOn));
}

/// The copy of a recording knows the team's members and models, and not what is held.
void RunJob::playOn(const Result<Session*>& copied)
{
    if (!copied)
        return fail(copied.error());
    for (const conversation::HoldRule& rule : m_request.team->holds)
        (*copied)->submit(conversation::SetHoldRule{rule});
    m_teams->runAgain(m_request.session, m_request.team->rounds, m_request.idea, then(&RunJob::begin));
}

void RunJob::resume(const Result<Session*>& opened)
{
    if (!opened)
        return fail(opened.error());
    Session& session = **opened;
    m_since = m_request.since.value_or(session.state()->lastSeq());
    if (m_models)
        m_teams->useModels(session.id(), m_models);
    if (m_request.model != team::ModelChoice())
        m_teams->chooseModel(session.id(), m_request.model, m_request.server);
    if (std::exchange(m_request.isTrusted, false))
        return m_teams->trust(session.id(), then(&RunJob::resume));
    const bool isBegun = session.state()->runState() != conversation::RunState::NotStarted;
    if (m_request.since && isBegun)
        return m_teams->wake(session.id(), then(&RunJob::begin));
    if (!address(namesIn(*session.state())))
        return;
    if (m_request.budget)
        session.submit(conversation::SetBudget{m_request.budget});
    m_teams->runAgain(session.id(), m_request.rounds, m_request.idea, then(&RunJob::begin));
}

void RunJob::begin(const Result<Session*>& begun)
{
    if (!begun && m_teams->held(m_request.session) != nullptr)
        return fail(withAdvice(begun.error()));
    if (!begun)
        return fail(begun.error());
    m_session = *begun;
    emit this->begun(QString::fromStdString(m_session->id().str()), m_since.value);
    watch();
}

/// Follows the run until it rests, and beyond if that was not the end.
void RunJob::watch()
{
    m_run = std::make_unique<HeadlessRun>(*m_session, *m_teams->runner(m_session->id()), m_answers.get());
    connect(m_run.get(), &HeadlessRun::progressed, this, [this] { emit progressed(m_run->progressLine()); });
    // Queued, so that the state includes everything that led to the end.
    connect(m_run.get(), &HeadlessRun::ended, this, &RunJob::settle, Qt::QueuedConnection);
    if (m_isInterrupted)
        interrupt();
}

void RunJob::interrupt()
{
    m_isInterrupted = true; // where it has not begun, it pauses when it has
    if (m_copying != nullptr)
        m_copying->cancel();
    if (m_session == nullptr || m_hasEnded)
        return;
    whenAllIsSeen([this] { pauseAndFinish(); });
}

/// Waits for everything decided so far, such as an answer that is on its way to the disk.
void RunJob::whenAllIsSeen(std::function<void()> then)
{
    // Names no question, so it changes nothing; it is refused when its turn comes.
    m_session->submit(conversation::AcknowledgeAnswer{},
                      [self = QPointer(this), then = std::move(then)](const conversation::Decision&) {
                          if (self)
                              then();
                      });
}

void RunJob::settle(RunEnd how)
{
    whenAllIsSeen([this, how] { finish(how); });
}

void RunJob::pauseAndFinish()
{
    if (m_session->state()->runState() != conversation::RunState::Running)
        return finishInterrupted(); // what was stopped, or let end, stays so
    conversation::SetRunState paused;
    paused.state = conversation::RunState::Paused;
    paused.reason = cliText(QT_TRANSLATE_NOOP("CommandLine", "It was interrupted.")).toStdString();
    m_session->submit(std::move(paused), [self = QPointer(this)](const conversation::Decision&) {
        if (self)
            self->finishInterrupted();
    });
}

void RunJob::finishInterrupted()
{
    // If the team is just being stopped, wait for that.
    if (const auto how = m_run->endIfInterrupted())
        finish(*how);
}

void RunJob::finish(RunEnd how)
{
    if (m_hasEnded)
        return;
    m_end = m_session->state();
    const team::TeamRunner* runner = m_teams->runner(m_session->id());
    const bool isAtRest = runner == nullptr || runner->isAtRest();
    const bool isAnswered =
        how == RunEnd::Unanswered && m_end->openQuestions().empty() && (m_end->held().empty() || !isAtRest);
    const bool isLetContinue = !m_isInterrupted && how == RunEnd::Paused
        && m_end->runState() == conversation::RunState::Running && conversation::pausedWithWork(*m_end) == nullptr;
    if (isAnswered || isLetContinue) // somebody in the window was faster
        return watch();
    m_hasEnded = true;
    m_outcome.end = how;
    m_outcome.reason = reasonFor(how, *m_end).toStdString();
    readOn(m_since);
}

/// What the run said and made is only in its log: another process may have run it before.
void RunJob::readOn(EventSeq after)
{
    using Events = Result<std::vector<conversation::Event>>;
    m_session->library().readEvents(m_session->id(), after, eventsPerRead,
                                    m_receiver->wrap<Events>([this](const Events& events) {
                                        if (!events)
                                            return fail(events.error());
                                        hear(*events);
                                    }));
}

void RunJob::hear(const std::vector<conversation::Event>& events)
{
    for (const conversation::Event& event : events)
        if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body);
            published != nullptr && !published->route.isKeptBack() && event.seq <= m_end->lastSeq())
            hear(published->message);
    if (events.empty() || events.back().seq >= m_end->lastSeq())
        tell();
    else
        readOn(events.back().seq);
}

void RunJob::hear(const conversation::Message& message)
{
    if (message.sendTo.contains(conversation::address::person))
        m_outcome.answer = conversation::textOf(message);
    if (conversation::JsonValue told = team::manifestIn(message); !told.isNull())
        m_outcome.manifest = std::move(told);
    const std::string who = conversation::displayName(*m_end, message);
    if (team::answerNoteOf(message).cutAt && std::ranges::count(m_outcome.cut, who) == 0)
        m_outcome.cut.push_back(who);
}

void RunJob::tell()
{
    m_outcome.session = m_session->id();
    m_outcome.rounds = m_end->round();
    m_outcome.messages = m_end->messageCount();
    m_outcome.tokens = m_end->totalTokens();
    if (m_end->isCostKnown())
        m_outcome.cost = m_end->totalCost();
    emit ended(m_outcome);
}

void RunJob::fail(const session::Error& error)
{
    m_hasEnded = true;
    emit failed(QString::fromStdString(error.sentence));
}

namespace {

struct RefusalSentences
{
    Q_DECLARE_TR_FUNCTIONS(Owner)

public:
    static QString noRun()
    {
        return tr("The Quarterdeck that has the library open received an invalid request to run a team.");
    }
    static QString answersOfAgent()
    {
        return tr("Questions are answered by the person. This run was started by an agent, so it cannot bring "
                  "answers.");
    }
};

/// The team's questions are answered where the run was started.
class PeerAnswers final : public QObject, public AnswerSource
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

void RunHost::serve(RunPeer& peer, std::function<AgentProcesses()> agents)
{
    auto request = runRequestFrom(peer.request());
    if (!request)
        return peer.tellLast(RequestRejected{RefusalSentences::noRun()});
    auto answers = request->isAnswering ? std::make_unique<PeerAnswers>() : nullptr;
    PeerAnswers* const asking = answers.get();
    const std::vector<KeyedConnection> models = request->models;
    const auto changes = ConnectionStore(ConnectionStore::defaultFolder()).prices();
    const auto prices = team::PriceTable::builtIn().changedBy(changes.value_or(team::PriceTable()));
    auto* job = new RunJob(std::move(*request), std::move(answers));
    // The job and the peer may live on two threads, and either may end first.
    connect(job, &RunJob::begun, &peer, [&peer](const QString& session, qint64 since) {
        peer.tell(RunBegun{session, since});
    });
    connect(job, &RunJob::progressed, &peer, [&peer](const QString& line) { peer.tellInPassing(RunProgress{line}); });
    connect(job, &RunJob::failed, &peer, [&peer](const QString& why) { peer.tellLast(RequestRejected{why}); });
    connect(job, &RunJob::ended, &peer,
            [&peer](const RunOutcome& outcome) { peer.tellLast(RunEnded{textOf(outcome)}); });
    connect(job, &RunJob::ended, job, &QObject::deleteLater);
    connect(job, &RunJob::failed, job, &QObject::deleteLater);
    connect(&peer, &RunPeer::cancelled, job, &RunJob::interrupt);
    if (asking != nullptr) {
        connect(asking, &PeerAnswers::wanted, &peer,
                [&peer](const QString& question) { peer.tell(AnswerRequested{question}); });
        connect(&peer, &RunPeer::answered, asking, &PeerAnswers::take);
        asking->moveToThread(thread());
    }
    job->moveToThread(thread());
    const bool isAnswering = asking != nullptr;
    session::post(this, [this, job, models, prices, isAnswering, process = peer.process(), agents = std::move(agents)] {
        job->setParent(this);
        if (isAnswering && isOfAgents(process, agents()))
            return emit job->failed(RefusalSentences::answersOfAgent());
        job->start(m_hub, m_teams, openKeyedModels(models, prices, m_models, m_library.lock(), m_context));
    });
}

} // namespace quarterdeck::app
#include "run_job.moc"
