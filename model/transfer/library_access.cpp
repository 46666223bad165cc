#include "model/transfer/library_access.h"

#include "model/conversation/json/event_json.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::transfer {

using namespace conversation;

namespace {

constexpr std::size_t perRecord = 500;

std::size_t approximateSize(const nlohmann::json& value)
{
    constexpr std::size_t perText = 32;
    constexpr std::size_t perMember = 64;
    std::size_t bytes = sizeof(nlohmann::json);
    if (const auto* text = value.get_ptr<const std::string*>()) {
        bytes += perText + text->size();
    } else if (const auto* members = value.get_ptr<const nlohmann::json::object_t*>()) {
        for (const auto& [key, member] : *members) {
            bytes += perMember + key.size() + approximateSize(member);
        }
    } else if (value.is_array()) {
        for (const nlohmann::json& element : value) {
            bytes += approximateSize(element);
        }
    }
    return bytes;
}

std::size_t approximateSize(const MediaSource& source)
{
    return source.url.size() + source.mediaType.size() + source.name.size();
}

std::size_t approximateSize(const ContentBlock& block);

struct BlockWeight
{
    std::size_t operator()(const TextBlock& text) const { return text.text.size(); }
    std::size_t operator()(const ThinkingBlock& thinking) const
    {
        return thinking.text.size() + thinking.signature.size();
    }
    std::size_t operator()(const MediaBlock& media) const { return approximateSize(media.source); }
    std::size_t operator()(const ToolUseBlock& call) const
    {
        return call.id.size() + call.name.size() + call.rawInput.size() + approximateSize(call.input.json());
    }
    std::size_t operator()(const ToolResultBlock& result) const
    {
        return result.id.size() + result.name.size() + result.output.size()
            + approximateSize(result.outputBlocks.json());
    }
    std::size_t operator()(const UnknownBlock& unknown) const { return approximateSize(unknown.value.json()); }
};

std::size_t approximateSize(const ContentBlock& block)
{
    return sizeof(ContentBlock) + std::visit(BlockWeight{}, block);
}

} // namespace

std::size_t approximateSize(const Message& message)
{
    constexpr std::size_t perRecipient = 100;
    std::size_t bytes = perRecord + sizeof(Message) + message.name.size() + message.role.size()
        + message.sentFrom.str().size() + message.timestampText.size() + perRecipient * message.sendTo.size()
        + approximateSize(message.metadata.json());
    for (const ContentBlock& block : message.content) {
        bytes += approximateSize(block);
    }
    if (message.instructContent) {
        bytes += approximateSize(message.instructContent->schema.json())
            + approximateSize(message.instructContent->value.json());
    }
    return bytes;
}

std::size_t approximateSize(const Event& event)
{
    // Most events by far are messages; the others are small, or weighed by their serialised form.
    const auto* published = std::get_if<MessagePublished>(&event.body);
    return published != nullptr ? approximateSize(published->message) : perRecord + approximateSize(toJson(event));
}

void WriteThrottle::begin()
{
    const std::scoped_lock lock(m_state->mutex);
    ++m_state->underWay;
}

void WriteThrottle::end(State& state, std::optional<session::Error> error)
{
    const std::scoped_lock lock(state.mutex);
    --state.underWay;
    if (error && !state.error) {
        state.error = std::move(error);
    }
    state.changed.notify_all();
}

void WriteThrottle::waitBelow(int count)
{
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait(lock, [&] { return m_state->underWay < count || m_state->isAbandoned; });
}

void WriteThrottle::abandon()
{
    const std::scoped_lock lock(m_state->mutex);
    m_state->isAbandoned = true;
    m_state->changed.notify_all();
}

std::optional<session::Error> WriteThrottle::error() const
{
    const std::scoped_lock lock(m_state->mutex);
    return m_state->error;
}

void WriteThrottle::forgetError()
{
    const std::scoped_lock lock(m_state->mutex);
    m_state->error.reset();
}

} // namespace quarterdeck::transfer
