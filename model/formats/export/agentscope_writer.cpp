#include "model/conversation/attachments.h"
#include "model/formats/agentscope/msg.h"
#include "model/formats/export/calls_and_results.h"
#include "model/formats/export/message_list_writer.h"
#include "model/formats/export/session_writer.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <cstdint>
#include <utility>

namespace quarterdeck::formats {

using conversation::MediaBlock;
using conversation::Message;
using conversation::ToolResultBlock;
using nlohmann::json;

namespace {

/// A list of Msg, each as AgentScope's Msg.to_dict gives it. Messages that the reader made of one become that one
/// again, so the last one is held back until the next is known.
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
        // For a saved session: agents' names and prompts, and summaries. A list of messages has no place for them.
        counter().addIf(fields.is_object() && !fields.empty(), LossKind::Roles);
        out += "[";
    }
    void message(const Said& said, std::string& out) override
    {
        countLosses(said);
        countMedia(said);
        agentscope::WriteOptions options;
        options.bytesOf = context().bytesOf;
        json written = agentscope::toDict(said.message, options);
        if (written["name"] == "") {
            written["name"] = said.message.sentFrom.isEmpty() ? written["role"] : json(said.message.sentFrom.str());
        }
        if (!context().last.areTimesKnown()) {
            written["timestamp"] = nullptr; // made up: in order, and not to be told
        }
        if (said.source.is_null()) {
            countChatRole(said.message);
            takeOutMarks(written["metadata"]);
        } else {
            restore(said, written);
        }
        json part = said.source.is_null() ? json() : partOf(said.message, written);
        if (follows(part, written)) {
            join(part, std::move(written));
        } else {
            putWaiting(out);
            m_waiting = std::move(written);
        }
        m_part = std::move(part);
    }

private:
    /// Everything beside the content goes out as it came; the reader translated some of it into our terms.
    void restore(const Said& said, json& written) const
    {
        written.erase("metadata"); // ours, for this
        if (said.source.contains("created_at")) {
            written.erase("timestamp"); // 2.x has the other alone
        }
        for (const auto& [key, value] : said.source.items()) {
            written[key] = value;
        }
        json& content = written["content"];
        const json isList = markOf(said.message, "list");
        if (const json stored = markOf(said.message, "stored"); stored.is_array()) {
            content = withBytes(stored, context().bytesOf);
        } else if (isList == true && content.is_string()) {
            content = json::array({{{"type", "text"}, {"text", content}}});
        } else if (isList == false && content == json::array()) {
            content = "";
        }
    }
    /// Which part of the file's message this is. The first one has no mark if the file had no more when it was read,
    /// and was continued later.
    [[nodiscard]] static json partOf(const Message& message, const json& written)
    {
        json part = markOf(message, "part");
        const json& id = memberOf(written, "id");
        return part.is_object() || id.is_null() ? part : json{{"of", id}, {"number", 1U}};
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
        // The rest of it is as the file last had it.
        for (const auto& [key, value] : written.items()) {
            if (key != "content" && key != "id") {
                m_waiting[key] = value;
            }
        }
        if (part.contains("usage")) {
            m_waiting["usage"] = part["usage"];
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
    void countMedia(const Said& said)
    {
        const bool isAsItCame = said.source.contains("content"); // bytes and all
        const bool isStored = !said.source.is_null() && markOf(said.message, "stored").is_array();
        for (const MediaBlock& media : blocksOf<MediaBlock>(said.message)) {
            const bool hasBlock = isStored || media.kind != conversation::MediaKind::File;
            const bool isCarried = hasBlock && (!media.source.url.empty() || isAtHand(media.source.hash));
            counter().addIf(!isAsItCame && !isCarried, LossKind::Media);
            counter().addIf(!isAsItCame && !isStored && isCarried && !media.source.name.empty(), LossKind::MediaNames);
        }
        for (const ToolResultBlock& result : blocksOf<ToolResultBlock>(said.message)) {
            const json& pieces = result.outputBlocks.json();
            counter().addIf(!isAsItCame && !pieces.is_null() && !pieces.is_array(), LossKind::UnknownBlocks);
            for (const conversation::StoredMedia& media : storedMediaOf(result)) {
                counter().addIf(!isAsItCame && !isAtHand(media.hash), LossKind::Media);
            }
        }
    }
    [[nodiscard]] bool isAtHand(const conversation::AttachmentHash& hash) const
    {
        return context().bytesOf && context().bytesOf(hash);
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
