#pragma once

#include "conversation/error.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace quarterdeck::formats {

struct SchemaNode;

/// A JSON Schema as structured content has it (https://json-schema.org): all that draft 2020-12 and those before it say
/// about values, but `pattern`, `patternProperties` (where there are some nothing is additional), `format` and the
/// `unevaluated…`, which are passed over. What they could decide is left open, so nothing is found that need not be
/// wrong: a schema that has one of them within counts as one that may not fit, under `not`, for `oneOf` that only one
/// fits, for `maxContains`, and for `if`, of which `then` does not apply. `$ref` means a definition of the schema
/// itself (`#/$defs/Name`); any other, and one that holds itself, is refused. Immutable. Thread: any.
class JsonSchema
{
public:
    ~JsonSchema();

    /// The schema of that JSON; one that was parsed before is the same object. Errors: BadInput, whose detail is
    /// "$.path: what" within the schema.
    [[nodiscard]] static conversation::Result<std::shared_ptr<const JsonSchema>> of(const nlohmann::json& schema);
    /// What is wrong with a value first: "$.steps[2].count: integer"; nothing when all of it is right.
    [[nodiscard]] std::optional<std::string> findingIn(const nlohmann::json& value) const;

private:
    explicit JsonSchema(std::unique_ptr<const SchemaNode> root);

    std::unique_ptr<const SchemaNode> m_root;
};

} // namespace quarterdeck::formats
