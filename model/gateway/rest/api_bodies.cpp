#include "model/gateway/rest/api_bodies.h"

#include "model/conversation/attachments.h"
#include "model/conversation/json/event_json.h"
#include "model/gateway/rest/api_json.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace quarterdeck::gateway::api {

using conversation::EventBody;
using conversation::Intent;
using conversation::Message;
using conversation::Role;
using nlohmann::json;

namespace {

using Keys = std::initializer_list<std::string_view>;

const Keys roleKeys = {"name", "profile",     "class_path", "addresses",   "kind",
                       "goal", "constraints", "watch",      "observe_all", "memory_enabled"};
const Keys messageKeys = {"id",      "sent_from",        "name",     "role",       "send_to",        "cause_by",
                          "content", "instruct_content", "metadata", "timestamp",  "timestamp_text", "invocation_id",
                          "usage",   "recipient",        "private",  "recipients", "routed",         "more"};

tl::unexpected<BadBody> bad(const std::string& where, const std::string& what)
{
    return tl::unexpected(where + ": " + what + ".");
}

/// A typo in a key must not pass for something left out.
Read<json> checked(json value, const std::string& where, Keys keys)
{
    if (!value.is_object())
        return bad(where, "not an object");
    for (const auto& member : value.items())
        if (std::ranges::find(keys, std::string_view(member.key())) == keys.end())
            return bad(where, "unknown key “" + member.key().substr(0, longestName) + "”");
    for (const char* name : {"id", "name", "sent_from", "title", "source", "asker", "role", "recipient"})
        if (const auto found = value.find(name);
            found != value.end() && found->is_string() && found->get_ref<const std::string&>().size() > longestName)
            return bad(where, std::string(name) + " is too long");
    return value;
}

template <typename T>
Read<T> taken(conversation::Result<T> read, const std::string& where)
{
    if (!read)
        return bad(where, read.error().detail.empty() ? read.error().sentence : read.error().detail);
    return std::move(*read);
}

/// Reads the payload of one of our log's events.
template <typename Body>
Read<Body> eventIn(const char* kind, const json& payload, const std::string& where)
{
    auto read = taken(conversation::eventFromPayload(kind, conversation::eventVersion, payload.dump()), where);
    if (!read)
        return tl::unexpected(std::move(read.error()));
    if (Body* body = std::get_if<Body>(&*read))
        return std::move(*body);
    return bad(where, "not understood");
}

std::optional<json> take(json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end())
        return std::nullopt;
    json value = std::move(*found);
    object.erase(found);
    return value;
}

/// Allows "Bob" for ["Bob"].
void listed(json& object, const char* key)
{
    if (const auto found = object.find(key); found != object.end() && found->is_string())
        *found = json::array({*found});
}

void blocksOfText(json& object, const char* key)
{
    if (const auto found = object.find(key); found != object.end() && found->is_string())
        *found = json::array({{{"type", "text"}, {"text", *found}}});
}

/// The place of a value, in words and as a path.
struct Place
{
    std::string name; ///< "Message 3"
    std::string path; ///< "messages[2]."; empty = it is all of the body
};

Read<Role> roleIn(json value, const Place& place)
{
    const std::string& where = place.name;
    auto role = checked(std::move(value), where, roleKeys);
    if (!role)
        return tl::unexpected(std::move(role.error()));
    listed(*role, "addresses");
    listed(*role, "watch");
    if (const auto wrong = validateRole(*role))
        return bad(where, *wrong);
    return taken(conversation::roleFromJson(*role), where);
}

/// All elements of a list, or the first error. `key`: the member with the list; null = the element itself is one.
template <typename T, typename ReadOne>
Read<std::vector<T>> each(json list, const char* key, const std::string& what, ReadOne readOne)
{
    if (!list.is_array() || list.empty())
        return bad(what + "s", "not a list, or an empty one");
    if (list.size() > mostAtOnce)
        return bad(what + "s", "more than " + std::to_string(mostAtOnce) + " at once");
    std::vector<T> values;
    for (json& one : list) {
        const std::size_t index = values.size();
        auto value =
            readOne(std::move(one),
                    Place{what + " " + std::to_string(index + 1),
                          key == nullptr ? std::string() : std::string(key) + "[" + std::to_string(index) + "]."});
        if (!value)
            return tl::unexpected(std::move(value.error()));
        values.push_back(std::move(*value));
    }
    return values;
}

