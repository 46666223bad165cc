#include "mcp/question_book.h"

namespace quarterdeck::gateway::mcp {

using conversation::QuestionId;

std::optional<QuestionId> QuestionBook::follow(const conversation::Event& event)
{
    if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        m_questions[asked->question.id] = {asked->question.askedAt, {}, {}};
    } else if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        end(ended->id, ended->end);
        return ended->id;
    } else if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body)) {
        const auto found = m_questions.find(published->route.lateAnswerTo);
        if (found != m_questions.end())
            found->second.lateAnswer = conversation::textOf(published->message);
    }
    return std::nullopt;
}

void QuestionBook::end(const QuestionId& id, const conversation::QuestionEnd& how)
{
    m_questions[id].end = how;
    m_ended.push_back(id);
    if (m_ended.size() > mostEnded) {
        m_questions.erase(m_ended.front());
        m_ended.pop_front();
    }
}

const AskedQuestion* QuestionBook::find(const QuestionId& id) const
{
    const auto found = m_questions.find(id);
    return found == m_questions.end() ? nullptr : &found->second;
}

} // namespace quarterdeck::gateway::mcp
