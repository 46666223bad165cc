#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quarterdeck::gateway::mcp {

/// A JSON Schema of our own, and what is wrong with values according to it. Immutable; thread: one at a time.
class SchemaCheck
{
public:
    /// The schema must be valid.
    explicit SchemaCheck(const nlohmann::json& schema);
    ~SchemaCheck();
    SchemaCheck(const SchemaCheck&) = delete;
    SchemaCheck& operator=(const SchemaCheck&) = delete;

    /// In English, for the model that made the value: "question: …"; empty if everything is right.
    [[nodiscard]] std::optional<std::string> findingIn(const nlohmann::json& value) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace quarterdeck::gateway::mcp