/// Reads a single thing, or a list of them under a key of its own.
template <typename T, typename ReadOne>
Read<std::vector<T>> oneOrMore(std::string_view body, const char* key, const std::string& what, ReadOne readOne)
{
    auto object = objectIn(body);
    if (!object)
        return tl::unexpected(std::move(object.error()));
    if (!object->contains(key))
        return each<T>(json::array({std::move(*object)}), nullptr, what, readOne);
    auto list = checked(std::move(*object), "The request body", {key});
    if (!list)
        return tl::unexpected(std::move(list.error()));
    return each<T>(std::move(list->at(key)), key, what, readOne);
}

/// A message cannot cost less than nothing.
bool isSensible(const conversation::Usage& usage)
{
    return usage.promptTokens >= 0 && usage.completionTokens >= 0 && usage.durationMs >= 0 && usage.cachedTokens >= 0
        && usage.reasoningTokens >= 0 && usage.cost.value_or(0.0) >= 0.0;
}

Read<std::string> textIn(const std::optional<json>& value, const std::string& where, const char* key)
{
    if (!value)
        return std::string();
    if (!value->is_string())
        return bad(where, std::string(key) + ": not a text");
    return value->get<std::string>();
}

/// Also true if there is none.
bool isForm(const json& schema)
{
    return schema.is_null() || schema == json::object()
        || (schema.is_object() && schema.value("type", json()) == "object");
}

/// Has nothing but empty text.
bool saysNothing(const Message& message)
{
    return std::ranges::all_of(message.content, [](const conversation::ContentBlock& block) {
        const auto* text = std::get_if<conversation::TextBlock>(&block);
        return text != nullptr && text->text.empty();
    });
}

Read<Message> messageIn(json value, const std::string& where)
{
    if (const auto wrong = validateMessage(value))
        return bad(where, *wrong);
    listed(value, "send_to");
    blocksOfText(value, "content");
    value.emplace("id", "");
    value.emplace("role", value.at("sent_from") == json("") ? "user" : "assistant");
    auto message = taken(conversation::messageFromJson(value), where);
    if (message && saysNothing(*message) && !message->instructContent)
        return bad(where, "it says nothing: content is missing or empty");
    if (message && !message->metadata.isNull() && !message->metadata.json().is_object())
        return bad(where, "metadata: not an object");
    if (message && message->usage && !isSensible(*message->usage))
        return bad(where, "usage: a number below zero");
    if (message && conversation::namesStoredMedia(*message)) // a result may not name what its session does not have
        return bad(where, "output_blocks: media are sent beside a result, not named in it");
    return message;
}

/// The bytes in a list of blocks, which then refers to them by hash.
Read<std::vector<formats::RecordedAttachment>> mediaIn(json& object, const char* key, const std::string& path)
{
    const auto blocks = object.find(key);
    return blocks == object.end() ? std::vector<formats::RecordedAttachment>() : takeMedia(*blocks, path + key);
}

Read<std::vector<conversation::RoleName>> namesIn(const json& object, const char* key, const std::string& where)
{
    const json names = object.value(key, json::array());
    if (!names.is_array() || names.size() > mostAtOnce
        || !std::ranges::all_of(names, [](const json& one) { return one.is_string(); }))
        return bad(where, std::string(key) + ": not a list of names");
    std::vector<conversation::RoleName> read;
    for (const json& one : names)
        read.emplace_back(one.get<std::string>());
    return read;
}

/// What a program's environment did with a message.
Read<conversation::OutsideRoute> outsideRouteIn(const json& value, const std::string& where)
{
    using conversation::RoutingRule;
    static constexpr std::pair<std::string_view, RoutingRule> rules[] = {{"direct_message", RoutingRule::DirectMessage},
                                                                         {"direct_reply", RoutingRule::DirectReply},
                                                                         {"from_leader", RoutingRule::FromLeader},
                                                                         {"ordinary", RoutingRule::Ordinary},
                                                                         {"to_self", RoutingRule::ToSelf},
                                                                         {"to_person", RoutingRule::ToUser}};
    auto object = checked(value, where + ": routed", {"rule", "private", "opened", "ended"});
    if (!object)
        return tl::unexpected(std::move(object.error()));
    const auto* rule =
        std::ranges::find_if(rules, [&](const auto& one) { return object->value("rule", json()) == json(one.first); });
    const json isPrivate = object->value("private", json(false));
    if (rule == std::end(rules))
        return bad(where, "routed: rule is none that is known");
    if (!isPrivate.is_boolean())
        return bad(where, "routed: private: not true or false");
    auto opened = namesIn(*object, "opened", where);
    auto ended = namesIn(*object, "ended", where);
    if (!opened || !ended)
        return tl::unexpected(!opened ? opened.error() : ended.error());
    return conversation::OutsideRoute{rule->second, isPrivate.get<bool>(), std::move(*opened), std::move(*ended)};
}

