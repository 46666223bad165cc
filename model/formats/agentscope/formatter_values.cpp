#include "model/formats/agentscope/formatter_run.h"
#include "model/formats/agentscope/python_repr.h"
#include "model/formats/json/python_json.h"

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

const json& item(const json& value, const char* key)
{
    if (!value.is_object()) {
        throw PythonError{"TypeError", {}};
    }
    const auto found = value.find(key);
    if (found == value.end()) {
        throw PythonError{"KeyError", "'" + std::string(key) + "'"};
    }
    return *found;
}

json get(const json& value, const char* key, const json& missing)
{
    if (!value.is_object()) {
        throw PythonError{"AttributeError", {}};
    }
    return value.value(key, missing);
}

std::string pythonText(const json& value)
{
    return python_json::isText(value) ? python_json::shown(value.get_ref<const std::string&>()) : pythonRepr(value);
}

const std::string& joined(const json& value)
{
    if (!python_json::isText(value)) {
        throw PythonError{"TypeError", {}};
    }
    return value.get_ref<const std::string&>();
}

std::vector<json> blocksOf(const FormatterMessage& message)
{
    const json& content = message.content.json();
    if (content.is_string()) {
        return {{{"type", "text"}, {"text", content}}};
    }
    return {content.begin(), content.end()};
}

namespace {

/// Where the media of a block can be found.
std::string mediaAddress(const json& block, FormatterRun& run)
{
    if (!block.contains("source")) {
        throw PythonError{"AssertionError", {}};
    }
    const json& source = block["source"];
    const json& kind = item(source, "type");
    if (kind != "url" && kind != "base64") {
        throw PythonError{"ValueError", {}};
    }
    return kind == "url" ? pythonText(item(source, "url")) : run.save(item(source, "media_type"), item(source, "data"));
}

json joinedTexts(const std::vector<json>& texts)
{
    if (texts.size() == 1) {
        return texts.front();
    }
    std::string lines;
    for (const json& text : texts) {
        lines += (lines.empty() ? "- " : "\n- ") + joined(text);
    }
    return lines;
}

} // namespace

ToolOutput toolOutput(const json& output, FormatterRun& run)
{
    if (python_json::isText(output)) {
        return {output, {}};
    }
    if (!output.is_array() && !output.is_object()) {
        throw PythonError{"TypeError", {}};
    }
    ToolOutput read;
    std::vector<json> texts;
    for (const json& block : output) {
        if (output.is_object() || !block.is_object() || !block.contains("type")) {
            throw PythonError{"AssertionError", {}};
        }
        const json& type = block["type"];
        if (type == "text") {
            texts.push_back(item(block, "text"));
            continue;
        }
        if (type != "image" && type != "audio" && type != "video") {
            throw PythonError{"ValueError",
                              "Unsupported block type: " + pythonText(type)
                                  + ", expected 'text', 'image', 'audio', or 'video'."};
        }
        const std::string address = mediaAddress(block, run);
        texts.push_back("The returned " + pythonText(type) + " can be found at: " + address);
        read.media.emplace_back(address, block);
    }
    read.text = joinedTexts(texts);
    return read;
}

} // namespace quarterdeck::formats::agentscope
