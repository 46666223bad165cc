#pragma once

#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

/// What MetaGPT's reporters post (metagpt/utils/report.py): what an agent writes, runs and shows, piece by piece.
/// Parsed tolerantly, since a refusal ends the agent. Pure; thread: any.
namespace quarterdeck::gateway::metagpt {

/// One post: `{block, uuid, value, name, role, extra?, enable_llm_stream?}`. `value` is a text of any length, or
/// something bounded.
struct Report
{
    std::string
        block; ///< "Terminal", "Task", "Browser", "Browser-RT", "Editor", "Gallery", "Notebook", "Docs", "Thought"
    std::string uuid; ///< the reporter's, which may report several things in turn
    std::string
        name; ///< "content", "path", "object", "meta", "cmd", "output", "url", "page", "local_url", "end_marker"
    std::string role; ///< who reports; never empty
    conversation::JsonValue value;
    conversation::JsonValue extra; ///< null if there is none
    bool isStreamed = false;       ///< `enable_llm_stream`: it says when it is complete
};

/// The error is one English sentence for the program's log.
[[nodiscard]] tl::expected<Report, std::string> readReport(std::string_view body);

/// The message that a report, and those following it, add up to: pieces of text are joined, objects are structured
/// content, and a notebook cell with its output is a list. Bounded except for the last piece of text.
class ReportedMessage
{
public:
    /// Its first report; `id` and `now` are the message's.
    ReportedMessage(const Report& report, conversation::MessageId id, conversation::Timestamp now);

    /// Nothing more can follow, or it is long enough: `report` was its last.
    [[nodiscard]] bool isEndedBy(const Report& report) const;
    /// A report of the same reporter starts another one: a command after the last one's output.
    [[nodiscard]] bool isOver(const Report& next) const;
    void add(const Report& report);
    /// There is nothing to show.
    [[nodiscard]] bool isEmpty() const { return m_text.empty() && m_fields.is_null(); }

    [[nodiscard]] const std::string& role() const { return m_role; }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const conversation::MessageId& id() const { return m_id; }
    [[nodiscard]] conversation::Message message() const;

private:
    void addText(const Report& report);
    void addFields(const Report& report);
    void addToList(const Report& report);

    conversation::MessageId m_id;
    conversation::Timestamp m_time;
    std::string m_block;
    std::string m_uuid;
    std::string m_role;
    std::string m_last; ///< name of the last report
    std::string m_text;
    std::string m_address;   ///< of the reported thing; its text if it has no other
    nlohmann::json m_fields; ///< null = none
    std::size_t m_fieldBytes = 0;
    conversation::JsonValue m_extra;
};

} // namespace quarterdeck::gateway::metagpt
