#include "model/formats/metagpt/stored_messages.h"

#include "model/conversation/outsiders.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_schema.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace quarterdeck::formats::metagpt {

using conversation::JsonValue;
using conversation::Result;
using nlohmann::json;

namespace {

struct TypeRow
{
    FieldType type;
    std::string_view mapping;
    std::string_view name;
};

constexpr std::array rows = {
    TypeRow{FieldType::Text, "(<class 'str'>, Ellipsis)", "str"},
    TypeRow{FieldType::ListOfTexts, "(list[str], Ellipsis)", "list[str]"},
    TypeRow{FieldType::ListOfListsOfTexts, "(list[list[str]], Ellipsis)", "list[list[str]]"},
};

const TypeRow& rowOf(FieldType type)
{
    return *std::ranges::find_if(rows, [&](const TypeRow& row) { return row.type == type; });
}

/// For a JSON Schema that says no more than one of the three types.
std::optional<FieldType> fieldTypeOfSchema(const json& schema, std::size_t lists)
{
    const std::string type = textMember(schema, "type");
    if (type == "array" && lists < 2 && schema.contains("items")) {
        return fieldTypeOfSchema(schema["items"], lists + 1);
    }
    constexpr std::array types = {FieldType::Text, FieldType::ListOfTexts, FieldType::ListOfListsOfTexts};
    return type == "string" && !schema.contains("enum") ? std::optional(types.at(lists)) : std::nullopt;
}

Result<ParsedStructuredContent> refusal(const std::string& finding)
{
    return tl::unexpected(errors::notStructuredContent(finding));
}

} // namespace

std::optional<FieldType> fieldTypeOf(std::string_view mappingText)
{
    const auto row = std::ranges::find_if(rows, [&](const TypeRow& one) { return one.mapping == mappingText; });
    return row == rows.end() ? std::nullopt : std::optional(row->type);
}

std::string mappingText(FieldType type) { return std::string(rowOf(type).mapping); }

std::string typeName(FieldType type) { return std::string(rowOf(type).name); }

bool isOfType(const json& value, FieldType type)
{
    if (type == FieldType::Text) {
        return python_json::isText(value);
    }
    const FieldType element = type == FieldType::ListOfTexts ? FieldType::Text : FieldType::ListOfTexts;
    return value.is_array() && std::ranges::all_of(value, [&](const json& one) { return isOfType(one, element); });
}

std::optional<json> mappingOfSchema(const json& schema)
{
    const json properties = schema.is_object() ? schema.value("properties", json()) : json();
    if (!properties.is_object() || properties.empty()) {
        return std::nullopt;
    }
    const json required = schema.value("required", json::array());
    json mapping = json::object();
    for (const auto& [name, property] : properties.items()) {
        const auto type = fieldTypeOfSchema(property, 0);
        if (!type || std::find(required.begin(), required.end(), name) == required.end()) {
            return std::nullopt;
        }
        mapping[name] = mappingText(*type);
    }
    return mapping;
}

Result<ParsedStructuredContent> readStructuredContent(const json& content)
{
    if (!content.is_object() || !content.value("class", json()).is_string()
        || !content.value("value", json()).is_object()) {
        return refusal("$.class, $.value");
    }
    ParsedStructuredContent read;
    json schema{{"class", content["class"]}};
    json value = content["value"];
    if (const json mapping = content.value("mapping", json()); mapping.is_object()) {
        schema["mapping"] = json::object();
        for (const auto& [field, text] : mapping.items()) {
            const auto type = text.is_string() ? fieldTypeOf(text.get<std::string>()) : std::nullopt;
            if (!type) {
                read.refused[field] = text.is_string() ? text.get<std::string>() : textOfJson(text);
                value.erase(field);
            } else if (!value.contains(field) || !isOfType(value[field], *type)) {
                return refusal("$.value." + field);
            } else {
                schema["mapping"][field] = typeName(*type);
            }
        }
    } else if (content.contains("schema")) {
        const auto parsed = JsonSchema::of(content["schema"]);
        if (!parsed) {
            return refusal("$.schema" + parsed.error().detail.substr(1));
        }
        if (const auto finding = (*parsed)->findingIn(value)) {
            return refusal("$.value" + finding->substr(1));
        }
        schema["schema"] = content["schema"];
    } else if (!textMember(content, "module").empty()) {
        schema["module"] = content["module"];
    } else {
        return refusal("$.mapping");
    }
    read.content = {JsonValue(std::move(schema)), JsonValue(std::move(value))};
    return read;
}

namespace {

constexpr std::string_view addressStart = "[Message] from ";

} // namespace

void MergedStorage::add(const json& storage)
{
    std::vector<std::string> keys;
    std::set<std::string> inThis;
    std::map<std::string, int> alike; // of those without an id: the second of two is another message
    std::size_t place = 0;
    for (const json& message : storage.is_array() ? storage : json::array()) {
        const std::string id = textMember(message, "id");
        std::string key = id.empty() ? textOfJson(message) : id;
        if (id.empty()) {
            key += '\n' + std::to_string(alike[key]++);
        }
        keep(key, message, place++);
        if (inThis.insert(key).second) {
            keys.push_back(std::move(key));
        }
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
        ++m_waiting[keys[i]];
    }
    m_lists.push_back({std::move(keys)});
}