Read<IncomingMessage> sayingIn(json value, const Place& place)
{
    const std::string& where = place.name;
    auto object = checked(std::move(value), where, messageKeys);
    if (!object)
        return tl::unexpected(std::move(object.error()));
    const auto recipient = take(*object, "recipient");
    const auto isPrivate = take(*object, "private");
    const json recipients = take(*object, "recipients").value_or(json::array());
    IncomingMessage saying;
    const auto isMoreToCome = take(*object, "more");
    if (isPrivate && !isPrivate->is_boolean())
        return bad(where, "private: not true or false");
    if (isMoreToCome && !isMoreToCome->is_boolean())
        return bad(where, "more: not true or false");
    saying.isMoreToCome = isMoreToCome && isMoreToCome->get<bool>();
    saying.isPrivate = isPrivate && isPrivate->get<bool>();
    if (!recipients.is_array() || recipients.size() > mostAtOnce
        || !std::ranges::all_of(recipients, [](const json& one) { return one.is_string(); }))
        return bad(where, "recipients: not a list of names");
    for (const json& one : recipients)
        saying.recipients.emplace_back(one.get<std::string>());
    if (const auto routed = take(*object, "routed")) {
        auto outside = outsideRouteIn(*routed, where);
        if (!outside)
            return tl::unexpected(std::move(outside.error()));
        saying.routed = std::move(*outside);
    }
    auto name = textIn(recipient, where, "recipient");
    if (!name)
        return tl::unexpected(std::move(name.error()));
    saying.recipient = std::move(*name);
    saying.isAddressed = object->contains("send_to");
    saying.place = place.path;
    auto media = mediaIn(*object, "content", place.path);
    if (!media)
        return tl::unexpected(std::move(media.error()));
    saying.media = std::move(*media);
    auto message = messageIn(std::move(*object), where);
    if (!message)
        return tl::unexpected(std::move(message.error()));
    saying.message = std::move(*message);
    return saying;
}

/// Finds the leader in the team, unless the program says how routing goes.
void nameLeader(NewSession& session, bool isRoutingTold)
{
    if (isRoutingTold)
        return;
    const auto leader = std::ranges::find(session.team, conversation::RoleKind::TeamLeader, &Role::kind);
    session.settings.routing.leader = leader == session.team.end() ? conversation::RoleName() : leader->name;
    session.settings.routing.leaderProfile = leader == session.team.end() ? std::string() : leader->profile;
}

/// Adds what the body says about it, under the keys of that event.
template <typename Body, typename Make>
std::optional<BadBody> addTold(std::vector<Intent>& intents, const char* kind, const json& payload, Make make)
{
    auto read = eventIn<Body>(kind, payload, "The status");
    if (!read)
        return std::move(read.error());
    intents.push_back(make(*read));
    return std::nullopt;
}

json part(const json& from, Keys keys)
{
    json some = json::object();
    for (const std::string_view key : keys)
        if (const auto found = from.find(key); found != from.end())
            some[std::string(key)] = *found;
    return some;
}

std::optional<BadBody> addActivity(std::vector<Intent>& intents, const json& status)
{
    using conversation::RoleActivity;
    return addTold<conversation::RoleActivityChanged>(
        intents, "role_activity_changed", part(status, {"role", "activity", "detail", "has_work"}),
        [&](const conversation::RoleActivityChanged& told) {
            const bool isAtWork = told.activity == RoleActivity::Thinking || told.activity == RoleActivity::Acting;
            return conversation::SetRoleActivity{told.role, told.activity, told.detail,
                                                 status.contains("has_work") ? told.hasWork : isAtWork,
                                                 told.activity == RoleActivity::Idle};
        });
}

std::optional<BadBody> addUsage(std::vector<Intent>& intents, json status)
{
    status.emplace("role", "");
    const auto wrong = addTold<conversation::UsageRecorded>(intents, "usage_recorded", part(status, {"role", "usage"}),
                                                            [](const conversation::UsageRecorded& told) {
                                                                return conversation::RecordUsage{told.role, told.usage};
                                                            });
    if (!wrong && !isSensible(std::get<conversation::RecordUsage>(intents.back()).usage))
        return BadBody("The status: usage: a number below zero.");
    return wrong;
}

