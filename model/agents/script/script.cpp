#include "model/agents/script/script.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>

namespace quarterdeck::team {

/// What is wrong with a script, in words for its author. Never leaves loadScript.
class ScriptProblem final : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Turns a script's JSON into values. Throws ScriptProblem, or nlohmann's exceptions on wrong types.
class ScriptReader
{
public:
    ScriptReader(const nlohmann::json& json, std::string language) : m_json(json), m_language(std::move(language)) { }

    [[nodiscard]] Script read();
    /// What was being read when it went wrong: "step “prd”".
    [[nodiscard]] const std::string& where() const { return m_where; }

private:
    using Json = nlohmann::json;
    [[nodiscard]] std::string text(const Json& value) const;
    [[nodiscard]] std::string textAt(const Json& object, const char* key) const;
    void readSettings(Script& script) const;
    [[nodiscard]] conversation::Role role(const Json& json) const;
    [[nodiscard]] ScriptStep step(const Json& json) const;
    void readQuestion(const Json& json, ScriptStep& step) const;
    [[nodiscard]] conversation::ContentBlock block(const Json& json, const std::string& toolId) const;
    [[nodiscard]] ScriptStep::Values values(const Json& json) const;

    const Json& m_json;
    std::string m_language;
    std::string m_where;
};

/// Checks references between the parts. Throws ScriptProblem.
void checkScript(const Script& script, std::string& where);

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

Error problem(const std::string& path, const std::string& where, const std::string& what)
{
    const QString sentence = QCoreApplication::translate("quarterdeck::team", "“%1” cannot be played (%2): %3")
                                 .arg(QFileInfo(QString::fromStdString(path)).fileName(), QString::fromStdString(where),
                                      QString::fromStdString(what));
    return {ErrorCode::BadInput, sentence.toStdString(), path};
}

Result<std::string> readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return tl::make_unexpected(problem(path.toStdString(), "file", file.errorString().toStdString()));
    return file.readAll().toStdString();
}

Result<void> readImages(const std::string& path, Script& script)
{
    const QString folder = QFileInfo(QString::fromStdString(path)).path();
    for (auto& [name, image] : script.images) {
        Result<std::string> bytes = readFile(folder + u'/' + QString::fromStdString(name));
        if (!bytes)
            return tl::make_unexpected(bytes.error());
        image.bytes = std::move(*bytes);
    }
    return {};
}

Result<Script> parse(const std::string& path, const std::string& text, const std::string& language)
{
    std::string where = "file";
    try {
        const nlohmann::json json = nlohmann::json::parse(text);
        ScriptReader reader(json, language);
        try {
            Script script = reader.read();
            checkScript(script, where);
            return script;
        } catch (const nlohmann::json::exception& error) {
            return tl::make_unexpected(problem(path, reader.where(), error.what()));
        } catch (const ScriptProblem& error) {
            return tl::make_unexpected(problem(path, where == "file" ? reader.where() : where, error.what()));
        }
    } catch (const nlohmann::json::exception& error) {
        return tl::make_unexpected(problem(path, where, error.what()));
    }
}

/// The session's log names the script it plays, so that it continues with the same one after a restart.
void nameScript(const std::string& path, const std::string& language, Script& script)
{
    script.settings.details = conversation::JsonValue({{"script", path}, {"language", language}});
    for (const conversation::Role& role : script.team) {
        if (role.kind == conversation::RoleKind::TeamLeader) {
            script.settings.routing.leader = role.name;
            script.settings.routing.leaderProfile = role.profile;
        }
    }
}

} // namespace

const ScriptStep* Script::step(std::string_view id) const
{
    const auto found = std::ranges::find(steps, id, &ScriptStep::id);
    return found == steps.end() ? nullptr : &*found;
}

Result<Script> loadScript(const std::string& path, const std::string& language)
{
    const Result<std::string> text = readFile(QString::fromStdString(path));
    if (!text)
        return tl::make_unexpected(text.error());
    Result<Script> script = parse(path, *text, language);
    if (!script)
        return script;
    if (const Result<void> images = readImages(path, *script); !images)
        return tl::make_unexpected(images.error());
    nameScript(path, language, *script);
    return script;
}

namespace {

constexpr qsizetype longestAnswer = 80;

std::string oneLine(const std::string& answer)
{
    QString line = QString::fromStdString(answer).simplified();
    line.replace(u'`', u'\'');
    if (line.size() > longestAnswer)
        line = line.left(longestAnswer - 1) + u'…';
    return line.toStdString();
}

} // namespace

std::vector<Placeholder> placeholdersIn(const std::string& text)
{
    std::vector<Placeholder> found;
    for (std::size_t begin = text.find("{{"); begin != std::string::npos; begin = text.find("{{", begin + 2)) {
        const std::size_t close = text.find("}}", begin);
        if (close == std::string::npos)
            break;
        const std::string name = text.substr(begin + 2, close - begin - 2);
        const std::size_t dot = name.find('.');
        found.push_back({begin, close + 2, name.substr(0, dot),
                         dot == std::string::npos ? std::string("answer") : name.substr(dot + 1)});
    }
    return found;
}

