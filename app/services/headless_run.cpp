#include "app/services/headless_run.h"

#include "app/services/cli_text.h"
#include "app/services/value_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace quarterdeck::app {

namespace {

using conversation::ConversationState;
using conversation::RoleActivity;
using conversation::RoleState;
using conversation::RunState;

bool hasFailed(const RoleState& role) { return role.activity == RoleActivity::Failed; }

bool isAnybodyAtWork(const ConversationState& state)
{
    return std::ranges::any_of(state.roles(), [](const RoleState& role) {
        return role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting;
    });
}

bool isAnythingLeft(const ConversationState& state)
{
    return state.messageCount() == 0 || std::ranges::any_of(state.roles(), [](const RoleState& role) {
               return role.unread() > 0 || (role.hasNews && !hasFailed(role));
           });
}

RunEnd endOfDone(const ConversationState& state)
{
    return std::ranges::any_of(state.roles(), hasFailed) ? RunEnd::Failed : RunEnd::Done;
}

/// With a reason, somebody ended it; otherwise the team came to its end, and mail that is left is nobody's work.
RunEnd endOfFinished(const ConversationState& state)
{
    const bool hasReason = !conversation::runReasonText(state.runCause(), state.runReason()).empty();
    return hasReason ? RunEnd::Finished : endOfDone(state);
}

/// The first that somebody must answer; null if there is none.
const conversation::OpenQuestion* nextQuestion(const ConversationState& state)
{
    const auto found =
        std::ranges::find_if(state.openQuestions(), [](const auto& one) { return !team::asksForRounds(one); });
    return found == state.openQuestions().end() ? nullptr : &*found;
}

} // namespace

HeadlessRun::HeadlessRun(session::Session& session, team::TeamRunner& runner, AnswerSource* answers)
    : m_session(session)
    , m_runner(runner)
    , m_answers(answers)
    , m_hasAnswers(answers != nullptr)
{
    connect(&runner, &team::TeamRunner::changed, this, &HeadlessRun::look);
    connect(&session, &session::Session::committed, this, [this](const std::vector<conversation::Event>& events) {
        for (const conversation::Event& event : events)
            m_burn.add(event);
    });
    // Queued, so that somebody is listening by then.
    QMetaObject::invokeMethod(this, &HeadlessRun::look, Qt::QueuedConnection);
}

QString HeadlessRun::progressLine() const
{
    const ConversationState& state = *m_session.state();
    QStringList busy;
    for (const RoleState& role : state.roles())
        if (role.activity == RoleActivity::Thinking || role.activity == RoleActivity::Acting)
            busy << QString::fromStdString(role.role.name.str());
    QString money = state.isCostKnown() ? QStringLiteral("$%1").arg(state.totalCost(), 0, 'f', 2)
                                        : cliText(QT_TRANSLATE_NOOP("CommandLine", "price unknown"));
    const auto rate = m_burn.rate();
    if (rate && rate->dollarsPerMinute)
        money = cliText(QT_TRANSLATE_NOOP("CommandLine", "%1 (%2 per minute)"))
                    .arg(money, QStringLiteral("$%1").arg(*rate->dollarsPerMinute, 0, 'f', 2));
    return cliText(QT_TRANSLATE_NOOP("CommandLine", "Round %1, %2 messages, %3 tokens, %4: %5"))
        .arg(QString::number(state.round()), countText(state.messageCount()), countText(state.totalTokens()), money,
             busy.join(QStringLiteral(", ")));
}

std::optional<RunEnd> HeadlessRun::end() const
{
    const ConversationState& state = *m_session.state();
    const RunState run = state.runState();
    if (run == RunState::StopRequested)
        return std::nullopt;
    const bool isAsked = run != RunState::Stopped && !state.openQuestions().empty();
    if (run == RunState::Paused && isAsked && nextQuestion(state) == nullptr)
        return m_runner.isAtRest() ? std::optional(RunEnd::Paused) : std::nullopt;
    // At the budget, members wait in the middle of their work.
    if (isAsked && !m_hasAnswers && (run == RunState::Paused || !isAnybodyAtWork(state)))
        return RunEnd::Unanswered;
    if (isAsked || !m_runner.isAtRest())
        return std::nullopt;
    switch (run) {
    case RunState::Paused:
        return RunEnd::Paused;
    case RunState::Stopped:
        return RunEnd::Stopped;
    case RunState::Finished:
        return endOfFinished(state);
    default:
        return isAnythingLeft(state) ? std::nullopt : std::optional(endOfDone(state));
    }
}

std::optional<RunEnd> HeadlessRun::endIfInterrupted() const
{
    const ConversationState& state = *m_session.state();
    switch (state.runState()) {
    case RunState::StopRequested:
        return std::nullopt;
    case RunState::Stopped:
        return RunEnd::Stopped;
    case RunState::Finished:
        return endOfFinished(state);
    default:
        return RunEnd::Paused;
    }
}

void HeadlessRun::look()
{
    if (m_hasEnded)
        return;
    emit progressed();
    const conversation::OpenQuestion* next = nextQuestion(*m_session.state());
    if (next != nullptr && m_hasAnswers && m_asked != next->question.id)
        answer(next->question);
    if (const auto how = end()) {
        m_hasEnded = true;
        emit ended(*how);
    }
}

void HeadlessRun::answer(const conversation::Question& question)
{
    m_asked = question.id;
    m_answers->next(question.id, [this, question](const std::optional<std::string>& line) {
        m_hasAnswers = line.has_value();
        if (line)
            m_session.submit(answerFrom(question, *line));
        else
            QMetaObject::invokeMethod(this, &HeadlessRun::look, Qt::QueuedConnection);
    });
}

} // namespace quarterdeck::app
