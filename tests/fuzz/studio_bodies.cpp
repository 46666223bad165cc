#include "model/gateway/studio/studio_bodies.h"
#include "model/gateway/sent_bodies.h"
#include "require.h"

#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck;
using namespace quarterdeck::gateway;
using fuzz::require;

namespace {

conversation::DecideContext context()
{
    conversation::DecideContext made;
    made.now = {1'760'000'000'000};
    made.makeId = [] { return std::string("id"); };
    return made;
}

void take(const tl::expected<PushedMessage, BadBody>& read)
{
    if (!read)
        return require(!read.error().empty());
    const conversation::Message& message = read->message;
    require(!read->runId.empty() && !message.id.isEmpty());
    require(message.sendTo == conversation::AddressSet{conversation::address::none});
    require(message.metadata.json().is_object());
    require(message.role == "user" || !message.sentFrom.isEmpty()
            || message.role == "tool"); // nobody is the person by mistake
}

} // namespace

/// Any bytes as what a program of AgentScope posts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto run = readRun(bytes))
        require(!run->id.empty() && !run->title.empty());
    if (const auto reply = readReply(bytes))
        require(!reply->runId.empty());
    if (const auto input = readInputRequest(bytes, context()))
        require(!input->runId.empty() && !input->question.id.isEmpty() && !input->question.asker.isEmpty());
    take(readMessage(bytes, context()));
    take(readFridayMessage(bytes, context()));
    if (const auto outline = outlineOf(bytes))
        require(outline->is_object());
    require(jsonFaultIn(bytes, JsonBy::Python, 400).starts_with("The request body "));
    return 0;
}
