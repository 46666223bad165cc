#pragma once

#include "model/agents/script/script.h"

#include <nlohmann/json.hpp>
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

} // namespace quarterdeck::team
