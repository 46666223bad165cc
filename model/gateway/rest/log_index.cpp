#include "model/gateway/rest/log_index.h"

#include "model/conversation/attachments.h"
#include "model/gateway/rest/idempotency_key.h"

#include <string_view>
#include <utility>

namespace quarterdeck::gateway::api {

using session::EventSeq;

namespace {

template <typename Id>
std::size_t keyOf(const Id& id)
{
    return std::hash<std::string_view>{}(keyPartOf(id.str()));
}

std::optional<EventSeq> placeIn(const std::unordered_map<std::size_t, EventSeq>& places, std::size_t key)
{
    const auto found = places.find(key);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

LogIndex::LogIndex(session::Session& session, Asker isMeant)
    : m_isMeant(std::move(isMeant))
    , m_log(
          session, [this](const session::Event& event) { take(event); }, [] {})
{ }
LogIndex::~LogIndex() = default;

void LogIndex::take(const session::Event& event)
{
    if (const auto* published = std::get_if<conversation::MessagePublished>(&event.body))
        m_messages.try_emplace(keyOf(published->message.id), event.seq);
    else if (const auto* asked = std::get_if<conversation::QuestionAsked>(&event.body);
             asked && m_isMeant(asked->question.asker))
        m_questions.try_emplace(keyOf(asked->question.id), event.seq);
    for (const conversation::MediaSource& media : conversation::attachmentsOf(event.body))
        putAttachment(media.hash);
}

std::optional<EventSeq> LogIndex::message(const conversation::MessageId& id) const
{
    return placeIn(m_messages, keyOf(id));
}

std::optional<EventSeq> LogIndex::question(const conversation::QuestionId& id) const
{
    return placeIn(m_questions, keyOf(id));
}

bool LogIndex::hasAttachment(const conversation::AttachmentHash& hash) const
{
    return m_attachments.contains(std::hash<std::string_view>{}(hash.str()));
}

void LogIndex::putAttachment(const conversation::AttachmentHash& hash)
{
    m_attachments.insert(std::hash<std::string_view>{}(hash.str()));
}

} // namespace quarterdeck::gateway::api
