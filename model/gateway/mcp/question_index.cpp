#include "model/gateway/mcp/question_index.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "model/gateway/mcp/json_rpc.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::mcp {

using conversation::QuestionId;

std::string questionFingerprint(conversation::Question question)
{
    const auto time = question.deadline
        ? std::to_string(question.deadline->msSinceEpoch - question.askedAt.msSinceEpoch)
        : std::string();
    question.id = {};
    question.deadline = {};
    question.askedAt = {};
    return conversation::attachmentHash(textOf(conversation::toJson(question)) + time).str();
}

std::optional<QuestionId> QuestionIndex::follow(const conversation::Event& event)
{
    if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body)) {
        m_questions[asked->question.id] = {asked->question.askedAt, questionFingerprint(asked->question), {}, {}};
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

void QuestionIndex::end(const QuestionId& id, const conversation::QuestionEnd& how)
{
    m_questions[id].end = how;
    m_ended.push_back(id);
    if (m_ended.size() > mostEnded) {
        m_questions.erase(m_ended.front());
        m_ended.pop_front();
    }
}

const QuestionStatus* QuestionIndex::find(const QuestionId& id) const
{
    const auto found = m_questions.find(id);
    return found == m_questions.end() ? nullptr : &found->second;
}

std::vector<QuestionId> QuestionIndex::like(const std::string& likeness) const
{
    std::vector<std::pair<const QuestionStatus*, QuestionId>> found;
    for (const auto& [id, question] : m_questions)
        if (question.likeness == likeness)
            found.emplace_back(&question, id);
    std::ranges::stable_sort(found, [](const auto& one, const auto& other) {
        return std::pair(one.first->end.has_value(), one.first->askedAt)
            < std::pair(other.first->end.has_value(), other.first->askedAt);
    });
    std::vector<QuestionId> ids;
    for (const auto& one : found)
        ids.push_back(one.second);
    return ids;
}

} // namespace quarterdeck::gateway::mcp
