#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// The minimum and maximum number of something, both inclusive.
struct SchemaCount
{
    std::optional<std::uint64_t> least;
    std::optional<std::uint64_t> most;
};

/// As written, since a double cannot hold every whole number.
struct SchemaNumbers
{
    std::optional<nlohmann::json> least;
    std::optional<nlohmann::json> most;
    std::optional<nlohmann::json> above;
    std::optional<nlohmann::json> below;
    std::optional<nlohmann::json> step; ///< greater than 0
};

/// A parsed schema; what its parts say applies together. Null and empty = unrestricted.
struct SchemaNode
{
    using Owned = std::unique_ptr<SchemaNode>;

    bool isNever = false;
    /// Something inside is ignored: what it reports is wrong, but what it accepts may still not match.
    bool isLoose = false;
    std::vector<std::string> types;
    std::optional<std::vector<nlohmann::json>> allowed; ///< an empty list allows nothing
    std::optional<nlohmann::json> constant;

    std::map<std::string, Owned> properties;
    std::vector<std::string> required;
    Owned additional; ///< for members that are not properties
    Owned names;      ///< for the names of all members
    std::map<std::string, std::vector<std::string>> requiredWith;
    std::map<std::string, Owned> fitsWith; ///< for the whole object, if it has that member
    SchemaCount members;

    std::vector<Owned> firstItems;
    Owned items;     ///< for those after the first ones
    Owned contained; ///< matched by as many items as `containing` says
    SchemaCount containing;
    SchemaCount length; ///< of a list
    bool areItemsUnique = false;

    SchemaCount characters; ///< of a text
    SchemaNumbers numbers;

    std::vector<Owned> all;
    std::vector<Owned> any;
    std::vector<Owned> one; ///< exactly one of these
    Owned excluded;
    Owned condition;
    Owned then;
    Owned otherwise;
};

/// The first thing wrong with a value: "path: what".
[[nodiscard]] std::optional<std::string> findingOf(const SchemaNode& schema, const nlohmann::json& value,
                                                   const std::string& path);

} // namespace quarterdeck::formats
