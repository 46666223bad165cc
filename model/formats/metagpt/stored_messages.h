#pragma once

#include "model/conversation/error.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats::metagpt {

/// MetaGPT's `instruct_content`: `{class, mapping, value}` or `{class, module, value}`. MetaGPT evaluates the mapping's
/// texts as Python; here they are only compared with the three that it writes, and nothing is evaluated or imported.
/// What those cannot express (numbers, objects, optional members) says a JSON Schema: `{class, schema, value}`.

/// The types that a field of a mapping can have.
enum class FieldType { Text, ListOfTexts, ListOfListsOfTexts };

/// Parses "(<class 'str'>, Ellipsis)", "(list[str], Ellipsis)", "(list[list[str]], Ellipsis)"; empty for others.
[[nodiscard]] std::optional<FieldType> fieldTypeOf(std::string_view mappingText);
[[nodiscard]] std::string mappingText(FieldType type);
/// "str", "list[str]", "list[list[str]]".
[[nodiscard]] std::string typeName(FieldType type);
/// Whether a value is of that type.
[[nodiscard]] bool isOfType(const nlohmann::json& value, FieldType type);

/// Structured content as it was read, and the fields that were refused.
struct ParsedStructuredContent
{
    conversation::StructuredContent content;    ///< schema: {class, mapping: field → type name}, {class, schema} or
                                                ///< {class, module}
    std::map<std::string, std::string> refused; ///< field → its mapping's text as it came
};

/// A mapping equivalent to a JSON Schema, for MetaGPT's reader; empty if there is none.
[[nodiscard]] std::optional<nlohmann::json> mappingOfSchema(const nlohmann::json& schema);

/// Reads it as data. A field whose mapping is none of the three is refused on its own. Errors: BadInput if it has none
/// of the shapes, or the value does not match its schema; the detail is "$.path: what".
[[nodiscard]] conversation::Result<ParsedStructuredContent> readStructuredContent(const nlohmann::json& content);

/// Merges several lists of messages so that each message occurs once, and after everything that any list has before it.
/// Of several copies the first counts, but what was said stays as it was said (see isAddressedCopy).
class MergedStorage
{
public:
    /// The list of a history, or of what a role remembers: indices count from 0.
    void add(const nlohmann::json& storage);

    struct Entry
    {
        nlohmann::json message;
        std::size_t list = 0;  ///< the first list that has it
        std::size_t place = 0; ///< its index there, from 0
        bool isAlone = false;  ///< no other list has it
    };
    /// Call it once.
    [[nodiscard]] std::vector<Entry> result();

private:
    struct List
    {
        std::vector<std::string> keys;
        std::size_t at = 0;
    };
    List* nextList();
    void passGiven(List& list);
    void keep(const std::string& key, const nlohmann::json& message, std::size_t place);

    std::map<std::string, Entry> m_entries;
    std::map<std::string, int> m_waiting; ///< in how many lists it comes after another
    std::set<std::string> m_given;
    std::vector<List> m_lists;
};

/// Whether a text starts with "[Message] from Bob to Alice: ", as MGX's environment writes it for its members.
[[nodiscard]] bool isAddressedCopy(const std::string& text);
/// The text after that; unchanged if it does not start so.
[[nodiscard]] std::string withoutAddress(const std::string& text);

/// MetaGPT's messages as its JSON has them.

[[nodiscard]] conversation::AddressSet addressesIn(const nlohmann::json& list);
/// What of a message's structured content cannot be read, if anything.
struct StructuredFault
{
    bool isAll = false; ///< otherwise some fields
    std::string detail; ///< "$.path: what"; or the fields with their mappings' texts
};
struct ParsedMessage
{
    /// What the source has beyond our message is in its metadata as `source`, along with whatever must go out again as
    /// it came.
    conversation::Message message;
    std::optional<StructuredFault> fault;
};
/// Empty if it is not a message.
[[nodiscard]] std::optional<ParsedMessage> readMessage(const nlohmann::json& source);
/// Reports it as a problem.
void reportFault(const ParsedMessage& read, const std::string& file, const SourceLocation& place, SessionSink& sink);

/// Attributes a message without a sender that only this role remembers: its model's answers with commands, and their
/// results, are its own. What it told the person by them is what it said; the original is in `metadata.source`.
void attribute(conversation::Message& message, const std::string& role);

/// Some roles sign nothing: what they keep to themselves has no sender, and only the chat role says who spoke, as
/// "Engineer" or "Alice(Product Manager)". Empty if the person did, or somebody signed.
[[nodiscard]] std::string unsignedSpeaker(const conversation::Message& message);
/// Makes that role its sender; what it came with is kept.
void setUnsignedSpeaker(conversation::Message& message, const std::string& name);

} // namespace quarterdeck::formats::metagpt
