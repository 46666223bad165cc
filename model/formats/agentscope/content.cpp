#include "model/formats/agentscope/content.h"

#include "model/formats/json/python_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

Content<std::optional<std::string>> textContent(const json& content, std::string_view separator)
{
    if (python_json::isText(content)) {
        return {content.get<std::string>(), {}};
    }
    std::vector<const json*> texts;
    for (const json& block : content) {
        if (!block.is_object()) {
            return {{}, ContentFault::NotAnObject};
        }
        if (block.value("type", json()) != "text") {
            continue;
        }
        const auto text = block.find("text");
        if (text == block.end()) {
            return {{}, ContentFault::NoText};
        }
        texts.push_back(&*text);
    }
    if (texts.empty()) {
        return {};
    }
    std::string joined;
    for (const json* text : texts) {
        if (!python_json::isText(*text)) {
            return {{}, ContentFault::TextNotText};
        }
        joined += (text == texts.front() ? std::string_view() : separator);
        joined += text->get_ref<const std::string&>();
    }
    return {joined, {}};
}

Content<std::vector<json>> contentBlocks(const json& content, const std::vector<std::string>& types)
{
    std::vector<json> blocks;
    if (content.is_string()) {
        blocks.push_back({{"type", "text"}, {"text", content}});
    } else if (content.is_array()) {
        blocks.assign(content.begin(), content.end());
    }
    if (types.empty()) {
        return {std::move(blocks), {}};
    }
    std::vector<json> chosen;
    for (json& block : blocks) {
        if (!block.is_object()) {
            return {{}, ContentFault::NotAnObject};
        }
        const auto type = block.find("type");
        if (type == block.end()) {
            return {{}, ContentFault::NoType};
        }
        if (std::ranges::any_of(types, [&](const std::string& one) { return *type == one; })) {
            chosen.push_back(std::move(block));
        }
    }
    return {std::move(chosen), {}};
}

} // namespace quarterdeck::formats::agentscope
