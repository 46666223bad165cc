#include "formats/metagpt/team_folder.h"

#include "formats/python_json.h"
#include "sentences.h"
#include "json/json_text.h"

#include <map>
#include <optional>
#include <set>

namespace quarterdeck::formats::metagpt {

using conversation::Result;
using nlohmann::json;

namespace {

/// The values of the folder's files; remembers the first that was none.
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

/// Several lists of messages as one, in which each message stands once.
class Merge
{
public:
    void add(const json& storage)
    {
        std::vector<std::string> keys;
        std::set<std::string> inThis;
        for (const json& message : storage) {
            const std::string id = textMember(message, "id");
            std::string key = id.empty() ? textOfJson(message) : id;
            m_messages.try_emplace(key, message);
            if (inThis.insert(key).second) {
                keys.push_back(std::move(key));
            }
        }
        for (std::size_t i = 1; i < keys.size(); ++i) {
            ++m_waiting[keys[i]];
        }
        m_lists.push_back({std::move(keys)});
    }

    json result()
    {
        json merged = json::array();
        while (List* next = nextList()) {
            const std::string key = next->keys[next->at];
            merged.push_back(m_messages[key]);
            m_given.insert(key);
            for (List& list : m_lists) {
                passGiven(list);
            }
        }
        return merged;
    }

private:
    struct List
    {
        std::vector<std::string> keys;
        std::size_t at = 0;
    };

    /// The first whose message nobody else remembers to have come later; the first at all where they disagree.
    List* nextList()
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

    void passGiven(List& list)
    {
        while (list.at < list.keys.size() && m_given.contains(list.keys[list.at])) {
            ++list.at;
            if (list.at < list.keys.size()) {
                --m_waiting[list.keys[list.at]];
            }
        }
    }

    std::map<std::string, json> m_messages;
    std::map<std::string, int> m_waiting; ///< in how many lists it stands behind another
    std::set<std::string> m_given;
    std::vector<List> m_lists;
};

json roleOf(const TeamFolderRole& member, Values& values)
{
    json role = values.of(member.info, member.folder + "/role_info.json");
    if (!role.is_object()) {
        role = json::object();
    }
    const std::string module = textMember(role, "module_name");
    role["__module_class_name"] = module + (module.empty() ? "" : ".") + textMember(role, "role_class");
    // "ProductManager_Alice"
    const std::size_t bar = member.folder.find('_');
    if (textMember(role, "name").empty()) {
        role["name"] = bar == std::string::npos ? member.folder : member.folder.substr(bar + 1);
    }
    return role;
}

} // namespace

Result<std::string> teamText(const TeamFolder& folder)
{
    Values values;
    Merge merge;
    json team = values.of(folder.info, "team_info.json");
    if (!team.is_object()) {
        team = json::object();
    }
    (void)values.of(folder.roles, "environment/roles.json");
    merge.add(storageOf(values.of(folder.memory, "environment/memory.json")));
    json roles = json::object();
    for (const TeamFolderRole& member : folder.members) {
        merge.add(storageOf(values.of(member.memory, member.folder + "/memory.json")));
        json role = roleOf(member, values);
        const std::string name = textMember(role, "name");
        roles[name] = std::move(role);
    }
    if (!values.broken().empty()) {
        return tl::unexpected(sentences::notJson(folder.name + "/" + values.broken(), 1, {}));
    }
    team["env"] = {{"desc", ""}, {"roles", std::move(roles)}, {"history", {{"storage", merge.result()}}}};
    return textOfJson(team);
}

} // namespace quarterdeck::formats::metagpt
