#pragma once

#include "model/conversation/ids.h"
#include "ui/theme/paint.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::ui {

/// One open question as its card shows it.
struct QuestionCardState
{
    conversation::QuestionId id;
    QString asker;
    theme::AvatarStyle look;
    QString text;
    QStringList options;
    QString defaultOption;
    int formFields = 0; ///< > 0: a form, filled in in the transcript
    std::optional<conversation::Timestamp> deadline;
    std::optional<conversation::Timestamp> askedAt;
    bool isLater = false;          ///< postponed by the person: folded to one line
    QString pastAnswer;            ///< replay: "Answered “4×4” by you at 10:01:30"; then without buttons
    QString diff = {};             ///< unified: what is to be allowed
    QString afterDiff = {};        ///< the text after it
    bool isTextForm = false;       ///< the form is one proposed text: the options decide on it, or it is edited
    QString reason = {};           ///< why it is asked; empty = not said
    QStringList optionHints = {};  ///< a description of each option, in their order
    bool isDeadlinePaused = false; ///< the deadline is paused for the person
    bool isUrgent = false;         ///< according to the asker
    int images = 0;                ///< the question's images, shown in the conversation
    int moreOptions = 0;           ///< options that are not among `options`
    QString program = {};          ///< the asking program's kind and name; empty = a member of a local team
    QString sending = {};          ///< what the person chose, until it is sent; empty = nothing
    std::optional<conversation::Timestamp> chosenAt = {}; ///< `sending`
    std::optional<conversation::Timestamp> sentAt = {};   ///< `sending`: when it will be
    QString chosenBefore = {}; ///< in an earlier run of the program, which ended before it was sent

    friend bool operator==(const QuestionCardState&, const QuestionCardState&) = default;
};

/// A question waiting in another session.
struct OtherQuestionView
{
    conversation::SessionId session;
    QString title; ///< of the session
    conversation::QuestionId id;
    QString asker;
    QString text;    ///< its beginning
    QString reason;  ///< its beginning; empty = not said
    QString program; ///< as on a card; the title is shown beside it
    std::optional<conversation::Timestamp> deadline;
    std::optional<conversation::Timestamp> askedAt;
    bool isDeadlinePaused = false;
    bool isUrgent = false;

    friend bool operator==(const OtherQuestionView&, const OtherQuestionView&) = default;
};

/// More questions waiting in another session, or messages held in it, as one line.
struct OtherSessionView
{
    conversation::SessionId id;
    QString title;
    int questions = 0;   ///< not counting those shown
    QString first = {};  ///< who asks what, in the most pressing one
    bool isMore = false; ///< other questions of this session are shown
    int held = 0;        ///< > 0: the line is about these, not about questions

    friend bool operator==(const OtherSessionView&, const OtherSessionView&) = default;
};

struct NeedsYouState
{
    std::vector<QuestionCardState> questions;      ///< urgent ones first, then the oldest deadline, then age
    std::vector<OtherQuestionView> otherQuestions; ///< in the same order; the most pressing ones
    std::vector<OtherSessionView> others;          ///< with those not among them
    conversation::SessionId session = {};          ///< the one shown
    bool isReplay = false;
    /// Replay: the time that deadlines are measured against. Without it a past question shows no deadline.
    std::optional<conversation::Timestamp> moment;

    friend bool operator==(const NeedsYouState&, const NeedsYouState&) = default;
};

} // namespace quarterdeck::ui

namespace quarterdeck::ui::present {

/// The words of a question, and the first diff in it, given as a Markdown block (```diff).
struct QuestionText
{
    QString words;
    QString diff;
    QString after;
};

/// How many bytes of a question are examined; the rest is only in the conversation.
inline constexpr std::size_t longestQuestionText = 200'000;

/// Takes time linear in the text, whatever it contains: the panel reads each question whenever it changes.
[[nodiscard]] QuestionText questionText(const std::string& utf8);

} // namespace quarterdeck::ui::present
