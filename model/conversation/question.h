#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/conversation/message.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

struct QuestionOption
{
    std::string label;
    std::string description;
    friend bool operator==(const QuestionOption&, const QuestionOption&) = default;
};

enum class Urgency { Low, Normal, High };

/// A role asks the person (ask_human). It ends exactly once. Silence is never consent.
struct Question
{
    QuestionId id;
    RoleName asker;
    std::string text;
    std::string reason;
    std::vector<QuestionOption> options;
    JsonValue schema; ///< JSON schema of a form; null = none
    std::vector<MediaBlock> images;
    std::optional<Timestamp> deadline;
    bool isDeadlinePaused = false;
    bool isApproval = false;   ///< the program does something by itself once it is answered; as `isApproval` says
    std::string defaultOption; ///< only a hint; never chosen automatically
    Urgency urgency = Urgency::Normal;
    Timestamp askedAt;
    friend bool operator==(const Question&, const Question&) = default;
};

enum class QuestionEndKind { Answered, Declined, TimedOut, Withdrawn };

/// Whether an answer lets something happen: the program asks before it writes, calls or spends, or the question shows a
/// change as a diff. Such a question is answered in the window itself, never in the web page.
[[nodiscard]] bool isApproval(const Question& question);

/// What the person answered, or why nobody did.
struct QuestionEnd
{
    QuestionEndKind kind = QuestionEndKind::Answered;
    std::string option;                ///< label of the chosen option; empty = own words
    std::vector<ContentBlock> content; ///< the person's own words and images
    JsonValue form;                    ///< values for the schema; null = none
    std::string by;                    ///< who ended it: "person", a program's name
    Timestamp at;
    /// How the person said it, if not in the window: "command-line:bash", by a command that bash had started.
    std::string via = {};
    friend bool operator==(const QuestionEnd&, const QuestionEnd&) = default;
};

/// The answer as one text: the option, or the person's own words, or the form as JSON.
[[nodiscard]] std::string answerText(const QuestionEnd& end);

/// An open question as the state holds it.
struct OpenQuestion
{
    Question question;
    EventSeq askedSeq;
    friend bool operator==(const OpenQuestion&, const OpenQuestion&) = default;
};

/// A question that has ended; the state remembers the last few, to name who answered first and to accept a late
/// answer.
struct EndedQuestion
{
    QuestionId id;
    RoleName asker;
    std::string excerpt; ///< the start of its text
    QuestionEndKind kind = QuestionEndKind::Answered;
    std::string by;
    EventSeq askedSeq;
    std::string lateAnswerBy; ///< who answered after the timeout; empty = nobody
    friend bool operator==(const EndedQuestion&, const EndedQuestion&) = default;
};

} // namespace quarterdeck::conversation