void MergedStorage::keep(const std::string& key, const json& message, std::size_t place)
{
    const std::size_t list = m_lists.size();
    const auto [known, isNew] = m_entries.try_emplace(key, Entry{message, list, place, true});
    if (isNew) {
        return;
    }
    Entry& entry = known->second;
    entry.isAlone = entry.isAlone && entry.list == list;
    if (isAddressedCopy(textMember(entry.message, "content")) && message.is_object() && message.contains("content")
        && !isAddressedCopy(textMember(message, "content"))) {
        entry.message["content"] = message["content"];
    }
}

std::vector<MergedStorage::Entry> MergedStorage::result()
{
    std::vector<Entry> merged;
    while (List* next = nextList()) {
        const std::string key = next->keys[next->at];
        merged.push_back(std::move(m_entries[key]));
        m_given.insert(key);
        for (List& list : m_lists) {
            passGiven(list);
        }
    }
    return merged;
}

/// The first list whose message no other list places later; if they disagree, simply the first.
MergedStorage::List* MergedStorage::nextList()
{
    List* first = nullptr;
    for (List& list : m_lists) {
        if (list.at >= list.keys.size()) {
            continue;
        }
        if (m_waiting[list.keys[list.at]] <= 0) {
            return &list;
        }
        first = first == nullptr ? &list : first;
    }
    return first;
}

void MergedStorage::passGiven(List& list)
{
    while (list.at < list.keys.size() && m_given.contains(list.keys[list.at])) {
        ++list.at;
        if (list.at < list.keys.size()) {
            --m_waiting[list.keys[list.at]];
        }
    }
}

bool isAddressedCopy(const std::string& text) { return withoutAddress(text).size() != text.size(); }

std::string withoutAddress(const std::string& text)
{
    if (!text.starts_with(addressStart)) {
        return text;
    }
    const std::size_t to = text.find(" to ", addressStart.size());
    const std::size_t colon = to == std::string::npos ? to : text.find(": ", to);
    // Names are on one line.
    return colon == std::string::npos || text.find('\n') < colon ? text : text.substr(colon + 2);
}

using conversation::Address;
using conversation::Message;

conversation::AddressSet addressesIn(const json& list)
{
    conversation::AddressSet addresses;
    if (list.is_array()) {
        for (const json& address : list) {
            if (auto text = python_json::shownText(address)) {
                addresses.insert(Address(std::move(*text)));
            }
        }
    }
    return addresses;
}

namespace {

StructuredFault refusedFields(const std::map<std::string, std::string>& refused)
{
    StructuredFault fault;
    for (const auto& [field, mapping] : refused) {
        fault.detail += (fault.detail.empty() ? "" : ", ") + field + ": " + mapping;
    }
    return fault;
}

/// As MetaGPT loads them: a text is a single address, and an empty field means everyone.
conversation::AddressSet recipientsIn(const json& source, json& metadata)
{
    const json& given = memberOf(source, "send_to");
    const bool isList = given.is_array() && !given.empty();
    if (isList) {
        return addressesIn(given);
    }
    if (source.contains("send_to")) {
        metadata["source"]["send_to"] = given; // to be written as it came
    }
    const std::string one = given.is_string() ? python_json::shownText(given).value_or("") : std::string();
    return {one.empty() ? conversation::address::all : Address(one)};
}

/// Removes the line that everyone who heard it was shown first.
void takeAddress(Message& message, json& metadata)
{
    const std::string said = conversation::textOf(message);
    if (isAddressedCopy(said)) {
        metadata["source"]["content"] = said;
        message.content = conversation::textBlocks(withoutAddress(said));
    }
}

} // namespace

std::optional<ParsedMessage> readMessage(const json& source)
{
    const json& content = memberOf(source, "content");
    auto text = python_json::shownText(content);
    if (!text) {
        return std::nullopt;
    }
    ParsedMessage read;
    Message& message = read.message;
    message.id = conversation::MessageId(textMember(source, "id"));
    message.content = conversation::textBlocks(std::move(*text));
    message.role = textMember(source, "role");
    message.causeBy = conversation::recordedAction(textMember(source, "cause_by"));
    message.sentFrom = Address(textMember(source, "sent_from"));
    json metadata = memberOf(source, "metadata");
    metadata = metadata.is_object() ? metadata : json::object();
    if (metadata.contains("source")) { // where what came otherwise is kept
        metadata["source"] = {{"metadata", metadata}};
    }
    message.sendTo = recipientsIn(source, metadata);
    if (const json structured = memberOf(source, "instruct_content"); !structured.is_null()) {
        if (auto known = readStructuredContent(structured)) {
            message.instructContent = std::move(known->content);
            read.fault = known->refused.empty() ? std::nullopt : std::optional(refusedFields(known->refused));
        } else if (!structured.empty()) { // what is empty is none for MetaGPT
            read.fault = StructuredFault{true, known.error().detail};
        }
        metadata["source"]["instruct_content"] = structured;
    }
    if (python_json::isMarked(content)) {
        metadata["source"]["content"] = content; // to be written as it came
    }
    takeAddress(message, metadata);
    message.metadata = JsonValue(std::move(metadata));
    return read;
}

