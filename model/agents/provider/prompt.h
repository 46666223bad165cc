#pragma once

#include "model/agents/provider/provider_state.h"
#include "model/conversation/message.h"
#include "model/formats/requests/chat_request.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// Tool names in the form that servers accept (`[A-Za-z0-9_-]{1,64}`, unique), and back.
class ToolNames
{
public:
    /// For these tools and the calls in these messages, so that both get the same.
    ToolNames(std::span<const formats::Tool> tools, std::span<const conversation::Message> messages);

    [[nodiscard]] std::vector<formats::Tool> toServerNames(std::vector<formats::Tool> tools) const;
    [[nodiscard]] std::vector<conversation::Message> toServerNames(std::vector<conversation::Message> messages) const;
    /// Our name for what the server calls so; unchanged if it is none of ours.
    [[nodiscard]] const std::string& original(const std::string& sentName) const;
    /// Every name goes out unchanged.
    [[nodiscard]] bool areAllKept() const { return m_originals.empty(); }

private:
    void add(const std::string& name);
    [[nodiscard]] const std::string& sentName(const std::string& name) const;

    std::map<std::string, std::string> m_sent;      ///< by name
    std::map<std::string, std::string> m_originals; ///< of those that had to change
    std::set<std::string> m_taken;
};

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
