#pragma once

#include "model/conversation/error.h"
#include "model/conversation/ids.h"
#include "model/conversation/question.h"

#include <string>
#include <string_view>
#include <vector>

/// Every sentence with which the rules refuse something, in the program's language. Each names what is wrong.
namespace quarterdeck::conversation::errors {

[[nodiscard]] Error unknownRecipients(const std::vector<std::string>& names);
[[nodiscard]] Error noLeader(const RoleName& leader);
[[nodiscard]] Error duplicateRole(const RoleName& name);
[[nodiscard]] Error roleWithoutName();
[[nodiscard]] Error nameOfProgram(const RoleName& name);
[[nodiscard]] Error unknownRole(const RoleName& name);
[[nodiscard]] Error unknownQuestion(const QuestionId& id);
[[nodiscard]] Error questionEnded(const EndedQuestion& ended);
[[nodiscard]] Error questionAlreadyOpen(const QuestionId& id);
[[nodiscard]] Error emptyQuestion(const RoleName& asker);
[[nodiscard]] Error unknownDefault(const std::string& option);
[[nodiscard]] Error unknownOption(const std::string& option);
[[nodiscard]] Error emptyAnswer();
[[nodiscard]] Error formExpected();
[[nodiscard]] Error missingField(const std::string& field);
[[nodiscard]] Error deadlineNotReached();
[[nodiscard]] Error deadlinePaused();
[[nodiscard]] Error noDeadline();
[[nodiscard]] Error answerAlreadyTaken();
[[nodiscard]] Error filtered(std::string_view filter);
[[nodiscard]] Error unknownFilter(const std::string& filter);
[[nodiscard]] Error notStarted();
[[nodiscard]] Error isImportedSession();
[[nodiscard]] Error alreadyStarted();
[[nodiscard]] Error noDirectChat(const RoleName& role);
[[nodiscard]] Error directChatNotTimedOut(const RoleName& role);
[[nodiscard]] Error noPrivateHere();
[[nodiscard]] Error runCannotUnstart();
[[nodiscard]] Error badBudget();
[[nodiscard]] Error noSuchEvent(EventSeq seq);
[[nodiscard]] Error tooManyKept(std::size_t most);
[[nodiscard]] Error notHeld();
[[nodiscard]] Error noRecipients();
[[nodiscard]] Error waitsBehindAnother(const RoleName& speaker);
[[nodiscard]] Error heldByNewRule();
[[nodiscard]] Error reachesOthers(const std::vector<std::string>& now, const std::vector<std::string>& before);
[[nodiscard]] Error tooManyHeld(std::size_t most);
[[nodiscard]] Error badPattern(const std::string& pattern, const std::string& why);
[[nodiscard]] Error tooManyHoldRules(std::size_t most);
[[nodiscard]] Error unknownHoldRule();
[[nodiscard]] Error holdRuleTooLong();
[[nodiscard]] Error nothingToHold();
[[nodiscard]] Error actsElsewhere(const RoleName& role);
[[nodiscard]] Error imageIsFolder(const std::string& path);
[[nodiscard]] Error notJson();
[[nodiscard]] Error nestedTooDeeply();
[[nodiscard]] Error damagedValue(std::string_view detail);
[[nodiscard]] Error damagedEvent(std::string_view kind, std::string_view detail);

} // namespace quarterdeck::conversation::errors
