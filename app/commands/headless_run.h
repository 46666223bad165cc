#pragma once

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
    AnswerSource() = default;
    virtual ~AnswerSource() = default;
    Q_DISABLE_COPY_MOVE(AnswerSource)
    /// Calls `answered` once, at once or later; with nothing when there are no more answers.
    virtual void next(std::function<void(std::optional<std::string>)> answered) = 0;
};
/// `from` is the name of a file, or "stdin". Null where it cannot be read.
[[nodiscard]] std::unique_ptr<AnswerSource> makeAnswerSource(const QString& from);
/// An answer as the person would give it: a line that is an option's label, or its number, chooses that.
[[nodiscard]] conversation::AnswerQuestion answerFrom(const conversation::Question& question, const std::string& line);

/// Watches a run that nobody looks at: answers its questions, and tells when it has come to rest. Thread: engine, which
/// is the main thread here.
class HeadlessRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeadlessRun)
public:
    enum class End {
        Done,       ///< nobody has anything more to do
        Failed,     ///< nor who failed
        Unanswered, ///< somebody waits for an answer, and there is none
        Paused,     ///< its rounds are used up, or its money
    };

    /// `answers` may be null.
    HeadlessRun(session::Session& session, team::TeamRunner& runner, AnswerSource* answers);

    [[nodiscard]] QString progressLine() const;

signals:
    void progressed();
    void ended(quarterdeck::app::HeadlessRun::End how);

private:
    void look();
    void answer(const conversation::Question& question);
    [[nodiscard]] std::optional<End> end() const;

    session::Session& m_session;
    team::TeamRunner& m_runner;
    AnswerSource* m_answers;
    conversation::QuestionId m_asked; ///< for which an answer is looked for
    bool m_hasAnswers = true;
    bool m_hasEnded = false;
    conversation::BurnMeter m_burn; ///< of what happens while it watches
};

} // namespace quarterdeck::app
