#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::formats::metagpt {

/// Several lists of messages as one, in which each message stands once, and behind what every list has before it. Of
/// copies of one message the first counts, but what was said as it was said (see isAddressedCopy).
class MergedStorage
{
public:
    /// The list of a history, or of what a role remembers: its index is counted from 0.
    void add(const nlohmann::json& storage);

    struct Entry
    {
        nlohmann::json message;
        std::size_t list = 0;  ///< the first that has it
        std::size_t place = 0; ///< there, from 0
        bool isAlone = false;  ///< no other list has it
    };
    /// Once.
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
    std::map<std::string, int> m_waiting; ///< in how many lists it stands behind another
    std::set<std::string> m_given;
    std::vector<List> m_lists;
};

/// Whether a text begins with "[Message] from Bob to Alice: ", as the environment of MGX has it for its members.
[[nodiscard]] bool isAddressedCopy(const std::string& text);
/// The text behind that; the same text where it does not begin so.
[[nodiscard]] std::string withoutAddress(const std::string& text);

} // namespace quarterdeck::formats::metagpt
