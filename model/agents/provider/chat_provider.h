#pragma once

#include "model/agents/coroutine_support.h"
#include "model/agents/definition/team_definition.h"
#include "model/agents/provider/model_connection.h"
#include "model/conversation/error.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_request.h"
#include "model/formats/requests/streamed_reply.h"

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

/// The models that this program can reach, supplied by whoever knows the connections and their keys. Thread: engine.
class ModelSource
{
public:
    ModelSource() = default;
    virtual ~ModelSource() = default;
    Q_DISABLE_COPY_MOVE(ModelSource)

    /// What to use where a team says `choice`, which is something else if the person chose so.
    [[nodiscard]] virtual ModelChoice resolveModel(const ModelChoice& choice) const { return choice; }
    /// The connection by which it is reached; empty = unknown, or there is none.
    [[nodiscard]] virtual std::optional<ModelConnection> connectionOf(const ModelChoice&) const { return std::nullopt; }
    /// Asked anew whenever an agent begins to think, so corrections take effect. Errors: a sentence that says what is
    /// missing and what to do; the role is then shown as failed with it.
    [[nodiscard]] virtual conversation::Result<std::shared_ptr<ChatProvider>> providerOf(const ModelChoice& choice) = 0;
};

/// A source that also reaches servers without a stored connection, which are recorded in sessions
/// (model/agents/definition/team_definition.h). Thread: engine.
class ServerModels : public ModelSource
{
public:
    /// Errors as those of providerOf.
    [[nodiscard]] virtual conversation::Result<std::shared_ptr<ChatProvider>> providerAt(const ModelConnection& server,
                                                                                         const std::string& model) = 0;
};

} // namespace quarterdeck::team
