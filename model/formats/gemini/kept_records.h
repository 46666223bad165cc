#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats::gemini {

/// Which records of a growing file count in the end: a message that is written again counts as it is last, and going
/// back in a conversation ends what came after. Holds nothing but ids.
class KeptRecords
{
public:
    /// The records, one after the other.
    void note(const nlohmann::json& record, std::int64_t line);
    /// Whether the message with that id counts as it is in that line.
    [[nodiscard]] bool isKept(const std::string& id, std::int64_t line) const;

private:
    struct Kept
    {
        std::int64_t number = 0; ///< in the order of the conversation
        std::int64_t line = 0;
    };
    void set(const std::string& id, std::int64_t line);
    void goBackTo(const std::string& id);
    void clear();

    std::map<std::string, Kept> m_byId;
    std::map<std::int64_t, std::string> m_ids; ///< by number
    std::int64_t m_count = 0;
};

} // namespace quarterdeck::formats::gemini
