#include "model/conversation/conversation_errors.h"

#include <QCoreApplication>
#include <QStringList>

namespace quarterdeck::conversation::errors {

namespace {

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

Error error(ErrorCode code, const QString& sentence, std::string detail = {})
{
    return {code, sentence.toStdString(), std::move(detail)};
}

/// The context of the translations; lupdate reads the literal calls.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(quarterdeck::conversation)
};

QString whoEnded(const EndedQuestion& ended)
{
    return ended.by.empty() || ended.by == "person" ? Words::tr("you") : text(ended.by);
}

} // namespace

Error unknownRecipients(const std::vector<std::string>& names)
{
    QStringList quoted;
    for (const std::string& name : names) {
        quoted << text(name);
    }
    return error(ErrorCode::UnknownRecipient,
                 Words::tr("Nobody here is called “%1”.").arg(quoted.join(Words::tr("”, “", "between two names"))));
}

Error noLeader(const RoleName& leader)
{
    return error(ErrorCode::NoLeader, Words::tr("The team has no leader named “%1”.").arg(text(leader.str())));
}

Error duplicateRole(const RoleName& name)
{
    return error(ErrorCode::DuplicateRole, Words::tr("“%1” is already in the team.").arg(text(name.str())));
}

Error roleWithoutName() { return error(ErrorCode::BadInput, Words::tr("A member of the team needs a name.")); }

Error nameOfProgram(const RoleName& name)
{
    return error(
        ErrorCode::BadInput,
        Words::tr("“%1” looks like the name of this program. Give the member another name.").arg(text(name.str())));
}

Error unknownRole(const RoleName& name)
{
    return error(ErrorCode::UnknownRole, Words::tr("“%1” is not a member of the team.").arg(text(name.str())));
}

Error unknownQuestion(const QuestionId& id)
{
    return error(ErrorCode::UnknownQuestion, Words::tr("There is no such question to answer."), "question " + id.str());
}

Error questionEnded(const EndedQuestion& ended)
{
    const std::string detail = "question " + ended.id.str();
    if (!ended.lateAnswerBy.empty()) {
        EndedQuestion late = ended;
        late.by = ended.lateAnswerBy;
        return error(ErrorCode::QuestionEnded,
                     Words::tr("This question timed out and already has a late answer from %1.").arg(whoEnded(late)),
                     detail);
    }
    switch (ended.kind) {
    case QuestionEndKind::Answered:
        return error(ErrorCode::QuestionEnded,
                     Words::tr("This question has already been answered by %1.").arg(whoEnded(ended)), detail);
    case QuestionEndKind::Declined:
        return error(ErrorCode::QuestionEnded,
                     Words::tr("This question has already been declined by %1.").arg(whoEnded(ended)), detail);
    case QuestionEndKind::TimedOut:
        return error(ErrorCode::QuestionEnded, Words::tr("This question has timed out."), detail);
    case QuestionEndKind::Withdrawn:
        break;
    }
    return error(ErrorCode::QuestionEnded, Words::tr("“%1” has withdrawn this question.").arg(text(ended.asker.str())),
                 detail);
}

Error questionAlreadyOpen(const QuestionId& id)
{
    return error(ErrorCode::DuplicateQuestion, Words::tr("This question has already been asked."),
                 "question " + id.str());
}

Error emptyQuestion(const RoleName& asker)
{
    return error(ErrorCode::BadInput, Words::tr("The question from “%1” has no text.").arg(text(asker.str())));
}

Error unknownDefault(const std::string& option)
{
    return error(ErrorCode::BadInput,
                 Words::tr("The default “%1” is not one of the question's options.").arg(text(option)));
}

Error unknownOption(const std::string& option)
{
    return error(ErrorCode::InvalidAnswer, Words::tr("“%1” is not one of the question's options.").arg(text(option)));
}

Error emptyAnswer() { return error(ErrorCode::InvalidAnswer, Words::tr("The answer is empty.")); }

Error formExpected()
{
    return error(ErrorCode::InvalidAnswer, Words::tr("This question must be answered with a form."));
}

Error missingField(const std::string& field)
{
    return error(ErrorCode::InvalidAnswer, Words::tr("The field “%1” is required.").arg(text(field)));
}

Error deadlineNotReached()
{
    return error(ErrorCode::NotAllowed, Words::tr("The question's deadline has not been reached."));
}

Error deadlinePaused() { return error(ErrorCode::NotAllowed, Words::tr("The question's deadline is paused.")); }

Error noDeadline() { return error(ErrorCode::NotAllowed, Words::tr("The question has no deadline.")); }

Error answerAlreadyTaken()
{
    return error(ErrorCode::NotAllowed, Words::tr("The answer to this question has already been delivered."));
}

Error filtered(std::string_view filter)
{
    return error(
        ErrorCode::Filtered,
        Words::tr("The filter “%1” rejected this message. The message is in the log, but no member received it.")
            .arg(text(filter)));
}

