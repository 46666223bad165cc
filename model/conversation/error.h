#pragma once

#include <string>
#include <tl/expected.hpp>

namespace quarterdeck::conversation {

enum class ErrorCode {
    UnknownRecipient,  ///< nobody in the team answers to a named address
    NoLeader,          ///< Fidelity::Mgx only: MGXEnv dies where a leader is missing
    DuplicateRole,     ///< a role of that name is already in the team
    UnknownRole,       ///< the acting role is not a member
    UnknownQuestion,   ///< there is no open question with that id
    DuplicateQuestion, ///< a question with that id has been asked before
    QuestionEnded,     ///< the question has already ended
    InvalidAnswer,     ///< an answer that the question's options or schema do not allow
    Filtered,          ///< a team's filter refused the message
    OtherRecipients,   ///< what was held would reach others now, and the person has not said that it may
    NotAllowed,        ///< the intent does not fit the state (a session that ended, …)
    UnreadableImage,   ///< a path or attachment that is not an image
    BadInput,          ///< a file or text that is not what it should be
    NewerVersion,      ///< written by a newer version of this program
    ReadOnly,
    Locked,
    DiskFull,
    Damaged,
    NotFound,
    Io, ///< any other failure of disk or database
    Cancelled,
};

/// What went wrong: a code for the program, one clear sentence for a person (already translated; it names what and
/// where), and detail for the log (never message text or secrets).
struct Error
{
    ErrorCode code = ErrorCode::Io;
    std::string sentence;
    std::string detail;
    friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
using Result = tl::expected<T, Error>;

} // namespace quarterdeck::conversation
