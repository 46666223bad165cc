#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace quarterdeck::formats {

/// What only a whole session of pi tells: its name, and which entries lead to the last one. The person may go back to
/// an earlier entry and continue from there; what followed it stays in the file.
class PiSurvey
{
public:
    void note(const nlohmann::json& entry, std::int64_t line);
    /// After the last entry.
    void finish();

    /// That the person or an extension gave; empty if there is none.
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool isLeft(std::int64_t line) const;
    /// How many messages there are on the branches that were left, where the first of them is, and their ids.
    [[nodiscard]] std::int64_t messagesLeft() const { return static_cast<std::int64_t>(m_messagesLeft.size()); }
    [[nodiscard]] std::int64_t firstLeft() const { return m_firstLeft; }
    [[nodiscard]] const std::vector<std::string>& idsLeft() const { return m_messagesLeft; }

private:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    struct Entry
    {
        std::string id;
        std::int64_t line = 0;
        std::size_t parent = nowhere; ///< always an earlier one, so no walk is endless
        bool isMessage = false;
        bool isOnPath = false;
    };

    std::vector<Entry> m_entries; ///< in their order
    std::unordered_map<std::string, std::size_t> m_byId;
    std::string m_name;
    std::vector<std::string> m_messagesLeft;
    std::int64_t m_firstLeft = 0;
};

} // namespace quarterdeck::formats
