#include "app/services/run_answers.h"

namespace quarterdeck::app {

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
