#pragma once

#include "model/conversation/decide/decide.h"
#include "model/conversation/role.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// MetaGPT's Memory: equal messages once.
class Memory
{
public:
    void add(const quarterdeck::conversation::Message& message)
    {
        if (!contains(message))
            m_storage.push_back(message);
    }
    void add(const std::vector<quarterdeck::conversation::Message>& messages)
    {
        for (const auto& message : messages)
            add(message);
    }
    [[nodiscard]] bool contains(const quarterdeck::conversation::Message& message) const
    {
        return std::ranges::find(m_storage, message) != m_storage.end();
    }
    [[nodiscard]] const std::vector<quarterdeck::conversation::Message>& storage() const { return m_storage; }
    [[nodiscard]] std::size_t size() const { return m_storage.size(); }

private:
    std::vector<quarterdeck::conversation::Message> m_storage;
};

/// Plays one scenario of tests/data/routing through decide and apply, and writes down what the format's README calls
/// `expected`. It keeps books (buffers, memories, the history list); what goes where is the model's to say.
class Scenario
{
public:
    using Json = nlohmann::json;

    /// `isHeld`: everything is held, and let go at once.
    explicit Scenario(const Json& description, bool isHeld = false);
    /// `{steps, history, history_index, addresses}` as it came out.
    [[nodiscard]] Json play();

private:
    struct HistoryEntry
    {
        std::string className;
        quarterdeck::conversation::Message message;
    };

    void hire(const Json& role);
    [[nodiscard]] Json playStep(const Json& step);
    void publish(const Json& step, Json& result);
    void rolePublish(const Json& step, Json& result);
    void teamMessage(const Json& step, Json& result);
    void observe(const Json& step, Json& result);
    void setPublic(const Json& step, Json& result);
    void setIdle(const Json& step, Json& result);
    void setBusy(const Json& step, Json& result);
    void finish(const Json& step, Json& result);

    /// Decides, applies what follows and keeps the books. `returned` unless there was an error.
    void submit(const quarterdeck::conversation::Intent& intent, const Json& returned, Json& result);
    void apply(const quarterdeck::conversation::Decision& decision, Json& result);
    void releaseHeld(Json& result);
    void submitSilently(const quarterdeck::conversation::Intent& intent);
    void keepBooks(const quarterdeck::conversation::MessagePublished& published, Json& result);
    void emptyBuffersOfFlagModel();
    void describeState(Json& result) const;
    [[nodiscard]] quarterdeck::conversation::DecideContext context() const;
    [[nodiscard]] Json historyJson() const;

    const Json& m_description;
    bool m_isFlagModel = false;
    std::string m_className; ///< of the message that the step sends
    mutable std::int64_t m_messageIds = 0;
    mutable std::int64_t m_otherIds = 0;
    std::map<std::string, std::optional<std::string>> m_files;
    quarterdeck::conversation::ConversationState m_state;
    std::map<quarterdeck::conversation::RoleName, std::vector<quarterdeck::conversation::Message>> m_buffers;
    std::map<quarterdeck::conversation::RoleName, Memory> m_memories;
    Memory m_history;
    std::map<quarterdeck::conversation::EventSeq, quarterdeck::conversation::Message> m_held;
};
