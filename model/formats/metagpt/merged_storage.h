#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats::metagpt {

/// Merges several lists of messages so that each message occurs once, and after everything that any list has before it.
/// Of several copies the first counts, but what was said stays as it was said (see isAddressedCopy).
class MergedStorage
{
public:
    /// The list of a history, or of what a role remembers: indices count from 0.
    void add(const nlohmann::json& storage);

    struct Entry
    {
        nlohmann::json message;
        std::size_t list = 0;  ///< the first list that has it
        std::size_t place = 0; ///< its index there, from 0
        bool isAlone = false;  ///< no other list has it
    };
    /// Call it once.
    [[nodiscard]] std::vector<Entry> result();

private:
    struct List
    {
        std::vector<std::string> keys;
        std::size_t at = 0;
    };
    List* nextList();
    void passGiven(List& list);
    void keep(const std::string& key, const nlohmann::json& message, std::size_t place);

    std::map<std::string, Entry> m_entries;
    std::map<std::string, int> m_waiting; ///< in how many lists it comes after another
    std::set<std::string> m_given;
    std::vector<List> m_lists;
};

/// Whether a text starts with "[Message] from Bob to Alice: ", as MGX's environment writes it for its members.
[[nodiscard]] bool isAddressedCopy(const std::string& text);
/// The text after that; unchanged if it does not start so.
[[nodiscard]] std::string withoutAddress(const std::string& text);

} // namespace quarterdeck::formats::metagpt
