#include "model/conversation/json/source.h"

namespace quarterdeck::conversation::json {

Json FoundValue::tree() const
{
    using Type = simdjson::dom::element_type;
    switch (m_found.type()) {
    case Type::ARRAY: {
        Json list = Json::array();
        forEachItem([&](const FoundValue& item) { list.push_back(item.tree()); });
        return list;
    }
    case Type::OBJECT: {
        Json object = Json::object();
        forEachMember([&](std::string_view key, const FoundValue& value) { object[std::string(key)] = value.tree(); });
        return object;
    }
    case Type::STRING:
        return *text();
    case Type::BOOL:
        return *truth();
    case Type::DOUBLE:
        return *number();
    case Type::UINT64:
        return m_found.get_uint64().value_unsafe();
    case Type::INT64: {
        // Like the tree parser: what is not negative is unsigned.
        const std::int64_t number = m_found.get_int64().value_unsafe();
        return number < 0 ? Json(number) : Json(static_cast<std::uint64_t>(number));
    }
    case Type::NULL_VALUE:
        break;
    }
    return {};
}

} // namespace quarterdeck::conversation::json
