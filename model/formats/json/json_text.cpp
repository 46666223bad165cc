#include "model/formats/json/json_text.h"

#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

std::string textMember(const nlohmann::json& value, const char* key)
{
    if (!value.is_object()) {
        return {};
    }
    const auto member = value.find(key);
    return member == value.end() ? std::string() : python_json::shownText(*member).value_or("");
}

const nlohmann::json& memberOf(const nlohmann::json& object, const char* key)
{
    static const nlohmann::json none;
    if (!object.is_object()) {
        return none;
    }
    const auto member = object.find(key);
    return member == object.end() ? none : *member;
}

std::int64_t countMember(const nlohmann::json& object, const char* key)
{
    const nlohmann::json& count = memberOf(object, key);
    return count.is_number_unsigned() ? std::max<std::int64_t>(0, count.get<std::int64_t>()) : 0;
}

std::string textOfJson(const nlohmann::json& value) { return python_json::compactText(value); }

std::string plainTextOfJson(const nlohmann::json& value)
{
    return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<nlohmann::json> parseText(std::string_view text, const ReadLimits& limits)
{
    std::optional<nlohmann::json> parsed;
    RecordBuilder builder(false, limits, [&](nlohmann::json value) {
        parsed = std::move(value);
        return true;
    });
    return nlohmann::json::sax_parse(text.begin(), text.end(), &builder) ? std::move(parsed) : std::nullopt;
}

using nlohmann::json;
using simdjson::dom::element;
using Type = simdjson::dom::element_type;

namespace {

/// The parser keeps about ten times as much memory.
constexpr std::size_t largest = std::size_t{4} << 20;
constexpr std::size_t usual = std::size_t{64} << 10;

/// Builds the tree of what was parsed, no deeper than the parser's own limit.
class Tree
{
public:
    Tree(std::int64_t mostValues, bool isOfPython) : m_left(mostValues), m_isOfPython(isOfPython) { }

    [[nodiscard]] bool isWhole() const { return m_left >= 0; }
    [[nodiscard]] json of(element found)
    {
        if (--m_left < 0) {
            return nullptr;
        }
        switch (found.type()) {
        case Type::ARRAY:
            return list(found.get_array().value_unsafe());
        case Type::OBJECT:
            return object(found.get_object().value_unsafe());
        case Type::STRING:
            return text(found.get_string().value_unsafe());
        case Type::BOOL:
            return found.get_bool().value_unsafe();
        case Type::DOUBLE:
            return found.get_double().value_unsafe();
        case Type::UINT64:
            return found.get_uint64().value_unsafe();
        case Type::INT64:
            return whole(found.get_int64().value_unsafe());
        case Type::NULL_VALUE:
            break;
        }
        return nullptr;
    }

private:
    std::string text(std::string_view found)
    {
        if (m_isOfPython && found.starts_with(python_tokens::mark)) {
            m_left = -1;
        }
        return std::string(found);
    }
    /// As in nlohmann_json, what is not negative is unsigned.
    static json whole(std::int64_t number)
    {
        return number < 0 ? json(number) : json(static_cast<std::uint64_t>(number));
    }
    json list(const simdjson::dom::array& items)
    {
        json made = json::array();
        for (const element item : items) {
            made.push_back(of(item));
        }
        return made;
    }
    /// If a name is repeated, its last value counts.
    json object(const simdjson::dom::object& members)
    {
        json made = json::object();
        for (const auto& [key, value] : members) {
            made[text(key)] = of(value);
        }
        return made;
    }

    std::int64_t m_left = 0;
    bool m_isOfPython = false;
};

} // namespace

class LineParser::Private
{
public:
    Private(const ReadLimits& limits, bool isOfPython)
        : m_mostValues(limits.maxValuesPerRecord)
        , m_isOfPython(isOfPython)
        , m_isReady(m_parser.allocate(usual, static_cast<std::size_t>(limits.maxDepth)) == simdjson::SUCCESS)
    { }

    std::optional<json> parse(const std::string& text)
    {
        const auto found = m_isReady ? m_parser.parse(text) : simdjson::simdjson_result<element>(simdjson::MEMALLOC);
        if (found.error() != simdjson::SUCCESS) {
            return std::nullopt;
        }
        Tree tree(m_mostValues, m_isOfPython);
        json made = tree.of(found.value_unsafe());
        return tree.isWhole() ? std::optional(std::move(made)) : std::nullopt;
    }

private:
    simdjson::dom::parser m_parser{largest};
    std::int64_t m_mostValues = 0;
    bool m_isOfPython = false;
    bool m_isReady = false;
};

LineParser::LineParser(const ReadLimits& limits, bool isOfPython) : d(std::make_unique<Private>(limits, isOfPython)) { }
LineParser::~LineParser() = default;

std::optional<json> LineParser::parse(const std::string& text) { return d->parse(text); }

} // namespace quarterdeck::formats
