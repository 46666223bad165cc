#include "model/formats/agentscope/formatter.h"
#include "runners.h"
#include "vector_files.h"

#include <regex>

namespace quarterdeck::vectors {

using nlohmann::json;
namespace agentscope = formats::agentscope;

namespace {

void replaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

agentscope::FormatterOptions optionsOf(const json& vector)
{
    const auto name = vector.at("formatter").get<std::string>();
    agentscope::FormatterOptions options;
    options.mends = agentscope::FormatterFixes::none();
    options.scene =
        name.find("MultiAgent") == std::string::npos ? agentscope::Scene::Chat : agentscope::Scene::MultiAgent;
    options.target = name.starts_with("OpenAI") ? agentscope::Target::OpenAi
        : name.starts_with("Anthropic")         ? agentscope::Target::Anthropic
                                                : agentscope::Target::DeepSeek;
    const json given = vector.value("options", json::object());
    options.promotesToolPictures = given.value("promote_tool_result_images", false);
    options.historyPrompt = given.value("conversation_history_prompt", options.historyPrompt);
    return options;
}

agentscope::KnownFile fileAt(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        return {true, std::string()};
    }
    return {false, bytesOf(path)};
}

/// Tells of every file that is wanted, as often as more are.
conversation::Result<agentscope::FormattedPrompt> format(const json& vector)
{
    std::vector<agentscope::FormatterMessage> messages;
    for (const json& message : vector.at("messages")) {
        messages.push_back(
            {message.value("name", ""), message.value("role", ""), conversation::JsonValue(message.at("content"))});
    }
    agentscope::FormatterContext context;
    context.pathOf = [](std::size_t number, const std::string& ending) {
        return "/tmp/saved" + std::to_string(number) + ending;
    };
    const auto options = optionsOf(vector);
    auto prompt = agentscope::formatPrompt(messages, options, context);
    while (prompt && !prompt->wanted.empty()) {
        for (const std::string& wanted : prompt->wanted) {
            context.files[wanted] = fileAt(wanted);
        }
        prompt = agentscope::formatPrompt(messages, options, context);
    }
    return prompt;
}

/// Arguments are JSON text: the members of an object have no order.
void levelArguments(json& value)
{
    if (value.is_object() && value.contains("arguments") && value["arguments"].is_string()) {
        const json parsed = json::parse(value["arguments"].get<std::string>(), nullptr, false);
        if (!parsed.is_discarded()) {
            value["arguments"] = parsed;
        }
    }
    if (value.is_structured()) {
        for (json& member : value) {
            levelArguments(member);
        }
    }
}

/// The names of saved files are chance.
std::string withoutPaths(const std::string& text)
{
    return std::regex_replace(text, std::regex("/tmp/saved[0-9]+"), "$$TMP");
}

std::string faultOfPrompt(const json& given, const std::string& files)
{
    std::string text = given.dump();
    replaceAll(text, "$FILES", files);
    json vector = json::parse(text);
    const auto prompt = format(vector);
    json expected = json::object();
    json actual = json::object();
    if (!prompt) {
        const std::size_t colon = prompt.error().detail.find(": ");
        const std::string message = withoutPaths(prompt.error().detail.substr(colon + 2));
        actual = {{"error_class", prompt.error().detail.substr(0, colon)}, {"error_message", message}};
        // Python's own words for a misuse of a value are not repeated.
        expected = {{"error_class", vector.value("error_class", json())},
                    {"error_message", message.empty() ? json("") : vector.value("error_message", json())}};
        return firstDifference(expected, actual);
    }
    const std::string written = withoutPaths(prompt->messages.json().dump());
    json warnings = json::array();
    for (const std::string& type : prompt->leftOut) {
        warnings.push_back("Unsupported block type " + type + " in the message, skipped.");
    }
    expected = {{"expect", vector.value("expect", json("an error"))},
                {"warnings", vector.value("warnings", json::array())}};
    actual = {{"expect", json::parse(written)}, {"warnings", warnings}};
    levelArguments(expected);
    levelArguments(actual);
    return firstDifference(expected, actual);
}

} // namespace

bool runAgentScopeFormat(const std::filesystem::path& file, Report& report)
{
    const auto files = std::filesystem::absolute(file).parent_path().parent_path() / "files";
    return forEachLine(file, report, [&](const json& vector) { return faultOfPrompt(vector, files.string()); });
}

} // namespace quarterdeck::vectors
