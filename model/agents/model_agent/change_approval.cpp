#include "model/agents/model_agent/change_approval.h"

#include "model/agents/environment/text_diff.h"
#include "model/agents/model_agent/ask_user.h"
#include "model/agents/team_text.h"
#include "model/conversation/utf8.h"

#include <QCryptographicHash>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using conversation::Question;
using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using conversation::QuestionId;
using nlohmann::json;

constexpr std::size_t mostDiffInQuestion = 16'000; // open questions are part of a session's state
constexpr const char* textField = "text";

/// Longer than any fence inside the text.
std::string fenceFor(const std::string& text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return std::string(longest + 1, '`');
}

std::string shortHash(const std::string& text)
{
    const QByteArrayView bytes(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().left(12).toStdString();
}

std::vector<conversation::QuestionOption> bothOptions()
{
    return {{texts::allowIt(), texts::allowItMeans()}, {texts::rejectIt(), texts::rejectItMeans()}};
}

json formFor(const std::string& text)
{
    return {{"type", "object"},
            {"properties",
             {{textField, {{"type", "string"}, {"title", texts::newText()}, {"format", "code"}, {"default", text}}}}}};
}

Approval understood(const std::optional<Question>& question, const QuestionEnd& end)
{
    Approval approval;
    if (end.kind != QuestionEndKind::Answered || !question || question->options.empty())
        return approval; // silence is no consent
    if (!end.form.isNull()) {
        const json& form = end.form.json();
        approval.isGiven = true;
        approval.text = form.is_object() && form.contains(textField) && form[textField].is_string()
            ? form[textField].get<std::string>()
            : std::string(); // a field that is left empty is left out
        return approval;
    }
    approval.isGiven = end.option == question->options.front().label;
    QuestionEnd own = end;
    own.option.clear(); // what goes along with it
    approval.words = conversation::answerText(own);
    return approval;
}

QCoro::Task<Result<Approval>> approved(AgentContext context, Question question, std::string base)
{
    question.isApproval = true;
    const Result<QuestionResult> end = co_await askAndWaitWithId(context, std::move(question), std::move(base));
    if (!end)
        co_return tl::make_unexpected(end.error());
    QuestionId id = end->id;
    const Result<std::optional<Question>> before = co_await findEarlierQuestion(context, std::move(id));
    if (!before)
        co_return tl::make_unexpected(before.error());
    co_return understood(*before, end->end);
}

/// Earlier questions about this call that are still open.
std::vector<QuestionId> openAbout(const AgentContext& context, const std::string& call)
{
    std::vector<QuestionId> open;
    const auto state = context.state();
    for (const conversation::OpenQuestion& one : state->openQuestions())
        if (one.question.asker == context.role().name && one.question.id.str().starts_with(call))
            open.push_back(one.question.id);
    return open;
}

} // namespace

std::string diffBlock(const std::string& diff, std::size_t bytes)
{
    const TruncatedDiff cut = firstLines(diff, bytes);
    const std::string fence = fenceFor(cut.text);
    std::string block = fence + "diff\n" + cut.text + fence;
    if (cut.linesLeftOut > 0)
        block += "\n\n" + texts::moreLines(cut.linesLeftOut);
    return block;
}

QCoro::Task<Result<Approval>> requestChangeApproval(AgentContext context, ProposedChange change, std::string base)
{
    const std::string call = base + "-";
    const std::string id = call + shortHash(change.token.json().dump());
    for (QuestionId& one : openAbout(context, call))
        if (!one.str().starts_with(id))
            co_await context.withdraw(std::move(one));
    Question question;
    const conversation::RoleName& role = context.role().name;
    question.text = change.isNew ? texts::wantsToCreate(role, change.subject, change.added)
                                 : texts::wantsToChange(role, change.subject, change.added, change.removed);
    if (!change.caution.empty())
        question.text += "\n\n" + change.caution;
    question.text += "\n\n" + diffBlock(change.diff, mostDiffInQuestion);
    question.options = bothOptions();
    if (change.text)
        question.schema = conversation::JsonValue(formFor(*change.text));
    Result<Approval> approval = co_await approved(context, std::move(question), id);
    if (approval && approval->text == change.text)
        approval->text.reset();
    co_return approval;
}

QCoro::Task<Result<Approval>> requestReadApproval(AgentContext context, EnvironmentCall request, std::string base)
{
    constexpr std::size_t mostOfArguments = 300;
    const std::string arguments = request.arguments.json().dump(-1, ' ', false, json::error_handler_t::replace);
    Question question;
    question.text =
        texts::wantsToCall(request.role, request.call, conversation::utf8::shortened(arguments, mostOfArguments));
    question.options = bothOptions();
    co_return co_await approved(context, std::move(question), std::move(base));
}

} // namespace quarterdeck::team
