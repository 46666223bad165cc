#pragma once

#include "app/services/headless_run.h"

#include <memory>
#include <optional>
#include <utility>

namespace quarterdeck::app {

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
