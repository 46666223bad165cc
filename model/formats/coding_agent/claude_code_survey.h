#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace quarterdeck::formats::claude_code {

/// What only a whole transcript tells: its title, which comes last, and which of its branches goes on. The person may
/// go back to an earlier prompt and write another one; what followed the earlier one stays in the file.
class Survey
{
public:
    void note(const nlohmann::json& record, std::int64_t line);
    /// After the last record.
    void finish();

    /// The person's own title, or else the one that a model gave; empty if there is none.
    [[nodiscard]] std::string title() const;
    [[nodiscard]] bool isTakenBack(const nlohmann::json& record) const;
    /// Of the branches that were left, without their sub-agents' messages.
    [[nodiscard]] std::int64_t messagesTakenBack() const { return m_messages; }
    /// Where the first of them is.
    [[nodiscard]] std::int64_t firstTakenBack() const { return m_firstLine; }
    /// The records of those messages, and of the sub-agents that worked for them.
    [[nodiscard]] std::vector<std::string> recordsTakenBack() const;

private:
    enum class Kind { Other, Prompt, Result, Answer };
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
    struct Node
    {
        std::string uuid;
        std::string parent;
        std::string answer; ///< the id of the answer that it is a piece of
        Kind kind = Kind::Other;
        bool isLogical = false; ///< its parent is what was compacted before it
        std::int64_t line = 0;
        std::size_t above = nowhere;
        std::vector<std::size_t> below{};
        bool isOnPath = false;
        bool isTakenBack = false;
    };
    /// A sub-agent, by its id or its first record.
    struct Agent
    {
        std::vector<std::string> records;
        std::size_t prompt = 0; ///< hash of its first words
        std::vector<std::size_t> called{};
        std::unordered_set<std::string> heard{}; ///< the ids of those that answered it
    };
    /// What a part of the conversation asked of sub-agents.
    struct Asked
    {
        std::size_t node = 0;
        std::vector<std::size_t> prompts{};
        std::string answeredBy{};
    };

    void noteTitle(const std::string& type, const nlohmann::json& record);
    void noteAgent(const nlohmann::json& record, const std::string& uuid);
    [[nodiscard]] static Kind kindOf(const nlohmann::json& record);
    void link();
    void follow(std::size_t last);
    void leaveOthers(std::size_t fork, std::size_t taken);
    [[nodiscard]] std::vector<std::size_t> allBelow(std::size_t node) const;
    void takeBackAgents();

    std::vector<Node> m_nodes;
    std::unordered_map<std::string, std::size_t> m_byUuid;
    std::vector<Asked> m_asked;
    std::unordered_map<std::string, Agent> m_agents;
    std::unordered_map<std::string, std::string> m_agentOf; ///< record -> sub-agent, for those without an id
    std::unordered_set<std::string> m_agentsTakenBack;
    std::unordered_set<std::string> m_sessions;
    std::unordered_map<std::string, std::string> m_given;     ///< by session
    std::unordered_map<std::string, std::string> m_suggested; ///< likewise
    std::int64_t m_messages = 0;
    std::int64_t m_firstLine = 0;
};

} // namespace quarterdeck::formats::claude_code
