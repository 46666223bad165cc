#include "metagpt/read_message.h"

#include "formats/metagpt/structured_content.h"
#include "formats/python_json.h"
#include "json/json_text.h"

namespace quarterdeck::formats::metagpt {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using nlohmann::json;

conversation::AddressSet addressesIn(const json& list)
{
    conversation::AddressSet addresses;
    if (list.is_array()) {
        for (const json& address : list) {
            if (auto text = python_json::shownText(address)) {
                addresses.insert(Address(std::move(*text)));
            }
        }
    }
    return addresses;
}

std::optional<Message> readMessage(const json& source)
{
    const json& content = memberOf(source, "content");
    auto text = python_json::shownText(content);
    if (!text) {
        return std::nullopt;
    }
    Message message;
    message.id = conversation::MessageId(textMember(source, "id"));
    message.content = conversation::textBlocks(std::move(*text));
    message.role = textMember(source, "role");
    message.causeBy = conversation::ActionName(textMember(source, "cause_by"));
    message.sentFrom = Address(textMember(source, "sent_from"));
    message.sendTo = addressesIn(memberOf(source, "send_to"));
    json metadata = memberOf(source, "metadata");
    metadata = metadata.is_object() ? metadata : json::object();
    if (const json structured = memberOf(source, "instruct_content"); !structured.is_null()) {
        if (auto read = readStructuredContent(structured)) {
            message.instructContent = std::move(read->content);
        }
        metadata["source"]["instruct_content"] = structured;
    }
    if (python_json::isMarked(content)) {
        metadata["source"]["content"] = content; // to be written as it came
    }
    message.metadata = JsonValue(std::move(metadata));
    return message;
}

} // namespace quarterdeck::formats::metagpt
