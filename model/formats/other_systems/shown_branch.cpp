#include "model/formats/other_systems/shown_branch.h"

#include "model/formats/json/json_text.h"

#include <algorithm>

namespace quarterdeck::formats::chatgpt {

using nlohmann::json;

namespace {

std::string newestNode(const json& mapping)
{
    std::string newest;
    double when = -1;
    for (const auto& [id, node] : mapping.items()) {
        const json& time = memberOf(memberOf(node, "message"), "create_time");
        if (time.is_number() && time.get<double>() > when) {
            when = time.get<double>();
            newest = id;
        }
    }
    return newest;
}

} // namespace

std::vector<const json*> activeBranch(const json& mapping, std::string current)
{
    if (memberOf(mapping, current.c_str()).is_null()) {
        current = newestNode(mapping);
    }
    std::vector<const json*> branch;
    for (std::size_t nodes = 0; !current.empty() && nodes < mapping.size(); ++nodes) {
        const json& node = memberOf(mapping, current.c_str());
        if (const json& message = memberOf(node, "message"); message.is_object()) {
            branch.push_back(&message);
        }
        current = textMember(node, "parent");
    }
    std::ranges::reverse(branch);
    return branch;
}

} // namespace quarterdeck::formats::chatgpt
