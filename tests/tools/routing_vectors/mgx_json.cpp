#include "mgx_json.h"

#include <map>

using namespace quarterdeck::conversation;

namespace {

AddressSet addressSet(const nlohmann::json& json)
{
    AddressSet set;
    if (json.is_string() && !json.get_ref<const std::string&>().empty()) {
        set.insert(Address(json.get<std::string>()));
    }
    if (json.is_array()) {
        for (const nlohmann::json& item : json) {
            set.insert(Address(item.get<std::string>()));
        }
    }
    return set;
}

/// The subclasses of Message fix their role.
std::string chatRole(const nlohmann::json& json)
{
    static const std::map<std::string, std::string> fixed{
        {"UserMessage", "user"}, {"AIMessage", "assistant"}, {"SystemMessage", "system"}};
    const auto found = fixed.find(mgx_json::className(json));
    return found == fixed.end() ? json.value("role", "user") : found->second;
}

} // namespace

Role mgx_json::role(const nlohmann::json& json)
{
    Role role;
    role.name = RoleName(json.at("name").get<std::string>());
    role.profile = json.at("profile").get<std::string>();
    role.classPath = json.at("class").get<std::string>();
    role.kind = json.value("kind", "") == "team_leader" ? RoleKind::TeamLeader : RoleKind::Member;
    role.addresses = addressSet(json.value("addresses", nlohmann::json()));
    for (const nlohmann::json& cause : json.value("watch", nlohmann::json::array())) {
        role.watch.insert(ActionName(cause.get<std::string>()));
    }
    role.observeAll = json.value("observe_all", true);
    role.memoryEnabled = json.value("enable_memory", true);
    return role;
}

std::string mgx_json::className(const nlohmann::json& message) { return message.value("class", "Message"); }

Message mgx_json::message(const nlohmann::json& json)
{
    Message message;
    message.id = MessageId(json.value("id", ""));
    message.sentFrom = Address(json.value("sent_from", ""));
    message.role = chatRole(json);
    message.sendTo = addressSet(json.value("send_to", nlohmann::json()));
    message.causeBy = ActionName(json.value("cause_by", ""));
    message.content = textBlocks(json.at("content").get<std::string>());
    message.metadata = JsonValue(json.value("metadata", nlohmann::json()));
    return message;
}

nlohmann::json mgx_json::write(const Message& message, const std::string& className)
{
    const nlohmann::json& metadata = message.metadata.json();
    return {{"class", className},
            {"id", message.id.str()},
            {"content", textOf(message)},
            {"role", message.role},
            {"cause_by", message.causeBy.str()},
            {"sent_from", message.sentFrom.str()},
            {"send_to", addresses(message.sendTo)},
            {"metadata", metadata.is_null() ? nlohmann::json::object() : metadata}};
}

nlohmann::json mgx_json::addresses(const AddressSet& set)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Address& address : set) {
        list.push_back(address.str());
    }
    return list;
}
