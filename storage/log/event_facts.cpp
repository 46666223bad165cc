#include "storage/log/event_facts.h"

#include <utility>
#include <variant>

namespace quarterdeck::storage {

using namespace conversation;
using session::TimelineMark;

namespace {

/// Empty if it belongs to no private chat.
std::string privateChatOf(const MessagePublished& published)
{
    if (!published.route.isPrivate)
        return {};
    if (!published.route.directChat.isEmpty())
        return published.route.directChat.str();
    // A message to several roles belongs to no single chat, so the spans of such messages are named by their roles.
    std::string roles;
    for (const RoleName& role : published.route.directChatRoles)
        roles += role.str() + '\n';
    return roles;
}

bool hasFailedTool(const Message& message)
{
    for (const ContentBlock& block : message.content) {
        const auto* result = std::get_if<ToolResultBlock>(&block);
        if (result != nullptr && result->isError)
            return true;
    }
    return false;
}

} // namespace

std::string speakerOf(const session::LogRecord& record)
{
    if (!record.speaker.empty())
        return record.speaker;
    const auto* published = std::get_if<MessagePublished>(&record.event.body);
    if (published == nullptr)
        return {};
    if (!published->message.name.empty())
        return published->message.name;
    const Address& sender = published->message.sentFrom;
    return sender.isEmpty() ? address::person.str() : sender.str();
}

std::vector<MarkFact> marksOf(const Event& event)
{
    if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
        std::vector<MarkFact> marks;
        if (hasFailedTool(published->message))
            marks.push_back({TimelineMark::Kind::Error, event.seq, {}});
        if (std::string chat = privateChatOf(*published); !chat.empty())
            marks.push_back({TimelineMark::Kind::PrivateChat, event.seq, std::move(chat)});
        return marks;
    }
    if (std::holds_alternative<QuestionAsked>(event.body))
        return {{TimelineMark::Kind::Question, event.seq, {}}};
    const auto* activity = std::get_if<RoleActivityChanged>(&event.body);
    if (activity != nullptr && activity->activity == RoleActivity::Failed)
        return {{TimelineMark::Kind::Error, event.seq, {}}};
    const auto* annotated = std::get_if<Annotated>(&event.body);
    if (annotated != nullptr && annotated->kind == AnnotationKind::Mistake && annotated->target.value > 0
        && annotated->target < event.seq)
        return {{TimelineMark::Kind::Mistake, annotated->target, {}}};
    return {};
}

} // namespace quarterdeck::storage
