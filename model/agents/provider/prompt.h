#pragma once

#include "model/agents/provider/provider_state.h"
#include "model/agents/provider/tool_names.h"

#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::team {

/// A request's body, ready to be sent.
struct Prompt
{
    QByteArray body;
    std::shared_ptr<const ToolNames> names;
    std::vector<formats::SerializerLoss> losses;
    std::int64_t tokens = 0; ///< as estimated
};

/// Writes the body in the connection's protocol and with its server's habits, including attachments that the model
/// accepts. Errors: Cancelled, and those of the serializer.
[[nodiscard]] QCoro::Task<conversation::Result<Prompt>>
promptOf(std::shared_ptr<const ProviderState> state, ChatRequest request, std::shared_ptr<CancelToken> cancel);

/// What servers of one protocol want differently: sound as `input_audio`, documents as `file`, `max_completion_tokens`.
void adaptToService(nlohmann::json& body, Service service);

} // namespace quarterdeck::team
