#pragma once

#include "app/services/run_request.h"
#include "model/agents/run/team_runner.h"
#include "model/conversation/burn_meter.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace quarterdeck::app {

/// Answers to questions, a line each, in the order in which they are asked.
class AnswerSource
{
public:
    /// Empty if there are no more answers.
    using Answered = std::function<void(std::optional<std::string>)>;

    AnswerSource() = default;
    virtual ~AnswerSource() = default;
    Q_DISABLE_COPY_MOVE(AnswerSource)
    /// Calls `answered` once, at once or later; or never, if the next question comes before the answer.
    virtual void next(const conversation::QuestionId& question, Answered answered) = 0;
};
/// `from` is the name of a file, or "stdin". Null if it cannot be read.
[[nodiscard]] std::unique_ptr<AnswerSource> makeAnswerSource(const QString& from);
/// An answer as the person would give it: a line with an option's label or number chooses that option; words to go
/// along with it follow a colon: "2: not this file".
[[nodiscard]] conversation::AnswerQuestion answerFrom(const conversation::Question& question, const std::string& line);

/// Watches a run without a window: answers its questions, and reports when it has come to rest. Thread: engine.
class HeadlessRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HeadlessRun)
public:
    /// `answers` may be null. All must outlive it.
    HeadlessRun(session::Session& session, team::TeamRunner& runner, AnswerSource* answers);

    [[nodiscard]] QString progressLine() const;
    /// How it ended if nobody waits for it any more; empty while the team is being stopped.
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
    conversation::QuestionId m_asked; ///< the one an answer is being searched for
    bool m_hasAnswers = true;
    bool m_hasEnded = false;
    conversation::BurnMeter m_burn; ///< for what happens while it watches
};

/// The answers of one run, wherever it runs: the library's owner may change, and may be gone before an answer was
/// stored. A question that is asked again gets the same answer. Thread: one.
class RunAnswers final : public AnswerSource
{
public:
    explicit RunAnswers(std::unique_ptr<AnswerSource> source) : m_source(std::move(source)) { }
    void next(const conversation::QuestionId& question, Answered answered) override;
    /// Whoever asked is gone.
    void forget() { m_answered = {}; }

private:
    std::unique_ptr<AnswerSource> m_source;
    conversation::QuestionId m_question; ///< the last one asked
    Answered m_answered;
    bool m_isAsking = false; ///< the source was asked, and will answer
    std::optional<std::pair<conversation::QuestionId, std::optional<std::string>>> m_given;
};

/// Lends them to one job.
class RunAnswerReader final : public AnswerSource
{
public:
    explicit RunAnswerReader(RunAnswers& answers) : m_answers(answers) { }
    ~RunAnswerReader() override { m_answers.forget(); }
    Q_DISABLE_COPY_MOVE(RunAnswerReader)
    void next(const conversation::QuestionId& question, Answered answered) override
    {
        m_answers.next(question, std::move(answered));
    }

private:
    RunAnswers& m_answers;
};

} // namespace quarterdeck::app
