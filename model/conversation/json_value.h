#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::conversation {

/// An immutable JSON value that is cheap to copy (shared) and to include (only the forward header of nlohmann_json).
/// Default is JSON null. Equality is by content.
class JsonValue
{
public:
    JsonValue() = default;
    explicit JsonValue(nlohmann::json value);

    [[nodiscard]] const nlohmann::json& json() const;
    [[nodiscard]] bool isNull() const;

    friend bool operator==(const JsonValue& a, const JsonValue& b);

private:
    std::shared_ptr<const nlohmann::json> m_value;
};

} // namespace quarterdeck::conversation
