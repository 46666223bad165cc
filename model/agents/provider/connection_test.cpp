#include "model/agents/provider/connection_test.h"

#include "model/agents/provider/failure.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/provider_errors.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using conversation::ContentBlock;
using conversation::Error;
using conversation::ErrorCode;
using conversation::Message;
using conversation::Result;
using nlohmann::json;
using Answer = ConnectionTestReport::Answer;

namespace {

using StatePtr = std::shared_ptr<const ProviderState>;
using CancelPtr = std::shared_ptr<CancelToken>;

constexpr std::size_t mostModels = 2000;
constexpr std::int64_t mostTokens = 512;
constexpr const char* toolName = "tell_time";
/// 32 by 32 pixels, all red: some models refuse smaller ones.
constexpr const char* redPicture = "data:image/png;base64,"
                                   "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7h"
                                   "IASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC";

struct Models
{
    std::vector<std::string> names;
    std::int64_t durationMs = 0;
    std::optional<Failure> failure;
};

/// `{data: [{id}]}` of both protocols, or `{models: [{name}]}` of some.
std::optional<std::vector<std::string>> modelNames(const std::string& body)
{
    const json object = json::parse(body, nullptr, false);
    if (!object.is_object())
        return std::nullopt;
    for (const auto& [list, name] : {std::pair{"data", "id"}, std::pair{"models", "name"}}) {
        const auto found = object.find(list);
        if (found == object.end() || !found->is_array())
            continue;
        std::vector<std::string> names;
        for (const json& model : *found)
            if (model.is_object() && model.contains(name) && model[name].is_string() && names.size() < mostModels)
                names.push_back(model[name].get<std::string>());
        return names;
    }
    return std::nullopt;
}

QCoro::Task<Models> listModels(StatePtr state, CancelPtr cancel)
{
    Models models;
    const auto url = modelsUrl(state->connection);
    if (!url) {
        models.failure = Failure{Error{ErrorCode::BadInput, provider_errors::noAddress(state->connection), {}}};
        co_return models;
    }
    const Result<std::string> key = co_await keyOf(state, cancel);
    if (!key) {
        models.failure = Failure{key.error()};
        co_return models;
    }
    const HttpRequest request = requestTo(*url, state->connection, *key, state->shared->environment.maxReplyBytes);
    const auto body = std::make_shared<std::string>();
    const TakeBytes take = [body](std::string_view bytes) {
        body->append(bytes);
        return true;
    };
    const HttpResponse answer = co_await exchange(state->shared->pool, request, cancel, take);
    const std::string none;
    const Asked asked{state->connection, none, *key};
    models.durationMs = answer.durationMs;
    models.failure = failureOf(answer, asked, false, request);
    if (models.failure)
        co_return models;
    auto names = modelNames(*body);
    if (names)
        models.names = std::move(*names);
    else
        models.failure = Failure{Error{ErrorCode::BadInput, provider_errors::isNoModelServer(state->connection), {}}};
    co_return models;
}

Message question(const char* text)
{
    Message message;
    message.role = "user";
    message.content = conversation::textBlocks(text);
    return message;
}

ChatRequest toolRequest(const std::string& model)
{
    ChatRequest request;
    request.options.model = model;
    request.options.maxTokens = mostTokens;
    request.messages = {question("What time is it? Call the tool to find out.")};
    formats::Tool tool;
    tool.name = toolName;
    tool.description = "Tells the time.";
    formats::ToolParameter zone;
    zone.name = "zone";
    zone.description = "A time zone, such as UTC.";
    tool.parameters = {zone};
    request.tools = {tool};
    return request;
}

ChatRequest imageRequest(const std::string& model)
{
    ChatRequest request;
    request.options.model = model;
    request.options.maxTokens = mostTokens;
    Message message = question("What colour is this picture? Answer with one word.");
    conversation::MediaBlock picture;
    picture.source.url = redPicture;
    picture.source.mediaType = "image/png";
    message.content.emplace_back(picture);
    request.messages = {message};
    return request;
}

/// With pictures, whatever the table says: that is what is being tested.
StatePtr seeing(const ProviderState& state, const std::string& model)
{
    ProviderState changed = state;
    changed.connection.abilities.images = true;
    changed.connection.modelAbilities[model].images = true;
    return std::make_shared<const ProviderState>(std::move(changed));
}

bool callsTool(const ChatReply& reply)
{
    for (const ContentBlock& block : reply.blocks)
        if (const auto* call = std::get_if<conversation::ToolUseBlock>(&block))
            return call->name == toolName;
    return false;
}

bool saysRed(const ChatReply& reply)
{
    for (const ContentBlock& block : reply.blocks)
        if (const auto* text = std::get_if<conversation::TextBlock>(&block))
            if (QString::fromStdString(text->text).contains(QStringLiteral("red"), Qt::CaseInsensitive))
                return true;
    return false;
}

void addUsage(ConnectionTestReport& report, const ChatReply& reply)
{
    if (!reply.usage)
        return;
    if (!report.usage) {
        report.usage = reply.usage;
        return;
    }
    report.usage->promptTokens += reply.usage->promptTokens;
    report.usage->completionTokens += reply.usage->completionTokens;
    report.usage->durationMs += reply.usage->durationMs;
    if (report.usage->cost && reply.usage->cost)
        *report.usage->cost += *reply.usage->cost;
}

std::string trialModel(const ProviderState& state, const std::string& wanted, const std::vector<std::string>& listed)
{
    if (!wanted.empty())
        return wanted;
    if (!state.connection.models.empty())
        return state.connection.models.front();
    return listed.empty() ? std::string() : listed.front();
}

/// The server understood the request and will not do it; a time-out or too many requests say nothing about that.
bool isRefusal(const Error& error)
{
    return error.code == ErrorCode::BadInput || error.detail.starts_with("HTTP 400 ");
}

QCoro::Task<bool> tryTool(StatePtr state, std::shared_ptr<ConnectionTestReport> report, CancelPtr cancel)
{
    const auto progressCount = std::make_shared<int>(0);
    const ReplyProgress count = [progressCount](const formats::StreamedReply& soFar) {
        if (soFar.eventsUsed > 0)
            ++*progressCount;
    };
    ChatRequest request = toolRequest(report->model);
    const ChatResult reply = co_await callModel(state, request, cancel, count);
    if (!reply) {
        report->error = reply.error();
        co_return false;
    }
    addUsage(*report, *reply);
    report->streams = *progressCount > 0 ? Answer::Yes : Answer::No;
    report->callsTools = callsTool(*reply) ? Answer::Yes : Answer::No;
    co_return true;
}

/// A model that refuses the tool may still answer, so ask for a single word without it.
QCoro::Task<bool> tryWords(StatePtr state, std::shared_ptr<ConnectionTestReport> report, CancelPtr cancel)
{
    ChatRequest request = toolRequest(report->model);
    request.tools.clear();
    const ReplyProgress nobody;
    const ChatResult reply = co_await callModel(state, request, cancel, nobody);
    if (!reply) {
        report->error = reply.error();
        co_return false;
    }
    addUsage(*report, *reply);
    if (isRefusal(*report->error)) { // of the tool
        report->callsTools = Answer::No;
        report->error.reset();
    }
    co_return true;
}

} // namespace

