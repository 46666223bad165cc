#include "model/gateway/rest/idempotency_key.h"

#include "model/conversation/json/event_json.h"

#include <QCryptographicHash>
#include <algorithm>
#include <nlohmann/json.hpp>

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

} // namespace quarterdeck::gateway::api
