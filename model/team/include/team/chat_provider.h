#pragma once

#include "conversation/error.h"
#include "conversation/message.h"
#include "formats/chat/chat_config.h"
#include "formats/chat/message_serializer.h"
#include "formats/chat/tool.h"
#include "formats/stream/streamed_reply.h"
#include "team/cancel_token.h"

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
    std::vector<conversation::ContentBlock> blocks;   ///< thinking, texts, tool calls, in their order
    std::optional<conversation::Usage> usage;         ///< its cost is known where the model has a price
    std::string finishReason;                         ///< in the server's words
    std::vector<formats::SerializerLoss> losses = {}; ///< what of the prompt this model could not be given
};

/// What of a running reply has come so far; called as bytes come, so coalesce before showing it.
using ReplyProgress = std::function<void(const formats::StreamedReply& soFar)>;

/// A model on a server: one instance per configuration, shared by all agents that use it. Thread: engine.
class ChatProvider
{
public:
    ChatProvider() = default;
    virtual ~ChatProvider() = default;
    Q_DISABLE_COPY_MOVE(ChatProvider)

    /// Resumes with the whole reply, or with what went wrong in words that name the server: retries what may be
    /// retried by itself. After a cancel it resumes at once with Cancelled and the connection is gone. `progress` may
    /// be empty; a retry begins anew with an empty reply.
    [[nodiscard]] virtual QCoro::Task<conversation::Result<ChatReply>>
    chat(ChatRequest request, std::shared_ptr<CancelToken> cancel, ReplyProgress progress) = 0;
};

} // namespace quarterdeck::team
