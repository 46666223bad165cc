#include "formats/stream/anthropic_reply.h"
#include "formats/stream/openai_reply.h"
#include "formats/stream/token_counts.h"
#include "provider/addresses.h"
#include "provider/failure.h"
#include "provider/prompt.h"
#include "provider/provider_sentences.h"

#include <QLoggingCategory>
#include <QUuid>
#include <algorithm>
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

/// What came of sending a request once.
struct Attempt
{
    std::optional<ChatReply> reply;
    Failure failure;
    std::int64_t tokens = 0;
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

/// Calls bear our names, and ids by which results can be told apart: some servers send none, or one for all.
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

ChatReply replyOf(const ReplyReader& reader, const Prompt& prompt, const ProviderState& state, const std::string& model,
                  std::int64_t durationMs)
{
    ChatReply reply;
    reply.blocks = blocksOf(reader, *prompt.names);
    reply.finishReason = reader.reply().finishReason.value_or("");
    reply.losses = prompt.losses;
    const auto tokens = formats::tokenCountsOf(reader.reply());
    if (!tokens)
        return reply;
    conversation::Usage usage;
    usage.model = reader.reply().model.value_or(model);
    usage.promptTokens = tokens->prompt;
    usage.completionTokens = tokens->completion;
    usage.durationMs = durationMs;
    usage.cachedTokens = tokens->cached;
    usage.reasoningTokens = tokens->reasoning;
    usage.cost = state.shared->prices.costOf(model, *tokens);
    if (!usage.cost)
        usage.cost = state.shared->prices.costOf(usage.model, *tokens);
    reply.usage = usage;
    return reply;
}

QCoro::Task<Attempt> attempt(StatePtr state, std::shared_ptr<const Prompt> prompt, std::string model, std::string key,
                             CancelPtr cancel, ReplyProgress progress)
{
    const auto url = chatUrl(state->connection);
    Attempt result;
    if (!url) {
        result.failure.error = {ErrorCode::BadInput, provider_sentences::noAddress(state->connection), {}};
        co_return result;
    }
    HttpRequest request = requestTo(*url, state->connection, key, state->shared->environment.maxReplyBytes);
    request.request.setRawHeader("Accept", "text/event-stream, application/json");
    request.isPost = true;
    request.body = prompt->body;
    const std::shared_ptr<ReplyReader> reader = readerOf(state->connection.protocol);
    const TakeBytes take = feeding(reader, prompt->names, std::move(progress));
    const HttpAnswer answer = co_await exchange(state->shared->pool, request, cancel, take);
    using End = HttpAnswer::End;
    if (answer.end == End::Complete || answer.end == End::NetworkError)
        reader->finish();
    const Asked asked{state->connection, model, key};
    const StreamedReply& said = reader->reply();
    // A server that closes the connection badly after it has said all is a good one.
    const bool hasAll = answer.end == End::NetworkError && hasSaid(said) && said.error.isNull() && !said.isCutOff;
    auto failure = hasAll ? std::nullopt : failureOf(answer, asked, hasSaid(said), request);
    if (!failure)
        failure = failureOf(said, answer, asked);
    if (const auto tokens = formats::tokenCountsOf(said))
        result.tokens = tokens->prompt + tokens->completion;
    if (failure)
        result.failure = std::move(*failure);
    else
        result.reply = replyOf(*reader, *prompt, *state, model, answer.durationMs);
    co_return result;
}

Error cancelledError() { return {ErrorCode::Cancelled, provider_sentences::cancelled(), {}}; }

QCoro::Task<Attempt> oneCall(StatePtr state, std::shared_ptr<const Prompt> prompt, std::string model, CancelPtr cancel,
                             ReplyProgress progress)
{
    Attempt result;
    const std::shared_ptr<CallGate::Pass> pass = co_await CallGate::enter(state->ofConnection->gate, cancel);
    if (!pass) {
        result.failure.error = cancelledError();
        co_return result;
    }
    const Result<std::string> key = co_await keyOf(state, cancel);
    if (!key) {
        result.failure.error = key.error();
        co_return result;
    }
    result = co_await attempt(state, prompt, model, *key, cancel, progress);
    if (result.tokens > 0)
        state->ofConnection->gate->spend(result.tokens);
    // Before the pass goes, or the next one would be let through.
    if (result.failure.retryAfterMs)
        state->ofConnection->gate->holdFor(
            std::min(*result.failure.retryAfterMs, state->shared->environment.retries.longestServerDelayMs));
    if (result.failure.isKeyRefused)
        state->ofConnection->key.reset(); // the person may enter another one meanwhile
    co_return result;
}

} // namespace

QCoro::Task<Result<ChatReply>> callModel(StatePtr state, ChatRequest request, CancelPtr cancel, ReplyProgress progress)
{
    const JointCancel joint = jointCancel(*cancel, *state->shared->closing);
    const std::string model = request.options.model.empty() ? state->model : request.options.model;
    Result<Prompt> built = co_await promptOf(state, std::move(request), joint.token);
    if (!built)
        co_return tl::make_unexpected(built.error());
    const auto prompt = std::make_shared<const Prompt>(std::move(*built));
    for (int done = 1;; ++done) {
        Attempt result = co_await oneCall(state, prompt, model, joint.token, progress);
        if (joint.token->isCancelled())
            co_return tl::make_unexpected(cancelledError());
        if (result.reply)
            co_return std::move(*result.reply);
        const auto delay = delayUntilRetry(result.failure, done, state->shared->environment.retries);
        if (!delay)
            co_return tl::make_unexpected(std::move(result.failure.error));
        qCInfo(logProvider).noquote() << "Trying again in" << *delay
                                      << "ms:" << QString::fromStdString(result.failure.error.detail);
        const bool isOver = co_await pauseFor(*delay, joint.token);
        if (!isOver)
            co_return tl::make_unexpected(cancelledError());
    }
}

} // namespace quarterdeck::team
