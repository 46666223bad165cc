#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"
#include "model/formats/read_limits.h"
#include "model/formats/session_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Every sentence with which a file, or a record of it, is refused, in the program's language. Each names the file.
namespace quarterdeck::formats::errors {

using conversation::Error;

[[nodiscard]] Error empty(const std::string& file);
[[nodiscard]] Error notJson(const std::string& file, std::int64_t line, const std::string& detail);
[[nodiscard]] Error notUtf8(const std::string& file, std::int64_t line);
/// What a file with this beginning is, and what to do with it; empty if it may be a recording, or anything else.
[[nodiscard]] std::optional<Error> otherThing(const std::string& file, std::string_view start);
/// Everything before this place is in.
[[nodiscard]] Error notJsonFromHere(const std::string& file, std::int64_t line);
[[nodiscard]] Error notUtf8FromHere(const std::string& file, std::int64_t line);
[[nodiscard]] Error incomplete(const std::string& file, std::int64_t line);
[[nodiscard]] Error unknownKind(const std::string& file);
[[nodiscard]] Error tooDeep(const std::string& file, std::int64_t line, std::int32_t most);
[[nodiscard]] Error tooLarge(const std::string& file, std::int64_t line, const ReadLimits& limits);
/// For a file that is one record.
[[nodiscard]] Error tooLargeAsAWhole(const std::string& file, const ReadLimits& limits);
[[nodiscard]] Error numberTooLarge(const std::string& file, std::int64_t line);
/// NotFound: there may be some later.
[[nodiscard]] Error noMessages(const std::string& file);
/// It has messages, and nothing in any of them.
[[nodiscard]] Error noWords(const std::string& file);
[[nodiscard]] Error unreadable(const std::string& file, const std::string& detail);
[[nodiscard]] Error newerVersion(const std::string& file, std::int64_t version);
[[nodiscard]] Error notAnEvent(const std::string& file, std::int64_t line, const std::string& detail);
[[nodiscard]] Error notTheNextEvent(const std::string& file, std::int64_t line, std::int64_t expected);
[[nodiscard]] Error notTheStart(const std::string& file, std::int64_t line);
[[nodiscard]] Error startedTwice(const std::string& file, std::int64_t line);
[[nodiscard]] Error impossibleTime(const std::string& file, std::int64_t line);
[[nodiscard]] Error tooManyRoles(const std::string& file, std::int64_t line, std::int64_t most);
[[nodiscard]] Error missingEvents(const std::string& file, std::int64_t expected, std::int64_t found);
[[nodiscard]] Error missingAttachment(const std::string& file, const conversation::AttachmentHash& hash);
/// `beginning`: of the missing file's name.
[[nodiscard]] Error missingNeighbour(const std::string& file, const std::string& beginning);
[[nodiscard]] Error cancelled(const std::string& file);

/// `finding` is "$.path: what".
[[nodiscard]] Error notAMsg(const std::string& finding);

/// An image that a model needs as data.
[[nodiscard]] Error notFetched(const std::string& url);

[[nodiscard]] Error notStructuredContent(const std::string& finding);
[[nodiscard]] Error notAPickledMessage(const std::string& reason);
[[nodiscard]] Error noPickledMessageIn(const std::string& file, const std::string& reason);

[[nodiscard]] Error notFormatted(const std::string& finding);

/// "line 3", "run 2, message 5"; empty for a place without numbers.
[[nodiscard]] std::string placeText(const SourceLocation& place);

/// Why a record, or part of it, was left out.
enum class RejectReason {
    NotAnObject,
    NotJson,
    NoRole,
    WrongContent,
    WrongToolCalls,
    NoMessageList,
    NoMessages,
    MistakeStepNowhere,
    TooManySpeakers,
    WrongImage,
    AttachmentMissing,
    AttachmentDiffers,
    MediaMissing, ///< a picture, sound or file that the program kept elsewhere
    UnknownRecord,
    UnknownRecords,    ///< that many of one kind
    TakenBack,         ///< that many messages
    NotAMsg,           ///< of AgentScope
    StructuredContent, ///< that of a message, which cannot be read
    StructuredFields,  ///< some of it
};
/// `detail`: which part, for reasons that say so.
[[nodiscard]] ImportProblem problem(const std::string& file, const SourceLocation& place, RejectReason reason,
                                    const std::string& detail = {});

} // namespace quarterdeck::formats::errors
