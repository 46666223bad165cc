#pragma once

#include "model/conversation/message.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats::langsmith {

/// A run as LangSmith exports or receives it: `{id, run_type, name, inputs, outputs, parent_run_id, trace_id ..}`.
struct Run
{
    nlohmann::json fields;
    std::int64_t began = 0; ///< milliseconds
    std::size_t number = 0; ///< in the file
};

/// All runs of a file. One may be told several times: as it begins, and as it ends.
class Runs
{
public:
    /// Also the runs within it, as deep as they are.
    void add(nlohmann::json run);
    /// Of all of them, as JSON.
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }
    /// Those of each conversation, in the order of time, ended by the object.
    [[nodiscard]] std::vector<std::vector<Run>> takeConversations();

private:
    void addOne(nlohmann::json run);

    std::vector<nlohmann::json> m_runs;
    std::int64_t m_bytes = 0;
    std::map<std::string, std::size_t> m_places; ///< by their ids
};

/// The id, of a record that tells it only in its place among others, too.
[[nodiscard]] std::string idOf(const nlohmann::json& run);
/// A time as others write it: without a zone it is UTC, and some are a number of milliseconds. Empty for what is none.
[[nodiscard]] std::string timeOf(const nlohmann::json& time);

/// What the model was asked, as messages of an OpenAI chat.
[[nodiscard]] std::vector<nlohmann::json> messagesOf(const nlohmann::json& values);
/// What it answered; empty if it is in no known form.
[[nodiscard]] std::vector<nlohmann::json> answerOf(const nlohmann::json& outputs);
/// The text that stands for what was asked or answered where there are no messages; empty if there is none.
[[nodiscard]] std::string textOf(const nlohmann::json& values);
/// What a run of a model used, as its answer tells it or else LangSmith.
[[nodiscard]] std::optional<conversation::Usage> usageOf(const nlohmann::json& run,
                                                         const std::vector<nlohmann::json>& answer);

} // namespace quarterdeck::formats::langsmith
