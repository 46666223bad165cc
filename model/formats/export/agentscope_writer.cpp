#include "export/message_list_writer.h"
#include "export/writers.h"
#include "formats/agentscope/msg.h"
#include "formats/python_json.h"

namespace quarterdeck::formats {

using conversation::MediaBlock;
using conversation::Message;
using nlohmann::json;

namespace {

/// A list of Msg, as AgentScope's Msg.to_dict gives each.
class AgentScopeWriter final : public MessageListWriter
{
public:
    explicit AgentScopeWriter(WriterContext writing) : MessageListWriter(std::move(writing), "agentscope") { }

    void end(std::string& out) override { out += "\n]\n"; }

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
            // Beside the content everything goes out as it came: the reader turns some of it into our terms.
            for (const auto& [key, value] : said.source.items()) {
                written[key] = value;
            }
        }
        putElement(python_json::text(written), out);
    }

private:
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
};

} // namespace

std::unique_ptr<SessionWriter> agentScopeWriter(WriterContext context)
{
    return std::make_unique<AgentScopeWriter>(std::move(context));
}

} // namespace quarterdeck::formats
