#include "model/formats/anthropic/server_tools.h"

#include "model/formats/json/json_text.h"

namespace quarterdeck::formats::anthropic {

using nlohmann::json;

namespace {

void addLine(const std::string& line, std::string& text)
{
    if (!line.empty()) {
        text += (text.empty() || text.ends_with('\n') ? "" : "\n") + line;
    }
}

/// The values that hold no content of their own, and then what is inside.
void addTextOf(const json& content, int depth, std::string& text)
{
    constexpr int deepest = 4;
    if (depth > deepest) {
        return;
    }
    if (content.is_string()) {
        return addLine(content.get<std::string>(), text);
    }
    if (content.is_array()) {
        for (const json& one : content) {
            addTextOf(one, depth + 1, text);
        }
        return;
    }
    const std::string title = textMember(content, "title");
    const std::string url = textMember(content, "url");
    addLine(title + (title.empty() || url.empty() ? "" : " — ") + url, text);
    for (const char* key : {"text", "stdout", "stderr", "error_code", "error_message", "tool_name"}) {
        addLine(textMember(content, key), text);
    }
    if (textMember(content, "type") == "text") { // the source of a document
        addLine(textMember(content, "data"), text);
    }
    for (const char* key : {"content", "source", "lines", "tool_references"}) {
        if (const json& inside = memberOf(content, key); !inside.is_null()) {
            addTextOf(inside, depth + 1, text);
        }
    }
}

bool isFailure(const json& content)
{
    const json& code = memberOf(content, "return_code");
    return textMember(content, "type").ends_with("_error") || (code.is_number_integer() && code != 0);
}

} // namespace

bool isServerCall(const std::string& type) { return type == "server_tool_use" || type == "mcp_tool_use"; }

bool isServerResult(const std::string& type) { return type.ends_with("_tool_result"); }

std::string serverResultText(const json& content)
{
    std::string text;
    addTextOf(content, 0, text);
    return text;
}

bool hasServerToolFailed(const json& block)
{
    return memberOf(block, "is_error") == true || isFailure(memberOf(block, "content"));
}

} // namespace quarterdeck::formats::anthropic
