#include "model/formats/metagpt/team_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/metagpt/stored_messages.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace quarterdeck::formats::metagpt {

using conversation::Result;
using nlohmann::json;

namespace {

/// The values of the folder's files; remembers the first that could not be read.
class Values
{
public:
    json of(const std::string& text, const std::string& file)
    {
        if (text.empty()) {
            return {};
        }
        std::optional<json> value = python_json::parse(text);
        if (!value && m_broken.empty()) {
            m_broken = file;
        }
        return value.value_or(json());
    }
    [[nodiscard]] const std::string& broken() const { return m_broken; }

private:
    std::string m_broken;
};

json storageOf(const json& memory)
{
    json storage = memory.is_array() ? memory : memberOf(memory, "storage");
    return storage.is_array() ? storage : json::array();
}

/// What the environment's list says of a role: only there is its class.
json listedRole(const json& list, const std::string& name)
{
    const auto found =
        std::ranges::find_if(list, [&](const json& one) { return textMember(one, "role_name") == name; });
    return list.is_array() && found != list.end() ? *found : json();
}

json roleOf(const TeamFolderRole& member, const json& list, Values& values)
{
    json role = values.of(member.info, member.folder + "/role_info.json");
    if (!role.is_object()) {
        role = json::object();
    }
    // "ProductManager_Alice"
    const std::size_t bar = member.folder.find('_');
    if (textMember(role, "name").empty()) {
        role["name"] = bar == std::string::npos ? member.folder : member.folder.substr(bar + 1);
    }
    const json listed = listedRole(list, textMember(role, "name"));
    const json& named = textMember(role, "role_class").empty() ? listed : role;
    const std::string module = textMember(named, "module_name");
    role["__module_class_name"] = module + (module.empty() ? "" : ".") + textMember(named, "role_class");
    return role;
}

} // namespace

Result<std::string> teamText(const TeamFolder& folder)
{
    Values values;
    MergedStorage merge;
    json team = values.of(folder.info, "team_info.json");
    if (!team.is_object()) {
        team = json::object();
    }
    const json list = values.of(folder.roles, "environment/roles.json");
    merge.add(storageOf(values.of(folder.memory, "environment/memory.json")));
    json roles = json::object();
    for (const TeamFolderRole& member : folder.members) {
        merge.add(storageOf(values.of(member.memory, member.folder + "/memory.json")));
        json role = roleOf(member, list, values);
        const std::string name = textMember(role, "name");
        roles[name] = std::move(role);
    }
    if (!values.broken().empty()) {
        return tl::unexpected(errors::notJson(folder.name + "/" + values.broken(), 1, {}));
    }
    json storage = json::array();
    for (MergedStorage::Entry& entry : merge.result()) {
        storage.push_back(std::move(entry.message));
    }
    team["env"] = {{"desc", ""}, {"roles", std::move(roles)}, {"history", {{"storage", std::move(storage)}}}};
    return textOfJson(team);
}

} // namespace quarterdeck::formats::metagpt

namespace quarterdeck::formats {

using conversation::Address;
using conversation::Message;
using errors::RejectReason;
using metagpt::addressesIn;
using metagpt::readMessage;
using nlohmann::json;

namespace {

Role roleOf(const std::string& name, const json& source)
{
    Role role;
    role.name = RoleName(name);
    role.profile = textMember(source, "profile");
    role.goal = textMember(source, "goal");
    role.constraints = textMember(source, "constraints");
    role.classPath = textMember(source, "__module_class_name");
    role.addresses = addressesIn(memberOf(source, "addresses"));
    role.memoryEnabled = memberOf(source, "enable_memory") != false;
    const json watch = memberOf(memberOf(source, "rc"), "watch");
    for (const Address& action : addressesIn(watch)) {
        role.watch.insert(conversation::ActionName(action.str()));
    }
    return role;
}

/// A team's messages, each once: those of its history, and those that only roles remember.
class History
{
public:
    History(const std::string& file, SessionSink& sink, SourceLocation place)
        : m_file(file)
        , m_sink(sink)
        , m_place(std::move(place))
    { }

