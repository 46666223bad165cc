#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats::gemini {

/// Which records of a growing file count in the end: a message that is written again counts as it is last, and going
/// back in a conversation ends what came after. Holds hashes of ids; of a million messages, the rest count as they are.
class RecordRevisions
{
public:
    /// The records, one after the other.
    void note(const nlohmann::json& record, std::int64_t line);
    /// Whether the message with that id counts as it is in that line.
    [[nodiscard]] bool isKept(const std::string& id, std::int64_t line) const;

private:
    using IdHash = std::size_t;
    struct Kept
    {
        std::int64_t number = 0; ///< in the order of the conversation
        std::int64_t line = 0;
    };
    void set(const std::string& id, std::int64_t line);
    void goBackTo(const std::string& id);
    void clear();

    std::map<IdHash, Kept> m_byId;
    std::map<std::int64_t, IdHash> m_ids; ///< by number
    std::int64_t m_count = 0;
    bool m_isFull = false;
};

} // namespace quarterdeck::formats::gemini
