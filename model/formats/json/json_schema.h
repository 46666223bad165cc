#pragma once

#include "model/conversation/error.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats {

struct SchemaNode;

/// A JSON Schema for structured content (https://json-schema.org): everything that draft 2020-12 and its predecessors
/// say about values, except `pattern`, `patternProperties` (which make no property additional), `format` and the
/// `unevaluated…`, which are ignored. What these could decide is left open, so nothing is reported that might be right:
/// under `not`, for the one match of `oneOf`, for `maxContains`, and for an `if` whose `then` does not apply, a schema
/// that contains one of them counts as one that may not match. `$ref` may refer to the schema's own definitions
/// (`#/$defs/Name`); any other, or one that contains itself, is refused. Immutable. Thread: any.
class JsonSchema
{
public:
    ~JsonSchema();

    /// The schema in that JSON; one that was parsed before yields the same object. Errors: BadInput, whose detail is
    /// "$.path: what" in the schema.
    [[nodiscard]] static conversation::Result<std::shared_ptr<const JsonSchema>> of(const nlohmann::json& schema);
    /// The first thing wrong with a value: "$.steps[2].count: integer"; empty if everything is right.
    [[nodiscard]] std::optional<std::string> findingIn(const nlohmann::json& value) const;

private:
    explicit JsonSchema(std::unique_ptr<const SchemaNode> root);

    std::unique_ptr<const SchemaNode> m_root;
};

} // namespace quarterdeck::formats
