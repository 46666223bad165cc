#pragma once

#include "model/agents/cancel_token.h"
#include "model/conversation/error.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_config.h"
#include "model/formats/requests/message_serializer.h"
#include "model/formats/requests/streamed_reply.h"
#include "model/formats/requests/tool.h"

#include <QCoroTask>
#include <QtGlobal>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// One call of a model.
struct ChatRequest
{
    std::vector<conversation::Message> messages; ///< the prompt, from the system's message on
    std::vector<formats::Tool> tools;
    formats::ChatOptions options;
};

/// What the model answered.
struct ChatReply
{
    std::vector<conversation::ContentBlock> blocks;   ///< thinking, texts, tool calls, in order
    std::optional<conversation::Usage> usage;         ///< its cost is known if the model has a price
    std::string finishReason;                         ///< in the server's words
    std::vector<formats::SerializerLoss> losses = {}; ///< parts of the prompt this model could not be given
    bool isCut = false;                               ///< it reached the maximum length and is incomplete
    bool isUsageEstimated = false;                    ///< the server reported none that is credible
};

/// Why a model call brought no reply.
struct ChatFailure : conversation::Error
{
    /// The same call may well succeed, but the provider does not retry on its own: part of the reply had arrived, or
    /// its time is over. In every other case it has retried already, or retrying would not help.
    bool isWorthAnotherTry = false;
};
using ChatResult = tl::expected<ChatReply, ChatFailure>;

/// The payer of a call: asked before each of its requests, and told what each used. Thread: engine.
class CallBudget
{
public:
    CallBudget() = default;
    virtual ~CallBudget() = default;
    Q_DISABLE_COPY_MOVE(CallBudget)

    /// Asked when nothing else is waited for; if allowed, the request is sent at once. `expectedCost`: US dollars, 0 if
    /// no price is known. False = not now: the call gives its place to others and waits.
    [[nodiscard]] virtual bool mayBegin(double expectedCost) = 0;
    /// Resumes when it may be asked again; false = the call is no longer wanted, and ends as cancelled.
    [[nodiscard]] virtual QCoro::Task<bool> waitForBudget() = 0;
    /// A request has ended, and its place has not been given away yet. What it used must be paid whether it brought the
    /// reply or not.
    virtual void ended(const std::optional<conversation::Usage>& usage, bool hasReply) = 0;
};

/// The reply as far as it has arrived; called as bytes come in, so coalesce before showing it.
using ReplyProgress = std::function<void(const formats::StreamedReply& soFar)>;

/// What is known of a model, in tokens; 0 = not known.
struct ModelSize
{
    std::int64_t context = 0; ///< a prompt and its answer
    std::int64_t answer = 0;  ///< reserved in it for the answer
};

/// A model on a server: one instance per configuration, shared by all agents that use it. Thread: engine.
class ChatProvider
{
public:
    ChatProvider() = default;
    virtual ~ChatProvider() = default;
    Q_DISABLE_COPY_MOVE(ChatProvider)

    /// Resumes with the whole reply, or with what went wrong in a sentence that names the server; retries on its own
    /// what may be retried. After a cancel it resumes at once with Cancelled, and the connection is gone. `progress`
    /// may be empty; a retry starts with an empty reply. `payer` may be null: then nobody is asked.
    [[nodiscard]] virtual QCoro::Task<ChatResult> chat(ChatRequest request, std::shared_ptr<CancelToken> cancel,
                                                       ReplyProgress progress, std::shared_ptr<CallBudget> payer) = 0;
    [[nodiscard]] virtual ModelSize size() const { return {}; }
};

} // namespace quarterdeck::team
