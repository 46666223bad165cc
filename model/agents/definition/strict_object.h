#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace quarterdeck::team {

/// "$.path: what". Caught within this folder.
class DefinitionProblem final : public std::runtime_error
{
public:
    DefinitionProblem(const std::string& path, const std::string& what) : std::runtime_error(path + ": " + what) { }
};

inline constexpr std::size_t longestText = 64 * 1024;
inline constexpr std::size_t longestName = 100;

/// An object whose members must all be known and of the right type. `finish` refuses those that nobody asked for.
class StrictObject
{
public:
    using Json = nlohmann::json;

    StrictObject(const Json& json, std::string path) : m_json(json), m_path(std::move(path))
    {
        if (!json.is_object())
            throw DefinitionProblem(m_path, "not an object");
    }

    [[nodiscard]] std::string pathOf(const std::string& key) const { return m_path + "." + key; }
    [[noreturn]] void refuse(const std::string& key, const std::string& what) const
    {
        throw DefinitionProblem(pathOf(key), what);
    }
    /// Null if it is missing.
    [[nodiscard]] const Json* find(const std::string& key)
    {
        m_known.insert(key);
        const auto found = m_json.find(key);
        return found == m_json.end() ? nullptr : &*found;
    }
    [[nodiscard]] const Json& need(const std::string& key)
    {
        const Json* found = find(key);
        if (found == nullptr)
            refuse(key, "missing");
        return *found;
    }
    [[nodiscard]] static std::string textIn(const Json& value, const std::string& path,
                                            std::size_t longest = longestText)
    {
        if (!value.is_string())
            throw DefinitionProblem(path, "not a text");
        auto text = value.get<std::string>();
        if (text.size() > longest)
            throw DefinitionProblem(path, "longer than " + std::to_string(longest) + " bytes");
        return text;
    }
    [[nodiscard]] std::string text(const std::string& key, std::size_t longest = longestText)
    {
        const Json* found = find(key);
        return found == nullptr ? std::string() : textIn(*found, pathOf(key), longest);
    }
    [[nodiscard]] std::string name(const std::string& key)
    {
        std::string found = textIn(need(key), pathOf(key), longestName);
        if (found.empty())
            refuse(key, "empty");
        return found;
    }
    [[nodiscard]] bool flag(const std::string& key, bool otherwise)
    {
        const Json* found = find(key);
        if (found != nullptr && !found->is_boolean())
            refuse(key, "neither true nor false");
        return found == nullptr ? otherwise : found->get<bool>();
    }
    [[nodiscard]] std::int64_t number(const std::string& key, std::int64_t otherwise, std::int64_t least,
                                      std::int64_t most)
    {
        const Json* found = find(key);
        if (found == nullptr)
            return otherwise;
        const bool fits =
            found->is_number_integer() && (!found->is_number_unsigned() || found->get<std::uint64_t>() <= INT64_MAX);
        if (!fits || found->get<std::int64_t>() < least || found->get<std::int64_t>() > most)
            refuse(key, "not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        return found->get<std::int64_t>();
    }
    /// Calls `each(item, path)`.
    template <typename Each>
    void list(const std::string& key, std::size_t most, Each each)
    {
        const Json* found = find(key);
        if (found == nullptr)
            return;
        if (!found->is_array())
            refuse(key, "not a list");
        if (found->size() > most)
            refuse(key, "more than " + std::to_string(most) + " entries");
        for (std::size_t i = 0; i < found->size(); ++i)
            each((*found)[i], pathOf(key) + "[" + std::to_string(i) + "]");
    }
    /// Calls `each(key, value, path)` for the members of an object.
    template <typename Each>
    void members(const std::string& key, Each each)
    {
        const Json* found = find(key);
        if (found == nullptr)
            return;
        if (!found->is_object())
            refuse(key, "not an object");
        if (found->size() > 100)
            refuse(key, "more than 100 entries");
        for (const auto& [name, value] : found->items())
            each(name, value, pathOf(key) + "." + name);
    }
    void finish() const
    {
        for (const auto& [key, value] : m_json.items())
            if (!m_known.contains(key))
                refuse(key, "not known here");
    }

private:
    const Json& m_json;
    std::string m_path;
    std::set<std::string> m_known;
};

} // namespace quarterdeck::team
