#include "model/formats/metagpt/parsed_message.h"

#include "model/conversation/outsiders.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/metagpt/merged_storage.h"
#include "model/formats/metagpt/structured_content.h"

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

namespace {

StructuredFault refusedFields(const std::map<std::string, std::string>& refused)
{
    StructuredFault fault;
    for (const auto& [field, mapping] : refused) {
        fault.detail += (fault.detail.empty() ? "" : ", ") + field + ": " + mapping;
    }
    return fault;
}

/// As MetaGPT loads them: a text is a single address, and an empty field means everyone.
conversation::AddressSet recipientsIn(const json& source, json& metadata)
{
    const json& given = memberOf(source, "send_to");
    const bool isList = given.is_array() && !given.empty();
    if (isList) {
        return addressesIn(given);
    }
    if (source.contains("send_to")) {
        metadata["source"]["send_to"] = given; // to be written as it came
    }
    const std::string one = given.is_string() ? python_json::shownText(given).value_or("") : std::string();
    return {one.empty() ? conversation::address::all : Address(one)};
}

/// Removes the line that everyone who heard it was shown first.
void takeAddress(Message& message, json& metadata)
{
    const std::string said = conversation::textOf(message);
    if (isAddressedCopy(said)) {
        metadata["source"]["content"] = said;
        message.content = conversation::textBlocks(withoutAddress(said));
    }
}

} // namespace

std::optional<ParsedMessage> readMessage(const json& source)
{
    const json& content = memberOf(source, "content");
    auto text = python_json::shownText(content);
    if (!text) {
        return std::nullopt;
    }
    ParsedMessage read;
    Message& message = read.message;
    message.id = conversation::MessageId(textMember(source, "id"));
    message.content = conversation::textBlocks(std::move(*text));
    message.role = textMember(source, "role");
    message.causeBy = conversation::recordedAction(textMember(source, "cause_by"));
    message.sentFrom = Address(textMember(source, "sent_from"));
    json metadata = memberOf(source, "metadata");
    metadata = metadata.is_object() ? metadata : json::object();
    if (metadata.contains("source")) { // where what came otherwise is kept
        metadata["source"] = {{"metadata", metadata}};
    }
    message.sendTo = recipientsIn(source, metadata);
    if (const json structured = memberOf(source, "instruct_content"); !structured.is_null()) {
        if (auto known = readStructuredContent(structured)) {
            message.instructContent = std::move(known->content);
            read.fault = known->refused.empty() ? std::nullopt : std::optional(refusedFields(known->refused));
        } else if (!structured.empty()) { // what is empty is none for MetaGPT
            read.fault = StructuredFault{true, known.error().detail};
        }
        metadata["source"]["instruct_content"] = structured;
    }
    if (python_json::isMarked(content)) {
        metadata["source"]["content"] = content; // to be written as it came
    }
    takeAddress(message, metadata);
    message.metadata = JsonValue(std::move(metadata));
    return read;
}

void reportFault(const ParsedMessage& read, const std::string& file, const SourceLocation& place, SessionSink& sink)
{
    using errors::RejectReason;
    if (read.fault) {
        const RejectReason reason =
            read.fault->isAll ? RejectReason::StructuredContent : RejectReason::StructuredFields;
        sink.reportProblem(errors::problem(file, place, reason, read.fault->detail));
    }
}

} // namespace quarterdeck::formats::metagpt
