#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

/// Whose words Claude Code recorded, which puts much under the role "user" that nobody typed.
namespace quarterdeck::formats::claude_code {

inline const std::string programName = "Claude Code";
inline const std::string agentName = "Claude";

/// The type of records that are no file's: what stands in `agent-<id>.meta.json`, with the sub-agent's `agentId`,
/// before the first record of its transcript.
inline constexpr const char* noteOnAgent = "quarterdeck-agent";

/// What one of them said, of all that a record of the role "user" holds.
struct SaidPart
{
    std::string speaker; ///< empty = the person
    nlohmann::json content;
    bool isWhole = true; ///< the record holds nothing else
};

/// `record`: what tells where the content is from, beside it. Tool results are nobody's words.
[[nodiscard]] std::vector<SaidPart> partsOf(const nlohmann::json& record, const nlohmann::json& content);

/// What the person typed while the agent worked, or others sent it meanwhile: an attachment as a record of the role
/// "user". Empty for attachments that hold nobody's words.
[[nodiscard]] std::vector<nlohmann::json> recordsIn(const nlohmann::json& attachment);

/// Whether the person typed any of it.
[[nodiscard]] bool isTyped(const nlohmann::json& record);

[[nodiscard]] bool isTrue(const nlohmann::json& record, const char* key);
/// The text of a content: of a text or of blocks, those of the kind text.
[[nodiscard]] std::string textOfContent(const nlohmann::json& content);
[[nodiscard]] bool hasResult(const nlohmann::json& content);

/// What stands between the tags of that name; empty if there are none.
[[nodiscard]] std::string taggedText(const std::string& text, const std::string& tag);
/// Without what editors and the program put before what the person wrote.
[[nodiscard]] std::string_view withoutNotes(std::string_view text);
/// Without the marks of the pictures that the person pasted before it.
[[nodiscard]] std::string_view withoutPictures(std::string_view text);

/// Other records that nobody said: file backups, hooks, progress, copies of requests.
[[nodiscard]] bool isBookkeeping(const std::string& type);

} // namespace quarterdeck::formats::claude_code
