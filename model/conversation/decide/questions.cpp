#include "model/conversation/conversation_errors.h"
#include "model/conversation/decide/rules.h"
#include "model/conversation/speaker.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::conversation::rules {

namespace {

bool hasOption(const Question& question, const std::string& label)
{
    return std::any_of(question.options.begin(), question.options.end(),
                       [&](const QuestionOption& option) { return option.label == label; });
}

std::optional<Error> whatIsWrong(const Question& question)
{
    if (question.text.empty() && question.options.empty() && question.schema.isNull()) {
        return errors::emptyQuestion(question.asker);
    }
    if (!question.defaultOption.empty() && !hasOption(question, question.defaultOption)) {
        return errors::unknownDefault(question.defaultOption);
    }
    return {};
}

/// Checks only what all forms share: an object with the required fields. Types are the form's business.
std::optional<Error> whatIsWrongWithForm(const JsonValue& schema, const JsonValue& form)
{
    if (form.isNull()) {
        return {};
    }
    if (schema.isNull() || !form.json().is_object()) {
        return errors::formExpected();
    }
    const auto required = schema.json().is_object() ? schema.json().find("required") : schema.json().end();
    if (!schema.json().is_object() || required == schema.json().end() || !required->is_array()) {
        return {};
    }
    for (const nlohmann::json& field : *required) {
        if (field.is_string() && !form.json().contains(field.get_ref<const std::string&>())) {
            return errors::missingField(field.get<std::string>());
        }
    }
    return {};
}

bool saysNothing(const AnswerQuestion& answer)
{
    return answer.option.empty() && answer.form.isNull()
        && std::all_of(answer.content.begin(), answer.content.end(), [](const ContentBlock& block) {
               const auto* text = std::get_if<TextBlock>(&block);
               return text && text->text.empty();
           });
}

std::optional<Error> whatIsWrong(const Question& question, const AnswerQuestion& answer)
{
    if (saysNothing(answer)) {
        return errors::emptyAnswer();
    }
    if (!answer.option.empty() && !hasOption(question, answer.option)) {
        return errors::unknownOption(answer.option);
    }
    return whatIsWrongWithForm(question.schema, answer.form);
}

/// Explains why a question cannot be ended (again).
void refuseEnded(DecisionBuilder& decision, const QuestionId& id)
{
    const EndedQuestion* ended = decision.state().endedQuestion(id);
    decision.refuse(ended ? errors::questionEnded(*ended) : errors::unknownQuestion(id));
}

const Question* openQuestion(DecisionBuilder& decision, const QuestionId& id)
{
    const OpenQuestion* open = decision.state().openQuestion(id);
    if (!open) {
        refuseEnded(decision, id);
    }
    return open ? &open->question : nullptr;
}

void end(DecisionBuilder& decision, const QuestionId& id, QuestionEnd how)
{
    how.at = decision.context().now;
    decision.add(QuestionEnded{id, std::move(how)});
}

Message lateAnswerMessage(DecisionBuilder& decision, const EndedQuestion& ended, const AnswerQuestion& answer)
{
    QuestionEnd said;
    said.option = answer.option;
    said.content = answer.content;
    said.form = answer.form;
    Message message;
    message.id = MessageId(decision.makeId());
    message.sentFrom = answer.by == "person" ? Address() : Address(answer.by);
    message.sendTo = {ended.asker.as<Address>()};
    message.causeBy = action::userRequirement;
    message.timestamp = decision.context().now;
    // In English whatever the person's language: it is for the asker, and part of the protocol with agents.
    message.content = textBlocks("Late answer to \"" + ended.excerpt + "\": " + answerText(said));
    for (const ContentBlock& block : answer.content) {
        if (!std::holds_alternative<TextBlock>(block)) {
            message.content.push_back(block);
        }
    }
    setMetadata(message, "late_answer_to", ended.id.str());
    return message;
}

/// The question has ended already, so a late answer becomes a message to the asker alone.
void deliverLate(DecisionBuilder& decision, const EndedQuestion& ended, const AnswerQuestion& answer)
{
    Routing routing{decision, lateAnswerMessage(decision, ended, answer), {}, {}};
    const DirectChat* chat = decision.state().directChatWith(ended.asker);
    routing.route.wasPublic = decision.state().isPublic();
    routing.route.lateAnswerTo = ended.id;
    if (chat && chat->isPrivate) {
        routing.route.isPrivate = true;
        routing.route.directChatRoles = {chat->role};
        routing.route.directChat = chat->id;
    }
    routing.route.deliveries = deliveriesOf(decision.state(), routing.message);
    routing.route.isUndelivered = routing.route.deliveries.empty();
    routing.route.hasAddressedCopy = true;
    routing.route.addressNote = addressNoteFor(decision.routing(), routing.message, false);
    record(routing);
}

bool canStillBeAnswered(const EndedQuestion& ended)
{
    return ended.kind == QuestionEndKind::TimedOut && ended.lateAnswerBy.empty();
}

} // namespace

