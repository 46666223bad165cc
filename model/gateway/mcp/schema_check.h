#pragma once

#include "model/formats/json/json_schema.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace quarterdeck::gateway::mcp {

/// A JSON Schema of our own, and what is wrong with values according to it, in words for the model that made the value.
/// Immutable; thread: any.
class SchemaCheck
{
public:
    /// The schema must be valid.
    explicit SchemaCheck(nlohmann::json schema);

    /// In English: "arguments[question] is missing."; empty if everything is right.
    [[nodiscard]] std::optional<std::string> findingIn(const nlohmann::json& value) const;

private:
    nlohmann::json m_text;
    std::shared_ptr<const formats::JsonSchema> m_schema;
};

} // namespace quarterdeck::gateway::mcp