    /// `role`: whose memory it is; empty for the history.
    void take(const json& storage, const std::string& role = {})
    {
        m_merged.add(storage);
        m_roles.push_back(role);
    }
    std::vector<Message> messages()
    {
        std::vector<Message> messages;
        for (const metagpt::MergedStorage::Entry& entry : m_merged.result()) {
            const std::string& role = m_roles[entry.list];
            m_place.message = static_cast<std::int64_t>(entry.place) + 1;
            m_place.memory = role;
            auto read = readMessage(entry.message);
            if (!read) {
                m_sink.reportProblem(errors::problem(m_file, m_place, RejectReason::WrongContent));
                continue;
            }
            metagpt::reportFault(*read, m_file, m_place, m_sink);
            if (entry.isAlone && !role.empty()) {
                metagpt::attribute(read->message, role);
            }
            messages.push_back(std::move(read->message));
        }
        return messages;
    }

private:
    const std::string& m_file;
    SessionSink& m_sink;
    SourceLocation m_place;
    metagpt::MergedStorage m_merged;
    std::vector<std::string> m_roles; ///< of each list
};

bool isMemory(const json& value) { return memberOf(value, "storage").is_array(); }

/// Adds messages that `value` keeps anywhere and that are not known yet.
void addOtherMemories(const json& value, std::set<std::string>& known, json& messages)
{
    if (isMemory(value)) {
        for (const json& message : value["storage"]) {
            const std::string id = textMember(message, "id");
            if (known.insert(id.empty() ? textOfJson(message) : id).second) {
                messages.push_back(message);
            }
        }
        return;
    }
    for (const json& member : value.is_structured() ? value : json::array()) {
        addOtherMemories(member, known, messages);
    }
}

/// Everything a role remembers: its memory, followed by what only its working memories, or its planner's, have.
json memoriesOf(const json& role)
{
    json messages = memberOf(memberOf(memberOf(role, "rc"), "memory"), "storage");
    messages = messages.is_array() ? messages : json::array();
    std::set<std::string> known;
    for (const json& message : messages) {
        const std::string id = textMember(message, "id");
        known.insert(id.empty() ? textOfJson(message) : id);
    }
    addOtherMemories(memberOf(role, "rc"), known, messages);
    addOtherMemories(role, known, messages);
    return messages;
}

bool hasMemories(const json& value)
{
    return isMemory(value) ? !value["storage"].empty()
                           : value.is_structured() && std::any_of(value.begin(), value.end(), hasMemories);
}

/// What no export can reproduce: which member remembers what, and what a history contains more than once.
json leftOutOf(const json& history, const json& roles)
{
    std::set<std::string> ids;
    const auto isCopy = [&](const json& message) {
        const std::string id = textMember(message, "id");
        return !id.empty() && !ids.insert(id).second;
    };
    json counts = {{"memories", std::count_if(roles.begin(), roles.end(), hasMemories)},
                   {"copies", std::count_if(history.begin(), history.end(), isCopy)}};
    for (const char* kind : {"memories", "copies"}) {
        if (counts[kind] == 0) {
            counts.erase(kind);
        }
    }
    return counts;
}

/// A buffer is saved as a list, or as the text of one, whose elements may be texts of messages.
json bufferIn(const json& saved, const ReadLimits& limits)
{
    json list = saved.is_string() ? parseText(saved.get<std::string>(), limits).value_or(json()) : saved;
    if (isMemory(list)) {
        list = json(list["storage"]);
    }
    if (!list.is_array()) {
        return json::array();
    }
    for (json& message : list) {
        if (message.is_string()) {
            message = parseText(message.get<std::string>(), limits).value_or(json());
        }
    }
    return list;
}

/// The ids of messages that a role had not read when it was saved: those that wait in its buffer, and what it was
/// interrupted at. That is news which its memory lacks: MetaGPT takes it out again, so that it is read once more.
json unreadOf(const json& role, const ReadLimits& limits)
{
    const json& rc = memberOf(role, "rc");
    const json& memory = memberOf(memberOf(rc, "memory"), "storage");
    std::set<std::string> known;
    json ids = json::array();
    const auto add = [&](const json& message) {
        const std::string id = textMember(message, "id");
        if (!id.empty() && known.insert(id).second) {
            ids.push_back(id);
        }
    };
    for (const json& message : bufferIn(memberOf(rc, "msg_buffer"), limits)) {
        add(message);
    }
    if (!memory.is_array()) {
        return ids; // nobody knows what it remembers
    }
    for (const json& message : memory) {
        known.insert(textMember(message, "id"));
    }
    for (const json& message : bufferIn(memberOf(rc, "news"), limits)) {
        add(message);
    }
    add(memberOf(role, "latest_observed_msg"));
    return ids;
}

/// Removes whatever holds messages, wherever a role keeps it.
void takeOutMemories(json& value)
{
    if (!value.is_structured()) {
        return;
    }
    for (auto member = value.begin(); member != value.end();) {
        if (isMemory(*member) && value.is_object()) {
            member = value.erase(member);
        } else {
            takeOutMemories(*member);
            ++member;
        }
    }
}

/// Removes what our own roles hold, as read by roleOf.
void takeOutKnown(json& role)
{
    if (!role.is_object()) {
        return;
    }
    for (const char* key :
         {"name", "profile", "goal", "constraints", "addresses", "enable_memory", "__module_class_name"}) {
        role.erase(key);
    }
    if (const auto rc = role.find("rc"); rc != role.end() && rc->is_object()) {
        rc->erase("watch");
        if (rc->empty()) {
            role.erase(rc);
        }
    }
}

/// What the file says beyond messages and what our roles hold.
json fieldsOf(json document)
{
    json& env = document.is_object() && document.contains("env") ? document["env"] : document;
    if (isMemory(memberOf(env, "history"))) {
        env.erase("history");
    }
    const auto roles = env.is_object() ? env.find("roles") : env.end();
    if (!env.is_object() || roles == env.end() || !roles->is_object()) {
        return document;
    }
    takeOutMemories(*roles);
    for (auto role = roles->begin(); role != roles->end();) {
        takeOutKnown(*role);
        role = role->is_object() && role->empty() ? roles->erase(role) : std::next(role);
    }
    if (roles->empty()) {
        env.erase("roles");
    }
    return document;
}

/// The member with an address; nobody if several have it.
using Members = std::map<std::string, std::string>;

void addAddresses(const Role& role, Members& members)
{
    conversation::AddressSet addresses = role.addresses;
    addresses.insert(Address(role.classPath));
    for (const Address& address : addresses) {
        const auto [known, isNew] = members.try_emplace(address.str(), role.name.str());
        if (!isNew && known->second != role.name.str()) {
            known->second.clear();
        }
    }
}

/// By all that a message may call its speaker: the member's name and profile, alone or as "Alice(Product Manager)".
void addSpokenNames(const std::string& member, const json& role, Members& members)
{
    const std::string name = textMember(role, "name");
    const std::string profile = textMember(role, "profile");
    for (const std::string& spoken : std::set<std::string>{member, name, profile, name + "(" + profile + ")"}) {
        const auto [known, isNew] = members.try_emplace(spoken, member);
        if (!isNew && known->second != member) {
            known->second.clear();
        }
    }
}

/// A role that does not sign is known by what it is called.
void nameUnsigned(Message& message, const Members& spoken)
{
    const std::string speaker = metagpt::unsignedSpeaker(message);
    if (speaker.empty()) {
        return;
    }
    const auto member = spoken.find(speaker);
    metagpt::setUnsignedSpeaker(message, member == spoken.end() || member->second.empty() ? speaker : member->second);
}

/// A role may sign with its class path: its name then takes the place of that, and the path is kept as it came.
void nameSender(Message& message, const Members& members)
{
    const auto member = members.find(message.sentFrom.str());
    if (message.sentFrom.isEmpty() || member == members.end() || member->second.empty()
        || member->second == member->first) {
        return;
    }
    json metadata = message.metadata.json();
    metadata["source"]["sent_from"] = message.sentFrom.str();
    message.metadata = conversation::JsonValue(std::move(metadata));
    message.sentFrom = Address(member->second);
}

/// What all members' models cost together, from the team's context: an object, or the same as text.
std::optional<conversation::Usage> usageOf(const json& document, const ReadLimits& limits)
{
    json costs = memberOf(memberOf(document, "context"), "cost_manager");
    if (costs.is_string()) {
        costs = parseText(costs.get<std::string>(), limits).value_or(json());
    }
    conversation::Usage usage;
    usage.promptTokens = countMember(costs, "total_prompt_tokens");
    usage.completionTokens = countMember(costs, "total_completion_tokens");
    const json& cost = memberOf(costs, "total_cost");
    if (cost.is_number() && std::isfinite(cost.get<double>()) && cost.get<double>() >= 0) {
        usage.cost = cost.get<double>();
    }
    return usage.totalTokens() > 0 || usage.cost.value_or(0) > 0 ? std::optional(usage) : std::nullopt;
}

void readTeam(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const json& document,
              const SourceLocation& place)
{
    const json env = document.is_object() && document.contains("env") ? document["env"] : document;
    const json roles = memberOf(env, "roles");
    History history(source.name(), sink, place);
    const json& storage = memberOf(memberOf(env, "history"), "storage");
    history.take(storage);
    RecordingBuilder session(source, sink, limits);
    std::string leader;
    Members members;
    Members spoken;
    json unread = json::object();
    if (roles.is_object()) {
        for (const auto& [name, role] : roles.items()) {
            history.take(memoriesOf(role), name);
            if (json ids = unreadOf(role, limits); !ids.empty()) {
                unread[name] = std::move(ids);
            }
            Role read = roleOf(name, role);
            leader = read.classPath.ends_with(".TeamLeader") ? name : leader;
            addAddresses(read, members);
            addSpokenNames(name, role, spoken);
            session.addRole(std::move(read));
        }
    }
    std::vector<Message> messages = history.messages();
    if (messages.empty()) {
        sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
        return;
    }
    const std::string idea = textMember(document, "idea");
    const std::string& first = idea.empty() ? conversation::textOf(messages.front()) : idea;
    session.begin(titleFrom(first, baseName(source.name())),
                  {"metagpt", place, fieldsOf(document), leftOutOf(storage, roles), std::move(unread)}, leader);
    for (Message& message : messages) {
        if (sink.isStopped()) {
            return;
        }
        nameSender(message, members);
        nameUnsigned(message, spoken);
        session.addRole(message.sentFrom.str());
        session.add(std::move(message));
    }
    if (auto usage = usageOf(document, limits)) {
        session.addUsage(std::move(*usage));
    }
    session.end();
}

} // namespace

bool TeamReader::recognises(const JsonShape& shape) const
{
    const auto has = [&](const char* object, const char* key) {
        const auto found = shape.memberKeys.find(object);
        return found != shape.memberKeys.end() && found->second.contains(key);
    };
    const bool isCut = shape.error.has_value(); // perhaps before the history, which follows the roles
    return (has("env", "roles") && (isCut || has("env", "history")))
        || (shape.has("roles") && has("history", "storage"));
}

Result<std::size_t> TeamReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                     const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(
        sink, [&](const json& record, const SourceLocation& place) { readTeam(source, sink, limits, record, place); });
}

} // namespace quarterdeck::formats