void reportFault(const ParsedMessage& read, const std::string& file, const SourceLocation& place, SessionSink& sink)
{
    using errors::RejectReason;
    if (read.fault) {
        const RejectReason reason =
            read.fault->isAll ? RejectReason::StructuredContent : RejectReason::StructuredFields;
        sink.reportProblem(errors::problem(file, place, reason, read.fault->detail));
    }
}

namespace {

/// `[{"command_name", "args"}]`: what a role's model decided to do; only the role's own memory has it.
bool isCommandList(const json& value)
{
    return value.is_array() && !value.empty()
        && std::ranges::all_of(value, [](const json& one) { return !textMember(one, "command_name").empty(); });
}

/// The content of the first "```json" block, extracted as MetaGPT does it; empty if there is none.
std::string fenced(const std::string& text)
{
    constexpr std::string_view open = "```json";
    const std::size_t start = text.find(open);
    const std::size_t line = start == std::string::npos ? start : text.find('\n', start);
    const std::size_t end = line == std::string::npos ? line : text.find("\n```", line);
    return end == std::string::npos ? std::string() : text.substr(line + 1, end - line - 1);
}

/// The commands in a model's answer, in a block of their own or not, with or without thoughts before them.
std::optional<json> commandsIn(const std::string& text)
{
    std::string candidate = fenced(text);
    if (candidate.empty()) {
        std::size_t at = text.starts_with('[') ? 0 : text.find("\n[");
        at = at == std::string::npos ? text.find("[{") : at;
        const std::size_t end = text.rfind(']');
        if (at == std::string::npos || end == std::string::npos || end < at) {
            return std::nullopt;
        }
        candidate = text.substr(at, end - at + 1);
    }
    auto commands = python_json::parse(candidate);
    return commands && isCommandList(*commands) ? commands : std::nullopt;
}

/// What a role told or asked the person through its commands.
std::string replyIn(const json& commands)
{
    std::string reply;
    for (const json& one : commands) {
        const std::string name = textMember(one, "command_name");
        const char* key = name.ends_with(".reply_to_human") ? "content"
            : name.ends_with(".ask_human")                  ? "question"
                                                            : nullptr;
        const std::string said = key == nullptr ? std::string() : textMember(memberOf(one, "args"), key);
        reply += (reply.empty() || said.empty() ? "" : "\n") + said;
    }
    return reply;
}

/// "Command Editor.write executed: …", "Human response: …": the results of commands, as the role tells them to itself.
bool isOfCommands(const std::string& text)
{
    const std::string line = text.substr(0, text.find('\n'));
    return (line.starts_with("Command ") && line.find(" executed") != std::string::npos)
        || line.starts_with("Human response");
}

/// A quick answer is added to the memory by the action that gave it to the person; others are for the role.
bool isQuickAnswer(const Message& message) { return message.causeBy.str().ends_with(".RunCommand"); }

} // namespace

void attribute(Message& message, const std::string& role)
{
    if (!message.sentFrom.isEmpty()) {
        return;
    }
    const std::string text = conversation::textOf(message);
    const auto commands = commandsIn(text);
    const bool isAnswer = message.role == "assistant";
    if (!commands && !isAnswer && !isOfCommands(text)) {
        return;
    }
    const std::string reply = commands ? replyIn(*commands) : isAnswer && isQuickAnswer(message) ? text : "";
    json metadata = message.metadata.json();
    metadata["source"]["content"] = text;
    metadata["source"]["sent_from"] = "";
    json sendTo = json::array();
    for (const Address& address : message.sendTo) {
        sendTo.push_back(address.str());
    }
    metadata["source"]["send_to"] = std::move(sendTo);
    message.metadata = conversation::JsonValue(std::move(metadata));
    message.sentFrom = Address(role);
    message.sendTo = {reply.empty() ? conversation::address::none : conversation::address::person};
    if (!reply.empty()) {
        message.content = conversation::textBlocks(reply);
    }
}

std::string unsignedSpeaker(const Message& message)
{
    constexpr std::array others = {"user", "human", "boss", "assistant", "system", "tool"};
    std::string role = message.role;
    std::ranges::transform(role, role.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool isRequirement = message.causeBy.str().ends_with("Requirement"); // UserRequirement, BossRequirement
    const bool isOther = role.empty() || std::ranges::find(others, role) != others.end();
    return message.sentFrom.isEmpty() && !isRequirement && !isOther ? message.role : std::string();
}

void setUnsignedSpeaker(Message& message, const std::string& name)
{
    json metadata = message.metadata.json();
    metadata["source"]["sent_from"] = "";
    message.metadata = JsonValue(std::move(metadata));
    message.sentFrom = Address(name);
}

} // namespace quarterdeck::formats::metagpt
