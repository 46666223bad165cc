#include "model/agents/provider/failure.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/provider/prompt.h"
#include "model/agents/provider/provider_errors.h"
#include "model/agents/provider/token_costs.h"
#include "model/formats/requests/anthropic_messages.h"
#include "model/formats/requests/openai_reply.h"
#include "model/formats/requests/streamed_reply.h"

#include <QLoggingCategory>
#include <QUuid>
#include <algorithm>
#include <array>
#include <set>

namespace quarterdeck::team {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;
using formats::ReplyReader;
using formats::StreamedReply;

namespace {

Q_LOGGING_CATEGORY(logProvider, "quarterdeck.team.provider")

using StatePtr = std::shared_ptr<const ProviderState>;
using CancelPtr = std::shared_ptr<CancelToken>;

/// One call, however often it is sent.
struct Call
{
    StatePtr state;
    Prompt prompt;
    std::string model;
    CancelPtr cancel;
    ReplyProgress progress;
    std::shared_ptr<CallBudget> payer;
};
using CallPtr = std::shared_ptr<const Call>;

/// The outcome of sending a request once.
struct Attempt
{
    std::optional<ChatReply> reply;
    Failure failure;
    std::optional<conversation::Usage> usage;
};

std::shared_ptr<ReplyReader> readerOf(Protocol protocol)
{
    return protocol == Protocol::Anthropic ? formats::anthropicReplyReader() : formats::openAiReplyReader();
}

StreamedReply withOurNames(StreamedReply reply, const ToolNames& names)
{
    for (formats::StreamedToolCall& call : reply.toolCalls)
        if (call.name)
            call.name = names.original(*call.name);
    return reply;
}

TakeBytes feeding(std::shared_ptr<ReplyReader> reader, std::shared_ptr<const ToolNames> names, ReplyProgress progress)
{
    return
        [reader = std::move(reader), names = std::move(names), progress = std::move(progress)](std::string_view bytes) {
            reader->feed(bytes);
            if (progress && names->areAllKept())
                progress(reader->reply());
            else if (progress)
                progress(withOurNames(reader->reply(), *names));
            return !reader->isEnded();
        };
}

/// Calls get our tool names, and ids that are unique: some servers send none, or the same for all.
std::vector<conversation::ContentBlock> blocksOf(const ReplyReader& reader, const ToolNames& names)
{
    std::vector<conversation::ContentBlock> blocks = reader.blocks();
    std::set<std::string> ids;
    for (conversation::ContentBlock& block : blocks) {
        auto* call = std::get_if<conversation::ToolUseBlock>(&block);
        if (call == nullptr)
            continue;
        call->name = names.original(call->name);
        if (call->id.empty() || ids.contains(call->id))
            call->id = "call_" + QUuid::createUuid().toString(QUuid::Id128).toStdString();
        ids.insert(call->id);
    }
    return blocks;
}

/// Roughly what such a prompt and such an answer use.
formats::TokenCounts estimateOf(const Call& call, const std::vector<conversation::ContentBlock>& answer)
{
    formats::TokenCounts tokens;
    tokens.prompt = call.prompt.tokens;
    for (const conversation::ContentBlock& block : answer)
        tokens.completion += estimatedTokens(block);
    return tokens;
}

std::optional<conversation::Usage> usageOf(const Call& call, const StreamedReply& said,
                                           const std::optional<formats::TokenCounts>& tokens, std::int64_t durationMs)
{
    if (!tokens)
        return std::nullopt;
    const PriceTable& prices = call.state->shared->prices;
    conversation::Usage usage;
    usage.model = said.model.value_or(call.model);
    usage.promptTokens = tokens->prompt;
    usage.completionTokens = tokens->completion;
    usage.durationMs = durationMs;
    usage.cachedTokens = tokens->cached;
    usage.reasoningTokens = tokens->reasoning;
    usage.cost = prices.costOf(call.model, *tokens);
    if (!usage.cost)
        usage.cost = prices.costOf(usage.model, *tokens);
    return usage;
}

/// In the protocols' words, and those of servers that mix them up.
bool isAboutLength(const std::string& finishReason)
{
    constexpr std::array reasons = {"length", "max_tokens", "max_output_tokens", "model_context_window_exceeded",
                                    "model_length"};
    return std::ranges::any_of(reasons, [&](const char* reason) { return finishReason == reason; });
}

ChatReply replyOf(const ReplyReader& reader, const Call& call)
{
    ChatReply reply;
    reply.blocks = blocksOf(reader, *call.prompt.names);
    reply.finishReason = reader.reply().finishReason.value_or("");
    reply.losses = call.prompt.losses;
    reply.isCut = isAboutLength(reply.finishReason);
    return reply;
}

QCoro::Task<Attempt> attempt(CallPtr call, std::string key)
{
    const StatePtr& state = call->state;
    const auto url = chatUrl(state->connection);
    Attempt result;
    if (!url) {
        result.failure.error = {ErrorCode::BadInput, provider_errors::noAddress(state->connection), {}};
        co_return result;
    }
    HttpRequest request = requestTo(*url, state->connection, key, state->shared->environment.maxReplyBytes);
    request.request.setRawHeader("Accept", "text/event-stream, application/json");
    request.isPost = true;
    request.body = call->prompt.body;
    const std::shared_ptr<ReplyReader> reader = readerOf(state->connection.protocol);
    const TakeBytes take = feeding(reader, call->prompt.names, call->progress);
    const HttpResponse answer = co_await exchange(state->shared->pool, request, call->cancel, take);
    using End = HttpResponse::End;
    if (answer.end == End::Complete || answer.end == End::NetworkError)
        reader->finish();
    const Asked asked{state->connection, call->model, key};
    const StreamedReply& said = reader->reply();
    // A server that closes the connection badly after it has said everything is fine.
    const bool hasAll = answer.end == End::NetworkError && hasSaid(said) && said.error.isNull() && !said.isCutOff;
    auto failure = hasAll ? std::nullopt : failureOf(answer, asked, hasSaid(said), request);
    if (!failure)
        failure = failureOf(said, answer, asked);
    auto used = formats::tokenCountsOf(said);
    const bool isTold = used && used->prompt + used->completion > 0;
    if (!isTold && hasSaid(said)) // without any, a budget would never be reached
        used = estimateOf(*call, blocksOf(*reader, *call->prompt.names));
    result.usage = usageOf(*call, said, used, answer.durationMs);
    if (failure) {
        result.failure = std::move(*failure);
        co_return result;
    }
    ChatReply reply = replyOf(*reader, *call);
    reply.isUsageEstimated = !isTold && result.usage.has_value();
    reply.usage = result.usage;
    result.reply = std::move(reply);
    co_return result;
}

/// As far as can be known before it is sent.
double expectedCostOf(const Call& call)
{
    formats::TokenCounts tokens;
    tokens.prompt = call.prompt.tokens;
    tokens.completion = call.state->answers->expected();
    return call.state->shared->prices.costOf(call.model, tokens).value_or(0.0);
}

/// A place among its connection's calls, and what may be sent with it.
struct Place
{
    std::shared_ptr<CallRateLimiter::CallPermit> pass;
    std::string key;
    Error error; ///< where there is no pass
};

Error cancelledError() { return {ErrorCode::Cancelled, provider_errors::cancelled(), {}}; }

/// The payer is asked last, when nothing else is waited for: the call may have come to the gate long
/// ago.
QCoro::Task<Place> placeFor(CallPtr call)
{
    Place place;
    place.error = cancelledError();
    for (bool isWanted = true; isWanted && !call->cancel->isCancelled();) {
        std::shared_ptr<CallRateLimiter::CallPermit> pass =
            co_await CallRateLimiter::enter(call->state->ofConnection->gate, call->cancel);
        if (!pass)
            break;
        Result<std::string> key = co_await keyOf(call->state, call->cancel);
        if (!key) {
            place.error = std::move(key.error());
            break;
        }
        if (!call->payer || call->payer->mayBegin(expectedCostOf(*call))) {
            place.pass = std::move(pass);
            place.key = std::move(*key);
            break;
        }
        pass->setUnused();
        pass.reset();
        isWanted = co_await call->payer->waitForBudget();
    }
    co_return place;
}

QCoro::Task<Attempt> oneCall(CallPtr call)
{
    const Place place = co_await placeFor(call);
    if (!place.pass) {
        Attempt refused;
        refused.failure.error = place.error;
        co_return refused;
    }
    Attempt result = co_await attempt(call, place.key);
    // All of this before the pass is released, or the next call would be let through.
    ConnectionState& ofConnection = *call->state->ofConnection;
    if (result.usage)
        ofConnection.gate->spend(result.usage->totalTokens());
    if (result.reply && result.usage)
        call->state->answers->note(result.usage->completionTokens);
    if (call->payer)
        call->payer->ended(result.usage, result.reply.has_value());
    if (result.failure.retryAfterMs)
        ofConnection.gate->holdFor(
            std::min(*result.failure.retryAfterMs, call->state->shared->environment.retries.longestServerDelayMs));
    if (result.failure.isKeyRefused)
        ofConnection.key.reset(); // the person may enter another one meanwhile
    co_return result;
}

ChatFailure failed(Failure failure) { return {std::move(failure.error), failure.isWorthAnotherTry}; }

} // namespace

QCoro::Task<ChatResult> callModel(StatePtr state, ChatRequest request, CancelPtr cancel, ReplyProgress progress,
                                  std::shared_ptr<CallBudget> payer)
{
    const CombinedCancel joint = combinedCancel(*cancel, *state->shared->closing);
    const std::string model = request.options.model.empty() ? state->model : request.options.model;
    Result<Prompt> built = co_await promptOf(state, std::move(request), joint.token);
    if (!built)
        co_return tl::make_unexpected(ChatFailure{built.error()});
    const auto call = std::make_shared<const Call>(
        Call{state, std::move(*built), model, joint.token, std::move(progress), std::move(payer)});
    for (int done = 1;; ++done) {
        Attempt result = co_await oneCall(call);
        if (joint.token->isCancelled())
            co_return tl::make_unexpected(ChatFailure{cancelledError()});
        if (result.reply)
            co_return std::move(*result.reply);
        const auto delay = delayUntilRetry(result.failure, done, state->shared->environment.retries);
        if (!delay)
            co_return tl::make_unexpected(failed(std::move(result.failure)));
        qCInfo(logProvider).noquote() << "Trying again in" << *delay
                                      << "ms:" << QString::fromStdString(result.failure.error.detail);
        const bool isOver = co_await pauseFor(*delay, joint.token);
        if (!isOver)
            co_return tl::make_unexpected(ChatFailure{cancelledError()});
    }
}

} // namespace quarterdeck::team
