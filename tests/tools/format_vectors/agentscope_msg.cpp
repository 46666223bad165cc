#include "model/formats/agentscope/msg.h"
#include "model/formats/json/python_json.h"
#include "runners.h"
#include "vector_files.h"

#include <regex>

namespace quarterdeck::vectors {

using nlohmann::json;
namespace agentscope = formats::agentscope;
using agentscope::ContentFault;

namespace {

agentscope::ReadOptions options(agentscope::Mode mode)
{
    agentscope::ReadOptions reading;
    reading.mode = mode;
    reading.idIfMissing = agentscope::shortUuid({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    reading.timeIfMissing = conversation::Timestamp{1'700'000'000'123};
    return reading;
}

/// The exception that Python raises where our reader says `finding`.
std::string pythonErrorOf(const std::string& finding)
{
    if (finding == "$: invalid JSON") {
        return "JSONDecodeError";
    }
    if (finding == "$: not an object") {
        return "TypeError";
    }
    return finding.ends_with(": missing") ? "KeyError" : "AssertionError";
}

std::string pythonErrorOf(ContentFault fault, bool isGet)
{
    switch (fault) {
    case ContentFault::NotAnObject:
        return isGet ? "AttributeError" : "TypeError";
    case ContentFault::NoType:
    case ContentFault::NoText:
        return "KeyError";
    case ContentFault::TextNotText:
        break;
    }
    return "TypeError";
}

void useText(json& use, const char* key, const json& content, std::string_view separator)
{
    const auto text = agentscope::textContent(content, separator);
    if (text.fault) {
        use[std::string(key) + "_error"] = pythonErrorOf(*text.fault, true);
    } else {
        use[key] = text.value ? json(*text.value) : json();
    }
}

void useTypes(json& use, const json& content)
{
    json types = json::array();
    const auto blocks = agentscope::contentBlocks(content);
    for (const json& block : blocks.value) {
        if (!block.is_object()) {
            use["block_types_error"] = "AttributeError";
            return;
        }
        types.push_back(block.value("type", json()));
    }
    use["block_types"] = std::move(types);
}

json useOf(const json& content)
{
    json use = json::object();
    useText(use, "text_content", content, "\n");
    useText(use, "text_content_sep_empty", content, "");
    useTypes(use, content);
    for (const std::string type : {"text", "tool_use", "tool_result", "image", "audio", "video"}) {
        const auto blocks = agentscope::contentBlocks(content, {type});
        if (blocks.fault) {
            use["has_" + type + "_error"] = pythonErrorOf(*blocks.fault, false);
        } else {
            use["has_" + type] = !blocks.value.empty();
        }
    }
    const auto both = agentscope::contentBlocks(content, {"text", "thinking"});
    if (both.fault) {
        use["n_text_or_thinking_error"] = pythonErrorOf(*both.fault, false);
    } else {
        use["n_text_or_thinking"] = both.value.size();
    }
    return use;
}

std::string wrongGenerated(const json& vector, json& written)
{
    const std::regex id("^[2-9A-HJ-NP-Za-km-z]{22}$");
    const std::regex timestamp(R"(^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$)");
    for (const json& key : vector.at("generated")) {
        const auto name = key.get<std::string>();
        json& value = written[name];
        if (!value.is_string() || !std::regex_match(value.get<std::string>(), name == "id" ? id : timestamp)) {
            return "the generated " + name + " is " + value.dump();
        }
        value = "<generated>";
    }
    return {};
}

/// What we write is read as the same message again, whatever it holds.
std::string whatIsLost(const agentscope::ParsedMsg& read)
{
    agentscope::WriteOptions writing;
    writing.original = read.original;
    const std::string text = formats::python_json::text(agentscope::toDict(read.message, writing));
    auto again = agentscope::readMsgText(text, options(agentscope::Mode::Compatible));
    if (!again) {
        return "what was written cannot be read: " + again.error().detail;
    }
    again->message.timestampText = read.message.timestampText;
    again->message.timestamp = read.message.timestamp;
    again->message.usage = read.message.usage;
    return again->message == read.message ? "" : "what was written is read as another message";
}

std::string whatFailsOfAccepted(const json& vector, const agentscope::ParsedMsg& read)
{
    agentscope::WriteOptions writing;
    writing.original = read.original;
    writing.hasInvocationId = false;
    json written = agentscope::toDict(read.message, writing);
    // If not a text, it is kept where it came from.
    const json original = read.original.json().value("invocation_id", json());
    const json invocation = formats::python_json::isText(original) ? json(read.message.invocationId) : original;
    if (const std::string wrong = wrongGenerated(vector, written); !wrong.empty()) {
        return wrong;
    }
    json expected{{"invocation_id", vector.value("expect_invocation_id", json())}};
    json actual{{"invocation_id", invocation}};
    if (vector.contains("expect_to_dict")) {
        expected["to_dict"] = vector["expect_to_dict"];
        actual["to_dict"] = written;
    }
    if (vector.contains("use")) {
        expected["use"] = vector["use"];
        actual["use"] = useOf(read.original.json().at("content"));
    }
    const std::string difference = firstDifference(expected, actual);
    return difference.empty() ? whatIsLost(read) : difference;
}

std::string faultOfMsg(const json& vector)
{
    const auto text = vector.at("text").get<std::string>();
    const bool isStrict = agentscope::readMsgText(text, options(agentscope::Mode::Strict)).has_value();
    if (isStrict != vector.value("strict_accept", isStrict)) {
        return std::string("/strict_accept: expected ") + (isStrict ? "false" : "true") + ", got the other";
    }
    const auto read = agentscope::readMsgText(text, options(agentscope::Mode::Compatible));
    if (read.has_value() != vector.at("accept").get<bool>()) {
        return "/accept: expected " + vector.at("accept").dump() + ", got " + (read ? "true" : read.error().detail);
    }
    if (read) {
        return whatFailsOfAccepted(vector, *read);
    }
    return firstDifference({{"error_class", vector.at("error_class")}},
                           {{"error_class", pythonErrorOf(read.error().detail)}});
}

} // namespace

bool runAgentScopeMsg(const std::filesystem::path& file, Report& report)
{
    return forEachLine(file, report, faultOfMsg);
}

} // namespace quarterdeck::vectors
