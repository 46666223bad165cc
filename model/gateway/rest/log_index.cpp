#include "model/gateway/rest/log_index.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"

#include <QCryptographicHash>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway::api {

using nlohmann::json;

namespace {

/// "key-", digits for the key, a dash, and digits for the request: no other id looks like this.
constexpr std::string_view prefix = "key-";
constexpr std::size_t wishKeyDigits = 20;
constexpr std::size_t wishDigits = 12;

std::string digitsOf(const std::string& text, std::size_t count)
{
    const QByteArray hash =
        QCryptographicHash::hash({text.data(), static_cast<qsizetype>(text.size())}, QCryptographicHash::Sha256);
    return hash.toHex().toStdString().substr(0, count);
}

std::string textOf(const json& value) { return value.dump(-1, ' ', true, json::error_handler_t::replace); }

json without(json value, std::initializer_list<const char*> keys)
{
    for (const char* key : keys)
        value.erase(key);
    return value;
}

bool areDigits(std::string_view text)
{
    return std::ranges::all_of(text, [](char one) { return (one >= '0' && one <= '9') || (one >= 'a' && one <= 'f'); });
}

} // namespace

IdempotencyKey idempotencyKeyOf(const std::vector<IncomingMessage>& sayings, const std::string& key)
{
    if (key.empty())
        return {};
    json all = json::array();
    for (const IncomingMessage& one : sayings) {
        json recipients = json::array();
        for (const conversation::RoleName& name : one.recipients)
            recipients.push_back(name.str());
        all.push_back({{"message", without(conversation::toJson(one.message), {"timestamp", "timestamp_text"})},
                       {"recipient", one.recipient},
                       {"recipients", std::move(recipients)},
                       {"private", one.isPrivate},
                       {"more", one.isMoreToCome},
                       {"addressed", one.isAddressed}});
        if (one.routed)
            all.back()["routed"] = {static_cast<int>(one.routed->rule), one.routed->isPrivate};
    }
    return {key, digitsOf(textOf(all), wishDigits)};
}

IdempotencyKey idempotencyKeyOf(const conversation::Question& question, const std::string& key)
{
    if (key.empty())
        return {};
    const json told =
        without(conversation::toJson(question), {"asked_at", "deadline", "is_deadline_paused", "approval"});
    return {key, digitsOf(textOf(told), wishDigits)};
}

std::string idOf(const IdempotencyKey& wish, const std::string& scope, std::size_t place)
{
    return std::string(prefix) + digitsOf(scope + '\n' + std::to_string(place) + '\n' + wish.key, wishKeyDigits) + '-'
        + wish.fingerprint;
}

std::string_view keyPartOf(std::string_view id)
{
    constexpr std::size_t dash = prefix.size() + wishKeyDigits;
    const bool isOfKey = id.size() == dash + 1 + wishDigits && id.starts_with(prefix) && id[dash] == '-'
        && areDigits(id.substr(prefix.size(), wishKeyDigits)) && areDigits(id.substr(dash + 1));
    return isOfKey ? id.substr(0, dash) : id;
}

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
