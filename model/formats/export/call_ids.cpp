#include "model/formats/export/call_ids.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::formats {

namespace {

bool isPlain(const std::string& id)
{
    return std::ranges::all_of(id, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

} // namespace

std::string CallIds::ofCall(const conversation::ToolUseBlock& call)
{
    std::string written = call.id;
    while (written.empty() || (m_mustBePlain && !isPlain(written)) || isTaken(written)) {
        written = "call_" + std::to_string(++m_made);
    }
    wait(call, written);
    return written;
}

std::string CallIds::ofResult(const conversation::ToolResultBlock& result)
{
    const auto answers = [&](const Waiting& one) {
        return one.id == result.id && (!one.id.empty() || result.name.empty() || one.name == result.name);
    };
    const auto found = std::ranges::find_if(m_waiting, answers);
    if (found == m_waiting.end()) {
        return {};
    }
    std::string written = std::move(found->written);
    m_waiting.erase(found);
    return written;
}

void CallIds::wait(const conversation::ToolUseBlock& call, std::string written)
{
    constexpr std::size_t most = 256; // what was not answered for so long never will be
    if (m_waiting.size() >= most) {
        m_waiting.erase(m_waiting.begin());
    }
    m_waiting.push_back({call.id, call.name, std::move(written)});
}

bool CallIds::isTaken(const std::string& id) const
{
    return std::ranges::find(m_waiting, id, &Waiting::written) != m_waiting.end();
}

} // namespace quarterdeck::formats
