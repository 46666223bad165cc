#pragma once

#include "app/commands/run_request.h"
#include "conversation/burn_meter.h"
#include "session/session_hub.h"
#include "team/team_runner.h"

#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace quarterdeck::app {

/// One line of an answer per question, in the order in which they are asked.
class AnswerSource
{
public:
    /// Nothing when there are no more answers.
    using Answered = std::function<void(std::optional<std::string>)>;

    AnswerSource() = default;
    virtual ~AnswerSource() = default;
    Q_DISABLE_COPY_MOVE(AnswerSource)
    /// Calls `answered` once, at once or later; or never, when the next question comes before the answer.
    virtual void next(const conversation::QuestionId& question, Answered answered) = 0;
};
/// `from` is the name of a file, or "stdin". Null where it cannot be read.
[[nodiscard]] std::unique_ptr<AnswerSource> makeAnswerSource(const QString& from);
/// An answer as the person would give it: a line that is an option's label, or its number, chooses that; words that
/// go along with it stand behind a colon: "2: not this file".
[[nodiscard]] conversation::AnswerQuestion answerFrom(const conversation::Question& question, const std::string& line);

/// Watches a run that nobody need look at: answers its questions, and tells when it has come to rest. Thread: engine.
class HeadlessRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeadlessRun)
public:
    /// `answers` may be null. All must outlive it.
    HeadlessRun(session::Session& session, team::TeamRunner& runner, AnswerSource* answers);

    [[nodiscard]] QString progressLine() const;
    /// How it ended where nobody waits for it any more; nothing while the team is being stopped.
    [[nodiscard]] std::optional<RunEnd> endIfInterrupted() const;

signals:
    void progressed();
    void ended(quarterdeck::app::RunEnd how);

private:
    void look();
    void answer(const conversation::Question& question);
    [[nodiscard]] std::optional<RunEnd> end() const;

    session::Session& m_session;
    team::TeamRunner& m_runner;
    AnswerSource* m_answers;
    conversation::QuestionId m_asked; ///< for which an answer is looked for
    bool m_hasAnswers = true;
    bool m_hasEnded = false;
    conversation::BurnMeter m_burn; ///< of what happens while it watches
};

} // namespace quarterdeck::app
