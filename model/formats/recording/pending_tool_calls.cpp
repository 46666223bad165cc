#include "model/formats/recording/pending_tool_calls.h"

namespace quarterdeck::formats {

void PendingToolCalls::note(const std::string& id, const std::string& tool)
{
    // In no real conversation do more calls wait for their results.
    constexpr std::size_t most = 10'000;
    if (m_names.size() < most) {
        m_names[id] = tool;
    }
}

std::string PendingToolCalls::take(const std::string& id)
{
    const auto name = m_names.extract(id);
    return name ? std::move(name.mapped()) : std::string();
}

} // namespace quarterdeck::formats