std::string filledIn(const std::string& text, const Answers& answers)
{
    std::string filled;
    std::size_t from = 0;
    for (const Placeholder& one : placeholdersIn(text)) {
        const auto asked = answers.find(one.step);
        if (asked == answers.end() || !asked->second.contains(one.key))
            continue;
        filled += text.substr(from, one.begin - from) + oneLine(asked->second.at(one.key));
        from = one.end;
    }
    return filled + text.substr(from);
}

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

namespace {

using conversation::RoleKind;

[[noreturn]] void complain(const std::string& what) { throw ScriptProblem(what); }

const conversation::Role* member(const Script& script, const conversation::RoleName& name)
{
    const auto found = std::ranges::find(script.team, name, &conversation::Role::name);
    return found == script.team.end() ? nullptr : &*found;
}

bool isLeader(const Script& script, const conversation::RoleName& name)
{
    const conversation::Role* role = member(script, name);
    return role != nullptr && role->kind == RoleKind::TeamLeader;
}

/// A role wakes up by mail, so it must be told what it waits for. The leader hears everything that members say.
void checkIsTold(const Script& script, const ScriptStep& step, const std::string& id)
{
    if (id == ideaStep) {
        if (!isLeader(script, step.role))
            complain("only the leader hears the idea");
        return;
    }
    const ScriptStep& before = *script.step(id);
    if (before.role == step.role)
        return;
    const bool isNamed = std::ranges::count(before.to, step.role.as<conversation::Address>()) > 0;
    const bool isHeard = isLeader(script, step.role) && !isLeader(script, before.role);
    if (before.kind != ScriptStep::Kind::Say || (!isNamed && !isHeard))
        complain("waits for step \"" + id + "\", which nobody tells " + step.role.str());
}

void checkOrder(const Script& script, const ScriptStep& step, const std::set<std::string>& earlier)
{
    for (const std::string& id : step.after) {
        if (id != ideaStep && !earlier.contains(id))
            complain("waits for \"" + id + "\", which is no earlier step");
        checkIsTold(script, step, id);
    }
}

void checkContent(const Script& script, const ScriptStep& step)
{
    const bool speaks = step.kind == ScriptStep::Kind::Say || step.kind == ScriptStep::Kind::Reply;
    if (speaks && step.content.empty())
        complain("says nothing");
    if (step.kind == ScriptStep::Kind::Say && step.to.empty())
        complain("names nobody in \"to\"");
    if (step.kind == ScriptStep::Kind::Say && isLeader(script, step.role) && step.to.size() != 1)
        complain("the leader writes to one at a time");
    for (const conversation::ContentBlock& block : step.content) {
        const auto* image = std::get_if<conversation::MediaBlock>(&block);
        if (image != nullptr && !script.images.contains(image->source.name))
            complain("shows \"" + image->source.name + "\", which is not among the images");
    }
    if (step.kind == ScriptStep::Kind::Ask && (step.question.text.empty() || !step.otherwise.contains("answer")))
        complain("a question needs a text and \"otherwise\" with an \"answer\"");
}

void checkPlaceholders(const Script& script, const ScriptStep& step, const std::set<std::string>& earlier)
{
    const auto check = [&](const std::string& text) {
        for (const Placeholder& one : placeholdersIn(text)) {
            const ScriptStep* asked = script.step(one.step);
            if (asked == nullptr || asked->kind != ScriptStep::Kind::Ask || !earlier.contains(one.step))
                complain("quotes the answer to \"" + one.step + "\", which no earlier step asks");
            if (!asked->otherwise.contains(one.key))
                complain("quotes \"" + one.key + "\" of \"" + one.step + "\", which has no such value");
        }
    };
    check(step.question.text);
    for (const conversation::ContentBlock& block : step.content)
        if (const auto* text = std::get_if<conversation::TextBlock>(&block))
            check(text->text);
}

void checkTeam(const Script& script)
{
    std::set<conversation::RoleName> names;
    for (const conversation::Role& role : script.team)
        if (role.name.isEmpty() || !names.insert(role.name).second)
            complain("role \"" + role.name.str() + "\" has no name of its own");
    if (std::ranges::count(script.team, RoleKind::TeamLeader, &conversation::Role::kind) != 1)
        complain("a team needs exactly one leader");
}

} // namespace

void checkScript(const Script& script, std::string& where)
{
    where = "roles";
    checkTeam(script);
    std::set<std::string> earlier;
    for (const ScriptStep& step : script.steps) {
        where = "step \"" + step.id + "\"";
        if (member(script, step.role) == nullptr)
            complain("\"" + step.role.str() + "\" is not a member of the team");
        checkOrder(script, step, earlier);
        checkContent(script, step);
        checkPlaceholders(script, step, earlier);
        if (step.id.empty() || step.id == ideaStep || !earlier.insert(step.id).second)
            complain("has no id of its own");
    }
}

} // namespace quarterdeck::team
