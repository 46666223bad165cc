#include "export/message_list_writer.h"
#include "export/writers.h"
#include "formats/agentscope/msg.h"
#include "formats/python_json.h"
#include "json/json_text.h"

#include <cstdint>
#include <utility>

namespace quarterdeck::formats {

using conversation::MediaBlock;
using conversation::Message;
using nlohmann::json;

namespace {

/// A list of Msg, as AgentScope's Msg.to_dict gives each. Messages that the reader has made of one become that one
/// again, so the last one waits until it is known what follows.
class AgentScopeWriter final : public MessageListWriter
{
public:
    explicit AgentScopeWriter(WriterContext writing) : MessageListWriter(std::move(writing), "agentscope") { }

    void end(std::string& out) override
    {
        putWaiting(out);
        out += "\n]\n";
    }

protected:
    void open(const json& fields, std::string& out) override
    {
        // Of a saved session: names and prompts of agents, summaries. A list of messages has no place for them.
        counter().addIf(fields.is_object() && !fields.empty(), LossKind::Roles);
        out += "[";
    }
    void message(const Said& said, std::string& out) override
    {
        countLosses(said);
        for (const MediaBlock& media : blocksOf<MediaBlock>(said.message)) {
            counter().addIf(!isCarried(media), LossKind::Media);
        }
        agentscope::WriteOptions options;
        options.bytesOf = context().bytesOf;
        json written = agentscope::toDict(said.message, options);
        if (written["name"] == "") {
            written["name"] = said.message.sentFrom.isEmpty() ? "user" : said.message.sentFrom.str();
        }
        if (!context().last.areTimesKnown()) {
            written["timestamp"] = nullptr; // made up: in order, and not to be told
        }
        if (said.source.is_null()) {
            takeOutMarks(written["metadata"]);
        } else {
            restore(said.source, written);
        }
        json part = said.source.is_null() ? json() : markOf(said.message, "part");
        if (follows(part, written)) {
            join(part, std::move(written));
        } else {
            putWaiting(out);
            m_waiting = std::move(written);
        }
        m_part = std::move(part);
    }

private:
    /// Beside the content everything goes out as it came: the reader turns some of it into our terms.
    static void restore(const json& source, json& written)
    {
        written.erase("metadata"); // ours, for this
        if (source.contains("created_at")) {
            written.erase("timestamp"); // 2.x has the other alone
        }
        for (const auto& [key, value] : source.items()) {
            written[key] = value;
        }
    }
    /// Whether it is the next part of the message that waits.
    [[nodiscard]] bool follows(const json& part, const json& written) const
    {
        const json& number = memberOf(part, "number");
        const json& before = memberOf(m_part, "number");
        return number.is_number_unsigned() && before.is_number_unsigned()
            && number.get<std::uint64_t>() == before.get<std::uint64_t>() + 1
            && memberOf(part, "of") == memberOf(m_part, "of") && memberOf(m_waiting, "content").is_array()
            && memberOf(written, "content").is_array();
    }
    void join(const json& part, json written)
    {
        for (json& block : written["content"]) {
            m_waiting["content"].push_back(std::move(block));
        }
        // The agent's, also where a tool's answer is the first part.
        m_waiting["role"] = "assistant";
        m_waiting["name"] = memberOf(part, "name");
    }
    void putWaiting(std::string& out)
    {
        if (!m_waiting.is_null()) {
            putElement(python_json::text(std::exchange(m_waiting, json())), out);
        }
    }
    /// What readers of other formats keep there for their own writers.
    static void takeOutMarks(json& metadata)
    {
        if (metadata.is_object() && metadata.contains("source") && metadata["source"].is_object()) {
            for (const char* key : {"source", "part", "fields", "plain"}) {
                metadata.erase(key);
            }
            metadata = metadata.empty() ? json() : metadata;
        }
    }
    [[nodiscard]] bool isCarried(const MediaBlock& media) const
    {
        return media.kind != conversation::MediaKind::File
            && (!media.source.url.empty() || (context().bytesOf && context().bytesOf(media.source.hash)));
    }

    json m_waiting; ///< the last message; null = none
    json m_part;    ///< which part of a message of the file its last one was; null = it was whole
};

} // namespace

std::unique_ptr<SessionWriter> agentScopeWriter(WriterContext context)
{
    return std::make_unique<AgentScopeWriter>(std::move(context));
}

} // namespace quarterdeck::formats