std::optional<BadBody> addRunState(std::vector<Intent>& intents, const json& status)
{
    if (auto wrong = validateRunState(status.at("run_state")))
        return "The status: " + *wrong + ".";
    json payload = part(status, {"reason"});
    payload["state"] = status.at("run_state");
    return addTold<conversation::RunStateChanged>(intents, "run_state_changed", payload,
                                                  [](const conversation::RunStateChanged& told) {
                                                      return conversation::SetRunState{told.state, told.reason, {}};
                                                  });
}

} // namespace

Read<NewSession> readNewSession(std::string_view body)
{
    auto object = objectIn(body);
    if (object)
        object = checked(std::move(*object), "The session",
                         {"title", "kind", "is_public", "source", "details", "budget", "rounds", "routing", "team"});
    if (!object)
        return tl::unexpected(std::move(object.error()));
    const auto team = take(*object, "team");
    const bool isRoutingTold = object->contains("routing");
    // Whoever does not know of private words cannot keep them.
    const auto keepsSecrets = isRoutingTold && object->at("routing").is_object()
        ? take(object->at("routing"), "keeps_secrets").value_or(json(false))
        : json(false);
    if (!keepsSecrets.is_boolean())
        return bad("The session", "routing: keeps_secrets: not true or false");
    auto settings = eventIn<conversation::SessionStarted>("session_started", *object, "The session");
    if (!settings)
        return tl::unexpected(std::move(settings.error()));
    using conversation::SessionKind;
    if (settings->kind != SessionKind::Team && settings->kind != SessionKind::Remote)
        return bad("The session", "kind: neither “team” nor “remote”");
    NewSession session{std::move(*settings), {}};
    session.settings.routing.switches.set(conversation::RoutingOption::PrivateWords, keepsSecrets.get<bool>());
    if (team && !(team->is_array() && team->empty())) {
        auto roles = each<Role>(*team, "team", "Role", roleIn);
        if (!roles)
            return tl::unexpected(std::move(roles.error()));
        session.team = std::move(*roles);
    }
    nameLeader(session, isRoutingTold);
    return session;
}

Read<std::vector<Role>> readRoles(std::string_view body) { return oneOrMore<Role>(body, "roles", "Role", roleIn); }

Read<std::vector<IncomingMessage>> parseMessages(std::string_view body)
{
    return oneOrMore<IncomingMessage>(body, "messages", "Message", sayingIn);
}

Read<NewQuestion> readQuestion(std::string_view body)
{
    auto object = objectIn(body);
    if (object)
        object = checked(
            std::move(*object), "The question",
            {"id", "asker", "text", "reason", "options", "schema", "images", "deadline", "default_option", "urgency"});
    if (!object)
        return tl::unexpected(std::move(object.error()));
    if (const auto wrong = validateQuestion(*object))
        return bad("The question", *wrong);
    if (const auto options = object->find("options"); options != object->end() && options->is_array())
        for (json& option : *options)
            if (option.is_string())
                option = {{"label", option}};
    if (const auto schema = object->find("schema"); schema != object->end() && !isForm(*schema))
        return bad("The question", "schema: its type must be “object”, with the form's fields as properties");
    object->emplace("id", "");
    auto media = mediaIn(*object, "images", {});
    if (!media)
        return tl::unexpected(std::move(media.error()));
    auto question = taken(conversation::questionFromJson(*object), "The question");
    if (!question)
        return tl::unexpected(std::move(question.error()));
    return NewQuestion{std::move(*question), std::move(*media)};
}

Read<std::vector<Intent>> readStatus(std::string_view body)
{
    auto object = objectIn(body);
    if (object)
        object = checked(std::move(*object), "The status",
                         {"role", "activity", "detail", "has_work", "usage", "run_state", "reason"});
    if (!object)
        return tl::unexpected(std::move(object.error()));
    std::vector<Intent> intents;
    std::optional<BadBody> wrong;
    if (object->contains("activity"))
        wrong = addActivity(intents, *object);
    if (!wrong && object->contains("usage"))
        wrong = addUsage(intents, *object);
    if (!wrong && object->contains("run_state"))
        wrong = addRunState(intents, *object);
    if (wrong)
        return tl::unexpected(std::move(*wrong));
    if (intents.empty())
        return bad("The status", "none of activity, usage and run_state is told");
    return intents;
}

} // namespace quarterdeck::gateway::api