QCoro::Task<ConnectionTestReport> testConnection(StatePtr state, std::string model, CancelPtr cancel)
{
    const CombinedCancel joint = combinedCancel(*cancel, *state->shared->closing);
    const auto report = std::make_shared<ConnectionTestReport>();
    const Models models = co_await listModels(state, joint.token);
    report->models = models.names;
    report->roundTripMs = models.durationMs;
    report->model = trialModel(*state, model, models.names);
    // Some servers list nothing, yet serve any model that is named.
    const bool isListMissing = models.failure && models.failure->error.code == ErrorCode::NotFound;
    if (models.failure)
        report->error = models.failure->error;
    if ((models.failure && !isListMissing) || report->model.empty())
        co_return *report;
    report->error.reset();
    bool answers = co_await tryTool(state, report, joint.token);
    if (!answers && report->error->code != ErrorCode::Cancelled && report->error->code != ErrorCode::NotFound
        && report->error->code != ErrorCode::NotAllowed)
        answers = co_await tryWords(state, report, joint.token);
    if (!answers)
        co_return *report;
    const StatePtr withPictures = seeing(*state, report->model);
    const ChatRequest request = imageRequest(report->model);
    const ReplyProgress nobody;
    const ChatResult reply = co_await callModel(withPictures, request, joint.token, nobody);
    if (reply) {
        addUsage(*report, *reply);
        report->seesImages = saysRed(*reply) ? Answer::Yes : Answer::No;
    } else if (isRefusal(reply.error())) {
        report->seesImages = Answer::No;
    } else {
        report->error = reply.error();
    }
    co_return *report;
}

} // namespace quarterdeck::team
