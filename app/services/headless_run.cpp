#include "app/services/headless_run.h"

#include "app/services/language.h"
#include "model/conversation/state/idle_reason.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QSocketNotifier>
#include <QTextStream>

#include <algorithm>
#include <cstdio>

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
               return role.mode != conversation::RoleMode::Paused
                   && (role.unread() > 0 || (role.hasNews && !hasFailed(role)));
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
        if (isAnythingLeft(state))
            return std::nullopt;
        if (const RunEnd end = endOfDone(state); end != RunEnd::Done)
            return end;
        if (!state.held().empty())
            return RunEnd::Unanswered;
        return conversation::pausedWithWork(state) != nullptr ? RunEnd::Paused : RunEnd::Done;
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

namespace {

conversation::AnswerQuestion typedAnswer(const conversation::Question& question, const std::string& line)
{
    conversation::AnswerQuestion answer = answerFrom(question, line);
    answer.via = "command-line:quarterdeck run";
    return answer;
}

} // namespace

void HeadlessRun::answer(const conversation::Question& question)
{
    m_asked = question.id;
    m_answers->next(question.id, [this, question](const std::optional<std::string>& line) {
        m_hasAnswers = line.has_value();
        if (line)
            m_session.submit(typedAnswer(question, *line));
        else
            QMetaObject::invokeMethod(this, &HeadlessRun::look, Qt::QueuedConnection);
    });
}

namespace {

constexpr qint64 longestAnswer = 64 * 1024;

std::optional<std::string> lineOf(QByteArray bytes)
{
    while (bytes.endsWith('\n') || bytes.endsWith('\r'))
        bytes.chop(1);
    return bytes.toStdString();
}

class FileAnswers final : public AnswerSource
{
public:
    explicit FileAnswers(const QString& path) : m_file(path) { }
    [[nodiscard]] bool open() { return m_file.open(QIODevice::ReadOnly); }
    void next(const conversation::QuestionId& /*question*/, Answered answered) override
    {
        answered(m_file.atEnd() ? std::nullopt : lineOf(m_file.readLine(longestAnswer)));
    }

private:
    QFile m_file;
};

/// Waits for a line without blocking the run.
class TypedAnswers final : public AnswerSource
{
public:
    TypedAnswers() : m_notifier(fileno(stdin), QSocketNotifier::Read)
    {
        m_notifier.setEnabled(false);
        static_cast<void>(m_input.open(stdin, QIODevice::ReadOnly | QIODevice::Unbuffered));
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this] { read(); });
    }
    void next(const conversation::QuestionId& /*question*/, Answered answered) override
    {
        m_answered = std::move(answered);
        m_notifier.setEnabled(true);
    }

private:
    void read()
    {
        m_notifier.setEnabled(false);
        const QByteArray line = m_input.readLine(longestAnswer);
        if (const auto answered = std::exchange(m_answered, {}))
            answered(line.isEmpty() ? std::nullopt : lineOf(line));
    }

    QFile m_input;
    QSocketNotifier m_notifier;
    Answered m_answered;
};

/// Matched by label or number; null = none.
const conversation::QuestionOption* optionMeant(const conversation::Question& question, const QString& words)
{
    const auto& options = question.options;
    const auto named = std::ranges::find(options, words.toStdString(), &conversation::QuestionOption::label);
    if (named != options.end())
        return &*named;
    const qulonglong number = words.toULongLong();
    return number >= 1 && number <= options.size() ? &options[number - 1] : nullptr;
}

} // namespace

std::unique_ptr<AnswerSource> makeAnswerSource(const QString& from)
{
    if (from == QStringLiteral("stdin"))
        return std::make_unique<TypedAnswers>();
    auto answers = std::make_unique<FileAnswers>(from);
    return answers->open() ? std::move(answers) : nullptr;
}

conversation::AnswerQuestion answerFrom(const conversation::Question& question, const std::string& line)
{
    conversation::AnswerQuestion answer;
    answer.id = question.id;
    const QString typed = QString::fromStdString(line).trimmed();
    if (const auto* chosen = optionMeant(question, typed)) {
        answer.option = chosen->label;
        return answer;
    }
    const qsizetype colon = typed.indexOf(u':');
    const auto* chosen = colon < 0 ? nullptr : optionMeant(question, typed.left(colon).trimmed());
    if (chosen != nullptr) {
        answer.option = chosen->label;
        answer.content = conversation::textBlocks(typed.mid(colon + 1).trimmed().toStdString());
    } else {
        answer.content = conversation::textBlocks(line);
    }
    return answer;
}

void RunAnswers::next(const conversation::QuestionId& question, Answered answered)
{
    if (m_given && m_given->first == question)
        return answered(m_given->second);
    m_question = question;
    m_answered = std::move(answered);
    if (std::exchange(m_isAsking, true))
        return;
    m_source->next(question, [this](const std::optional<std::string>& line) {
        m_isAsking = false;
        m_given = {m_question, line};
        if (const auto wanted = std::exchange(m_answered, {}))
            wanted(line);
    });
}

} // namespace quarterdeck::app