void on(DecisionBuilder& decision, const AskUser& intent)
{
    Question question = intent.question;
    if (!decision.state().role(question.asker) && question.asker.str() != programName) {
        return decision.refuse(errors::unknownRole(question.asker));
    }
    if (question.id.isEmpty()) {
        question.id = QuestionId(decision.makeId());
    } else if (decision.state().openQuestion(question.id) || decision.state().endedQuestion(question.id)) {
        return decision.refuse(errors::questionAlreadyOpen(question.id));
    }
    if (auto error = whatIsWrong(question)) {
        return decision.refuse(std::move(*error));
    }
    question.askedAt = decision.context().now;
    decision.add(QuestionAsked{std::move(question)});
}

void on(DecisionBuilder& decision, const AnswerQuestion& intent)
{
    const EndedQuestion* ended = decision.state().endedQuestion(intent.id);
    if (ended && canStillBeAnswered(*ended)) {
        return saysNothing(intent) ? decision.refuse(errors::emptyAnswer()) : deliverLate(decision, *ended, intent);
    }
    const Question* question = openQuestion(decision, intent.id);
    if (!question) {
        return;
    }
    if (auto error = whatIsWrong(*question, intent)) {
        return decision.refuse(std::move(*error));
    }
    QuestionEnd how;
    how.kind = QuestionEndKind::Answered;
    how.option = intent.option;
    how.content = intent.content;
    how.form = intent.form;
    how.by = intent.by;
    how.via = intent.via;
    end(decision, intent.id, std::move(how));
}

void on(DecisionBuilder& decision, const DeclineQuestion& intent)
{
    if (openQuestion(decision, intent.id)) {
        end(decision, intent.id, {QuestionEndKind::Declined, {}, {}, {}, intent.by, {}, intent.via});
    }
}

void on(DecisionBuilder& decision, const WithdrawQuestion& intent)
{
    if (const Question* question = openQuestion(decision, intent.id)) {
        end(decision, intent.id, {QuestionEndKind::Withdrawn, {}, {}, {}, question->asker.str(), {}});
    }
}

void on(DecisionBuilder& decision, const TimeOutQuestion& intent)
{
    const Question* question = openQuestion(decision, intent.id);
    if (!question) {
        return;
    }
    if (!question->deadline) {
        return decision.refuse(errors::noDeadline());
    }
    if (question->isDeadlinePaused) {
        return decision.refuse(errors::deadlinePaused());
    }
    if (decision.context().now < *question->deadline) {
        return decision.refuse(errors::deadlineNotReached());
    }
    end(decision, intent.id, {QuestionEndKind::TimedOut, {}, {}, {}, {}, {}});
}

void on(DecisionBuilder& decision, const MoveDeadline& intent)
{
    const Question* question = openQuestion(decision, intent.id);
    if (!question) {
        return;
    }
    if (question->deadline != intent.deadline || question->isDeadlinePaused != intent.isPaused) {
        decision.add(QuestionDeadlineMoved{intent.id, intent.deadline, intent.isPaused, intent.by});
    }
}

void on(DecisionBuilder& decision, const AcknowledgeAnswer& intent)
{
    const std::vector<QuestionId>& waiting = decision.state().undeliveredAnswers();
    if (std::find(waiting.begin(), waiting.end(), intent.id) != waiting.end()) {
        decision.add(AnswerDelivered{intent.id, intent.echo, intent.fields});
    } else if (decision.state().endedQuestion(intent.id)) {
        decision.refuse(errors::answerAlreadyTaken());
    } else {
        decision.refuse(errors::unknownQuestion(intent.id));
    }
}

} // namespace quarterdeck::conversation::rules
