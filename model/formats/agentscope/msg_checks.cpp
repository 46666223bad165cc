#include "model/formats/agentscope/msg_checks.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <QByteArray>
#include <QUrl>
#include <algorithm>
#include <functional>

namespace quarterdeck::formats::agentscope {

using nlohmann::json;

namespace {

using Findings = std::vector<std::string>;

/// Half of a pair of surrogates: Python holds it, but cannot write it as UTF-8.
bool isLoneSurrogateIn(const std::string& text)
{
    if (!text.starts_with(python_tokens::mark)) {
        return false; // as hardly any does
    }
    const std::string_view token = std::string_view(text).substr(python_tokens::mark.size());
    return token.starts_with('"') && python_tokens::isToken(token)
        && python_tokens::withoutLoneSurrogates(token) != token;
}

/// In it, or anything in it, including member names.
bool hasLoneSurrogates(const json& value)
{
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            if (isLoneSurrogateIn(key) || hasLoneSurrogates(member)) {
                return true;
            }
        }
        return false;
    }
    return (value.is_string() && isLoneSurrogateIn(value.get_ref<const std::string&>()))
        || (value.is_array() && std::ranges::any_of(value, hasLoneSurrogates));
}

bool isNull(const json& object, const char* key)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_null();
}

/// Examines one object of the message and notes what is wrong with it.
class Checker
{
public:
    Checker(const json& object, std::string path, Findings& findings)
        : m_object(object)
        , m_path(std::move(path))
        , m_findings(findings)
    { }

    void note(const std::string& member, const std::string& what)
    {
        m_findings.push_back(m_path + (member.empty() ? "" : "." + member) + ": " + what);
    }
    /// The member, noted when it is required and missing.
    const json* member(const char* key, bool isRequired)
    {
        const auto found = m_object.find(key);
        if (found == m_object.end()) {
            if (isRequired) {
                note(key, "missing");
            }
            return nullptr;
        }
        return &*found;
    }
    void text(const char* key, bool isRequired)
    {
        const json* found = member(key, isRequired);
        if (found && !python_json::isText(*found)) {
            note(key, "not a string");
        }
    }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    const json& m_object;
    std::string m_path;
    Findings& m_findings;
};

void checkSource(Checker& checker, Findings& findings)
{
    const json* source = checker.member("source", true);
    if (!source) {
        return;
    }
    if (!source->is_object()) {
        checker.note("source", "not an object");
        return;
    }
    const json type = source->value("type", json());
    Checker inside(*source, checker.path() + ".source", findings);
    if (type == "base64") {
        inside.text("media_type", true);
        inside.text("data", true);
    } else if (type == "url") {
        inside.text("url", true);
    } else {
        const std::string shown = type.is_string() ? "'" + type.get<std::string>() + "'" : textOfJson(type);
        checker.note("source", "no union member for type " + shown);
    }
}

bool isMedia(const json& type) { return type == "image" || type == "audio" || type == "video"; }

void checkOutput(Checker& checker, Findings& findings);

void checkBlock(const json& block, const std::string& path, Findings& findings)
{
    Checker checker(block, path, findings);
    if (!block.is_object()) {
        checker.note("", "not an object");
        return;
    }
    const json* type = checker.member("type", true);
    if (!type) {
        return;
    }
    if (*type == "text" || *type == "thinking") {
        checker.text(*type == "text" ? "text" : "thinking", false);
    } else if (isMedia(*type)) {
        checkSource(checker, findings);
    } else if (*type == "tool_use") {
        checker.text("id", true);
        checker.text("name", true);
        if (const json* input = checker.member("input", true); input && !input->is_object()) {
            checker.note("input", "not an object");
        }
    } else if (*type == "tool_result") {
        checker.text("id", true);
        checkOutput(checker, findings);
        checker.text("name", true);
    } else {
        const std::string shown = type->is_string() ? "'" + type->get<std::string>() + "'" : textOfJson(*type);
        checker.note("", "no union member for type " + shown);
    }
}

