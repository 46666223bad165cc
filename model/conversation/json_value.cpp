#include "model/conversation/json_value.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

JsonValue::JsonValue(nlohmann::json value)
    : m_value(value.is_null() ? nullptr : std::make_shared<const nlohmann::json>(std::move(value)))
{ }

const nlohmann::json& JsonValue::json() const
{
    static const nlohmann::json null;
    return m_value ? *m_value : null;
}

bool JsonValue::isNull() const { return !m_value; }

bool operator==(const JsonValue& a, const JsonValue& b) { return a.m_value == b.m_value || a.json() == b.json(); }

} // namespace quarterdeck::conversation
