#include "model/formats/metagpt/team_folder.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/metagpt/merged_storage.h"

#include <algorithm>
#include <optional>

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