Error unknownFilter(const std::string& filter)
{
    return error(ErrorCode::BadInput, Words::tr("There is no filter named “%1”.").arg(text(filter)));
}

Error notStarted() { return error(ErrorCode::NotAllowed, Words::tr("The session has not started.")); }

Error isImportedSession()
{
    return error(ErrorCode::NotAllowed, Words::tr("This session is a recording: nothing can be added to it."));
}

Error alreadyStarted() { return error(ErrorCode::NotAllowed, Words::tr("The session has already started.")); }

Error noDirectChat(const RoleName& role)
{
    return error(ErrorCode::NotAllowed, Words::tr("There is no open direct chat with “%1”.").arg(text(role.str())));
}

Error directChatNotTimedOut(const RoleName& role)
{
    return error(ErrorCode::NotAllowed,
                 Words::tr("The direct chat with “%1” has not been idle long enough.").arg(text(role.str())));
}

Error noPrivateHere()
{
    return error(ErrorCode::NotAllowed,
                 Words::tr("This session follows MetaGPT's rules: while it is public, everyone hears every message."));
}

Error runCannotUnstart()
{
    return error(ErrorCode::NotAllowed, Words::tr("A run that has started cannot be set back to not started."));
}

Error badBudget() { return error(ErrorCode::BadInput, Words::tr("A budget must be zero or more.")); }

Error noSuchEvent(EventSeq seq)
{
    return error(ErrorCode::NotFound, Words::tr("There is no event %1 in this session.").arg(seq.value));
}

Error tooManyKept(std::size_t most)
{
    return error(ErrorCode::NotAllowed,
                 Words::tr("This session already keeps %1 messages in memory, the most it can. Stop keeping one first.")
                     .arg(most));
}

Error notHeld() { return error(ErrorCode::NotFound, Words::tr("This message is not, or no longer, held.")); }

Error noRecipients() { return error(ErrorCode::UnknownRecipient, Words::tr("Say who is to get this message.")); }

Error waitsBehindAnother(const RoleName& speaker)
{
    return error(
        ErrorCode::NotAllowed,
        Words::tr("An earlier message from %1 is still held. Let that one go first.").arg(text(speaker.str())));
}

Error heldByNewRule() { return error(ErrorCode::NotAllowed, Words::tr("A rule made since then holds this message.")); }

Error reachesOthers(const std::vector<std::string>& now, const std::vector<std::string>& before)
{
    const auto list = [](const std::vector<std::string>& names) {
        QStringList shown;
        for (const std::string& name : names)
            shown << text(name);
        return shown.isEmpty() ? Words::tr("no member") : shown.join(Words::tr(", ", "between two names"));
    };
    return error(ErrorCode::OtherRecipients,
                 Words::tr("When it was held, this message would have reached %1. Now it would reach %2.")
                     .arg(list(before), list(now)));
}

Error tooManyHeld(std::size_t most)
{
    return error(
        ErrorCode::NotAllowed,
        Words::tr("%1 messages are held already, the most there can be. Decide some of them first.").arg(most));
}

Error badPattern(const std::string& pattern, const std::string& why)
{
    return error(ErrorCode::BadInput, Words::tr("“%1” is not a regular expression: %2.").arg(text(pattern), text(why)));
}

Error tooManyHoldRules(std::size_t most)
{
    return error(
        ErrorCode::NotAllowed,
        Words::tr("This session already has %1 hold rules, the most it can have. Remove one first.").arg(most));
}

Error holdRuleTooLong() { return error(ErrorCode::BadInput, Words::tr("This hold rule is too long.")); }

Error nothingToHold()
{
    return error(
        ErrorCode::NotAllowed,
        Words::tr("The members of this session speak to each other outside Quarterdeck, so nothing that they say "
                  "can be held."));
}

Error actsElsewhere(const RoleName& role)
{
    return error(
        ErrorCode::NotAllowed,
        Words::tr("“%1” acts outside Quarterdeck, so it cannot be paused or muted here.").arg(text(role.str())));
}

Error unknownHoldRule() { return error(ErrorCode::NotFound, Words::tr("There is no such hold rule.")); }

Error imageIsFolder(const std::string& path)
{
    return error(ErrorCode::UnreadableImage, Words::tr("“%1” is a folder, not an image.").arg(text(path)));
}

Error notJson() { return error(ErrorCode::BadInput, Words::tr("This is not valid JSON.")); }

Error nestedTooDeeply() { return error(ErrorCode::BadInput, Words::tr("This JSON is nested too deeply to be read.")); }

Error damagedValue(std::string_view detail)
{
    return error(ErrorCode::Damaged, Words::tr("A stored value is damaged and cannot be read."), std::string(detail));
}

Error damagedEvent(std::string_view kind, std::string_view detail)
{
    return error(ErrorCode::Damaged,
                 Words::tr("A stored event of kind “%1” is damaged and cannot be read.").arg(text(kind)),
                 std::string(detail));
}

} // namespace quarterdeck::conversation::errors
