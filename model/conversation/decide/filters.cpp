#include "model/conversation/filter.h"

#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::conversation {

namespace {

const nlohmann::json& metadataValue(const Message& message, const char* key)
{
    static const nlohmann::json nothing;
    const nlohmann::json& metadata = message.metadata.json();
    if (!metadata.is_object()) {
        return nothing;
    }
    const auto found = metadata.find(key);
    return found == metadata.end() ? nothing : *found;
}

/// Refuses messages that their sender marked as low priority.
class PriorityFilter final : public Filter
{
public:
    [[nodiscard]] std::string_view name() const override { return "priority"; }
    [[nodiscard]] FilterVerdict judge(const Message& message, const ConversationState&) const override
    {
        return {{}, metadataValue(message, "priority") == "low"};
    }
};

/// Delivers to everyone what its sender marked as a broadcast.
class BroadcastFilter final : public Filter
{
public:
    [[nodiscard]] std::string_view name() const override { return "broadcast"; }
    [[nodiscard]] FilterVerdict judge(const Message& message, const ConversationState&) const override
    {
        if (metadataValue(message, "broadcast") != true) {
            return {};
        }
        return {AddressSet{address::all}, false};
    }
};

const auto& registry()
{
    static const PriorityFilter priority;
    static const BroadcastFilter broadcast;
    static const std::array<const Filter*, 2> filters{&priority, &broadcast};
    return filters;
}

} // namespace

const Filter* filterNamed(std::string_view name)
{
    for (const Filter* filter : registry()) {
        if (filter->name() == name) {
            return filter;
        }
    }
    return nullptr;
}

std::vector<std::string> filterNames()
{
    std::vector<std::string> names;
    for (const Filter* filter : registry()) {
        names.emplace_back(filter->name());
    }
    return names;
}

} // namespace quarterdeck::conversation
