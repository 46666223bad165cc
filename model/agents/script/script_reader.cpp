#include "model/agents/script/script_reader.h"

namespace quarterdeck::team {

namespace {

using nlohmann::json;

constexpr int formatVersion = 1;

ScriptStep::Kind kindOf(const std::string& word)
{
    if (word == "say")
        return ScriptStep::Kind::Say;
    if (word == "reply")
        return ScriptStep::Kind::Reply;
    if (word == "ask")
        return ScriptStep::Kind::Ask;
    if (word == "end")
        return ScriptStep::Kind::End;
    throw ScriptProblem("unknown kind \"" + word + "\"");
}

std::optional<conversation::Usage> usageOf(const json& step)
{
    const auto found = step.find("usage");
    if (found == step.end())
        return {};
    conversation::Usage usage;
    usage.model = "scripted";
    usage.promptTokens = found->at("prompt").get<std::int64_t>();
    usage.completionTokens = found->at("completion").get<std::int64_t>();
    usage.cost = found->at("cost").get<double>();
    usage.durationMs = found->value("duration", std::int64_t{0});
    return usage;
}

} // namespace

/// A text is a string, a list of lines, or one of these per language.
std::string ScriptReader::text(const json& value) const
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_array()) {
        std::string lines;
        for (const json& line : value)
            lines += (lines.empty() && &line == &value.front() ? "" : "\n") + line.get<std::string>();
        return lines;
    }
    if (!value.is_object() || !value.contains("en"))
        throw ScriptProblem("a text must be a string, a list of lines, or have at least \"en\"");
    const auto translated = value.find(m_language);
    return text(translated == value.end() ? value.at("en") : *translated);
}

std::string ScriptReader::textAt(const json& object, const char* key) const
{
    const auto found = object.find(key);
    return found == object.end() ? std::string() : text(*found);
}

Script ScriptReader::read()
{
    m_where = "head";
    if (m_json.value("format", "") != "quarterdeck-script" || m_json.value("version", 0) != formatVersion)
        throw ScriptProblem("this is no script of version 1");
    Script script;
    readSettings(script);
    for (const json& one : m_json.at("roles")) {
        m_where = "role \"" + one.value("name", "") + "\"";
        script.team.push_back(role(one));
        for (const json& reply : one.value("replies", json::array()))
            script.replies[script.team.back().name].push_back(text(reply));
    }
    for (const json& one : m_json.at("steps")) {
        m_where = "step \"" + one.value("id", "") + "\"";
        script.steps.push_back(step(one));
    }
    m_where = "images";
    const json images = m_json.value("images", json::object()); // named: items() refers to it
    for (const auto& [name, size] : images.items())
        script.images[name] = {{}, "image/png", size.at("width").get<int>(), size.at("height").get<int>()};
    return script;
}

void ScriptReader::readSettings(Script& script) const
{
    conversation::SessionStarted& settings = script.settings;
    settings.kind = conversation::SessionKind::Demo;
    settings.title = text(m_json.at("title"));
    settings.isPublic = m_json.value("public", true);
    settings.rounds = m_json.value("rounds", 0);
    if (m_json.contains("budget"))
        settings.budget = m_json.at("budget").get<double>();
    script.idea = text(m_json.at("idea"));
}

conversation::Role ScriptReader::role(const json& json) const
{
    conversation::Role role;
    role.name = conversation::RoleName(json.at("name").get<std::string>());
    role.profile = text(json.at("profile"));
    role.goal = textAt(json, "goal");
    if (json.value("leader", false))
        role.kind = conversation::RoleKind::TeamLeader;
    return role;
}

ScriptStep ScriptReader::step(const json& json) const
{
    ScriptStep step;
    step.id = json.at("id").get<std::string>();
    step.role = conversation::RoleName(json.at("role").get<std::string>());
    step.kind = kindOf(json.value("kind", "say"));
    step.after = json.value("after", std::vector<std::string>());
    step.thinkSeconds = json.value("think", 0.0);
    step.actSeconds = json.value("act", 0.0);
    step.activity = json.value("activity", "");
    for (const auto& name : json.value("to", std::vector<std::string>()))
        step.to.emplace_back(name);
    step.cause = conversation::ActionName(json.value("cause", ""));
    step.usage = usageOf(json);
    step.reason = textAt(json, "reason");
    for (const auto& one : json.value("content", nlohmann::json::array()))
        step.content.push_back(block(one, "call-" + step.id));
    if (step.kind == ScriptStep::Kind::Ask)
        readQuestion(json.at("question"), step);
    return step;
}

void ScriptReader::readQuestion(const json& json, ScriptStep& step) const
{
    step.question.text = text(json.at("text"));
    step.question.reason = textAt(json, "reason");
    step.otherwise = values(json.at("otherwise"));
    for (const auto& option : json.value("options", nlohmann::json::array())) {
        step.question.options.push_back({text(option.at("label")), textAt(option, "description")});
        step.optionValues.push_back(values(option.value("values", nlohmann::json::object())));
        if (option.value("default", false))
            step.question.defaultOption = step.question.options.back().label;
    }
}

conversation::ContentBlock ScriptReader::block(const json& json, const std::string& toolId) const
{
    if (json.contains("text"))
        return conversation::TextBlock{text(json.at("text"))};
    if (json.contains("thinking"))
        return conversation::ThinkingBlock{text(json.at("thinking")), {}};
    if (json.contains("image")) {
        conversation::MediaBlock image;
        image.source.name = json.at("image").get<std::string>();
        return image;
    }
    if (json.contains("tool_use")) {
        const auto& use = json.at("tool_use");
        return conversation::ToolUseBlock{
            toolId, use.at("name").get<std::string>(), conversation::JsonValue(use.at("input")), {}};
    }
    if (json.contains("tool_result")) {
        const auto& result = json.at("tool_result");
        return conversation::ToolResultBlock{
            toolId, result.at("name").get<std::string>(), text(result.at("output")), {}, result.value("error", false)};
    }
    throw ScriptProblem("a block must be text, thinking, image, tool_use or tool_result");
}

ScriptStep::Values ScriptReader::values(const json& json) const
{
    ScriptStep::Values values;
    for (const auto& [key, value] : json.items())
        values[key] = text(value);
    return values;
}

} // namespace quarterdeck::team