void checkOutput(Checker& checker, Findings& findings)
{
    const json* output = checker.member("output", true);
    if (!output || python_json::isText(*output)) {
        return;
    }
    if (!output->is_array()) {
        checker.note("output", "not a string or list");
        return;
    }
    std::size_t index = 0;
    for (const json& part : *output) {
        const std::string path = checker.path() + ".output[" + std::to_string(index++) + "]";
        const json type = part.is_object() ? part.value("type", json()) : json();
        if (type == "text" || isMedia(type)) {
            checkBlock(part, path, findings);
        } else {
            findings.push_back(path + ": no union member matches");
        }
    }
}

void checkContent(Checker& checker, Findings& findings)
{
    const json* content = checker.member("content", true);
    if (!content || python_json::isText(*content)) {
        return;
    }
    if (!content->is_array()) {
        checker.note("content", "not a string or list");
        return;
    }
    std::size_t index = 0;
    for (const json& block : *content) {
        checkBlock(block, "$.content[" + std::to_string(index++) + "]", findings);
    }
}

void checkRole(Checker& checker)
{
    const json* role = checker.member("role", true);
    if (role && *role != "user" && *role != "assistant" && *role != "system") {
        checker.note("role", "not one of user/assistant/system");
    }
}

/// Calls for every object that says it is a source, at any depth of the content.
void forEachSource(const json& value, const std::string& path,
                   const std::function<void(const json&, std::string)>& call)
{
    if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            forEachSource(value[i], path + "[" + std::to_string(i) + "]", call);
        }
        return;
    }
    if (!value.is_object()) {
        return;
    }
    if (const auto source = value.find("source"); source != value.end() && source->is_object()) {
        call(*source, path + ".source");
    }
    if (const auto output = value.find("output"); output != value.end()) {
        forEachSource(*output, path + ".output", call);
    }
}

std::optional<std::string> findingInSource(const json& source, std::size_t mostBytes)
{
    const std::string type = textMember(source, "type");
    if (type == "base64") {
        const std::string data = textMember(source, "data");
        if (data.size() / 4 * 3 > mostBytes) {
            return ".data: too large";
        }
        const auto decoded = QByteArray::fromBase64Encoding(
            QByteArray::fromStdString(data), QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
        return decoded ? std::nullopt : std::optional<std::string>(".data: not Base64");
    }
    if (type == "url" && !QUrl(QString::fromStdString(textMember(source, "url")), QUrl::StrictMode).isValid()) {
        return ".url: not a URL";
    }
    return std::nullopt;
}

} // namespace

Findings findingsIn(const json& msg)
{
    Findings findings;
    Checker checker(msg, "$", findings);
    if (!msg.is_object()) {
        checker.note("", "not an object");
        return findings;
    }
    if (python_json::hasNonFinite(msg)) {
        checker.note("", "NaN/Infinity are not JSON");
    }
    for (const auto& [key, value] : msg.items()) {
        if (isLoneSurrogateIn(key) || hasLoneSurrogates(value)) {
            checker.note(python_json::shown(key), "half a surrogate pair, which UTF-8 cannot hold");
        }
    }
    checker.text("name", true);
    checkRole(checker);
    checkContent(checker, findings);
    const json* metadata = checker.member("metadata", false);
    if (metadata && !metadata->is_object() && !metadata->is_null()) {
        checker.note("metadata", "not an object or null");
    }
    checker.text("id", false);
    for (const char* key : {"timestamp", "invocation_id"}) {
        if (!isNull(msg, key)) {
            checker.text(key, false);
        }
    }
    return findings;
}

Findings findingsInMedia(const json& msg, std::size_t mostBytes)
{
    Findings findings;
    const json content = msg.is_object() ? msg.value("content", json()) : json();
    forEachSource(content, "$.content", [&](const json& source, const std::string& path) {
        if (const auto finding = findingInSource(source, mostBytes)) {
            findings.push_back(path + *finding);
        }
    });
    return findings;
}

} // namespace quarterdeck::formats::agentscope
