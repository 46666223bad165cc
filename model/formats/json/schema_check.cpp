#include "model/formats/json/schema_check.h"

#include "model/conversation/text.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;
using Finding = std::optional<std::string>;

bool isMarkedNumber(const json& value) { return python_json::isMarked(value) && !python_json::isText(value); }

bool isOfSchemaType(const json& value, const std::string& type)
{
    if (type == "integer") {
        // An integer too large for JSON's types is marked.
        return value.is_number_integer() || (isMarkedNumber(value) && !python_json::hasNonFinite(value))
            || (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    }
    if (type == "number") {
        return value.is_number() || isMarkedNumber(value);
    }
    return (type == "string" && python_json::isText(value)) || (type == "null" && value.is_null())
        || (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array())
        || (type == "object" && value.is_object());
}

std::string typeNamesOf(const std::vector<std::string>& types)
{
    std::string names;
    for (const std::string& type : types) {
        names += (names.empty() ? "" : "|") + type;
    }
    return names;
}

std::string memberPlace(const std::string& path, const std::string& name) { return path + "." + name; }

std::string itemPlace(const std::string& path, std::size_t item) { return path + "[" + std::to_string(item) + "]"; }

/// `what`: in the schema's terms, such as "Items" of minItems and maxItems.
Finding countFinding(const SchemaCount& wanted, std::uint64_t count, const std::string& path, const char* what)
{
    if (wanted.least && count < *wanted.least) {
        return path + ": min" + what + " " + std::to_string(*wanted.least);
    }
    if (wanted.most && count > *wanted.most) {
        return path + ": max" + what + " " + std::to_string(*wanted.most);
    }
    return std::nullopt;
}

std::uint64_t charactersOf(const std::string& text)
{
    return static_cast<std::uint64_t>(std::ranges::count_if(text, std::not_fn(conversation::utf8::isContinuation)));
}

struct WholeNumber
{
    bool isNegative = false;
    std::uint64_t magnitude = 0;
};

/// For a number that is whole, however it is written; empty if it is not, or is too large.
std::optional<WholeNumber> wholeOf(const json& number)
{
    constexpr double tooLarge = 9.2e18; // below 2^63
    if (number.is_number_unsigned()) {
        return WholeNumber{false, number.get<std::uint64_t>()};
    }
    const auto whole = [](std::int64_t value) {
        const auto bits = static_cast<std::uint64_t>(value);
        return WholeNumber{value < 0, value < 0 ? 0U - bits : bits};
    };
    if (number.is_number_integer()) {
        return whole(number.get<std::int64_t>());
    }
    const auto value = number.get<double>();
    return std::abs(value) < tooLarge && std::trunc(value) == value
        ? std::optional(whole(static_cast<std::int64_t>(value)))
        : std::nullopt;
}

/// Exact if both are integers, since a double cannot represent all of them.
bool isLess(const json& left, const json& right)
{
    const auto one = wholeOf(left);
    const auto other = wholeOf(right);
    if (!one || !other) {
        return left.get<double>() < right.get<double>();
    }
    if (one->isNegative != other->isNegative) {
        return one->isNegative;
    }
    return one->isNegative ? one->magnitude > other->magnitude : one->magnitude < other->magnitude;
}

/// Exact if both are integers, otherwise within floating-point precision: 0.3 is three times 0.1.
bool isMultipleOf(const json& value, const json& step)
{
    constexpr double closeness = 8 * std::numeric_limits<double>::epsilon(); // of the quotient of two rounded ones
    const auto whole = wholeOf(value);
    const auto wholeStep = wholeOf(step);
    if (whole && wholeStep) {
        return whole->magnitude % wholeStep->magnitude == 0;
    }
    const double times = value.get<double>() / step.get<double>();
    return !std::isfinite(times) || std::abs(times - std::round(times)) <= closeness * std::max(1.0, std::abs(times));
}

Finding numberFinding(const SchemaNumbers& wanted, const json& value, const std::string& path)
{
    const auto told = [&](const char* what, const json& bound) { return path + ": " + what + " " + textOfJson(bound); };
    if (wanted.least && isLess(value, *wanted.least)) {
        return told("minimum", *wanted.least);
    }
    if (wanted.most && isLess(*wanted.most, value)) {
        return told("maximum", *wanted.most);
    }
    if (wanted.above && !isLess(*wanted.above, value)) {
        return told("exclusiveMinimum", *wanted.above);
    }
    if (wanted.below && !isLess(value, *wanted.below)) {
        return told("exclusiveMaximum", *wanted.below);
    }
    return wanted.step && !isMultipleOf(value, *wanted.step) ? Finding(told("multipleOf", *wanted.step)) : std::nullopt;
}

/// What the first choice finds if none fits. Each is evaluated once, so that nested choices do not multiply.
Finding choiceFinding(const std::vector<SchemaNode::Owned>& choices, const json& value, const std::string& path)
{
    Finding first;
    for (const SchemaNode::Owned& choice : choices) {
        Finding finding = findingOf(*choice, value, path);
        if (!finding) {
            return std::nullopt;
        }
        if (!first) {
            first = std::move(finding);
        }
    }
    return first;
}

Finding onlyOneFinding(const std::vector<SchemaNode::Owned>& choices, const json& value, const std::string& path)
{
    Finding first;
    int fitting = 0; // as far as is known
    int certain = 0;
    for (const SchemaNode::Owned& choice : choices) {
        Finding finding = findingOf(*choice, value, path);
        fitting += finding ? 0 : 1;
        certain += finding || choice->isLoose ? 0 : 1;
        if (!first) {
            first = std::move(finding);
        }
    }
    if (certain > 1) {
        return path + ": oneOf";
    }
    return choices.empty() || fitting > 0 ? std::nullopt : std::move(first);
}

Finding combinedFinding(const SchemaNode& node, const json& value, const std::string& path)
{
    for (const SchemaNode::Owned& part : node.all) {
        if (Finding finding = findingOf(*part, value, path)) {
            return finding;
        }
    }
    if (Finding finding = choiceFinding(node.any, value, path)) {
        return finding;
    }
    if (Finding finding = onlyOneFinding(node.one, value, path)) {
        return finding;
    }
    if (node.excluded && !node.excluded->isLoose && !findingOf(*node.excluded, value, path)) {
        return path + ": not allowed";
    }
    if (!node.condition) {
        return std::nullopt;
    }
    const bool isFalse = findingOf(*node.condition, value, path).has_value();
    if (!isFalse && node.condition->isLoose) {
        return std::nullopt; // it may be either
    }
    const SchemaNode::Owned& follows = isFalse ? node.otherwise : node.then;
    return follows ? findingOf(*follows, value, path) : std::nullopt;
}

Finding requiredFinding(const std::vector<std::string>& required, const json& value, const std::string& path)
{
    for (const std::string& name : required) {
        if (!value.contains(name)) {
            return memberPlace(path, name) + ": required";
        }
    }
    return std::nullopt;
}

Finding dependentFinding(const SchemaNode& node, const json& value, const std::string& path)
{
    for (const auto& [name, required] : node.requiredWith) {
        if (Finding finding = value.contains(name) ? requiredFinding(required, value, path) : std::nullopt) {
            return finding;
        }
    }
    for (const auto& [name, schema] : node.fitsWith) {
        if (Finding finding = value.contains(name) ? findingOf(*schema, value, path) : std::nullopt) {
            return finding;
        }
    }
    return countFinding(node.members, value.size(), path, "Properties");
}

Finding memberFinding(const SchemaNode& node, const json& value, const std::string& path)
{
    if (Finding finding = requiredFinding(node.required, value, path)) {
        return finding;
    }
    for (const auto& [name, member] : value.items()) {
        const auto known = node.properties.find(name);
        const SchemaNode* schema = known == node.properties.end() ? node.additional.get() : known->second.get();
        Finding finding = schema != nullptr ? findingOf(*schema, member, memberPlace(path, name)) : std::nullopt;
        if (!finding && node.names) {
            finding = findingOf(*node.names, json(name), memberPlace(path, name));
        }
        if (finding) {
            return finding;
        }
    }
    return dependentFinding(node, value, path);
}

Finding containedFinding(const SchemaNode& node, const json& value, const std::string& path)
{
    if (!node.contained) {
        return std::nullopt;
    }
    const auto count = static_cast<std::uint64_t>(
        std::ranges::count_if(value, [&](const json& one) { return !findingOf(*node.contained, one, path); }));
    SchemaCount wanted = node.containing;
    wanted.least = wanted.least.value_or(1);
    if (node.contained->isLoose) {
        wanted.most.reset(); // of those that were counted some may not fit
    }
    return countFinding(wanted, count, path, "Contains");
}

bool hasTwice(const json& list)
{
    std::vector<const json*> sorted;
    for (const json& one : list) {
        sorted.push_back(&one);
    }
    std::ranges::sort(sorted, [](const json* left, const json* right) { return *left < *right; });
    const auto areEqual = [](const json* left, const json* right) { return *left == *right; };
    return std::ranges::adjacent_find(sorted, areEqual) != sorted.end();
}

Finding itemFinding(const SchemaNode& node, const json& value, const std::string& path)
{
    for (std::size_t i = 0; i < value.size(); ++i) {
        const SchemaNode* schema = i < node.firstItems.size() ? node.firstItems[i].get() : node.items.get();
        if (Finding finding = schema != nullptr ? findingOf(*schema, value[i], itemPlace(path, i)) : std::nullopt) {
            return finding;
        }
    }
    if (Finding finding = countFinding(node.length, value.size(), path, "Items")) {
        return finding;
    }
    if (node.areItemsUnique && hasTwice(value)) {
        return path + ": uniqueItems";
    }
    return containedFinding(node, value, path);
}

} // namespace

std::optional<std::string> findingOf(const SchemaNode& schema, const json& value, const std::string& path)
{
    if (schema.isNever) {
        return path + ": not allowed";
    }
    const auto isOne = [&](const std::string& type) { return isOfSchemaType(value, type); };
    if (!schema.types.empty() && std::ranges::none_of(schema.types, isOne)) {
        return path + ": " + typeNamesOf(schema.types);
    }
    if (schema.allowed && std::ranges::find(*schema.allowed, value) == schema.allowed->end()) {
        return path + ": " + textOfJson(json(*schema.allowed));
    }
    if (schema.constant && *schema.constant != value) {
        return path + ": " + textOfJson(*schema.constant);
    }
    if (Finding finding = combinedFinding(schema, value, path)) {
        return finding;
    }
    if (value.is_object()) {
        return memberFinding(schema, value, path);
    }
    if (value.is_array()) {
        return itemFinding(schema, value, path);
    }
    if (value.is_number()) {
        return numberFinding(schema.numbers, value, path);
    }
    return value.is_string() && !python_json::isMarked(value)
        ? countFinding(schema.characters, charactersOf(value.get_ref<const std::string&>()), path, "Length")
        : std::nullopt;
}

} // namespace quarterdeck::formats
