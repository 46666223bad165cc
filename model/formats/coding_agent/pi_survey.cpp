#include "model/formats/coding_agent/pi_survey.h"

#include "model/formats/json/json_text.h"

#include <algorithm>

namespace quarterdeck::formats {

using nlohmann::json;

void PiSurvey::note(const json& entry, std::int64_t line)
{
    constexpr std::size_t mostEntries = 1'000'000;
    const std::string type = textMember(entry, "type");
    const std::string id = textMember(entry, "id");
    if (type == "session_info") {
        m_name = textMember(entry, "name");
    }
    if (type == "session" || id.empty() || m_entries.size() >= mostEntries) {
        return;
    }
    const std::string parent = textMember(entry, "parentId");
    const auto found = m_byId.find(parent);
    const std::size_t before = m_entries.empty() ? nowhere : m_entries.size() - 1;
    // A parent that cannot be read was most likely the entry before: what came before that must not be lost.
    const std::size_t above = parent.empty() ? nowhere : found != m_byId.end() ? found->second : before;
    m_byId[id] = m_entries.size();
    m_entries.push_back({id, line, above, type == "message"});
}

void PiSurvey::finish()
{
    for (std::size_t at = m_entries.empty() ? nowhere : m_entries.size() - 1; at != nowhere;
         at = m_entries[at].parent) {
        m_entries[at].isOnPath = true;
    }
    for (const Entry& entry : m_entries) {
        if (entry.isMessage && !entry.isOnPath) {
            m_firstLeft = m_messagesLeft.empty() ? entry.line : m_firstLeft;
            m_messagesLeft.push_back(entry.id);
        }
    }
    m_byId.clear();
}

bool PiSurvey::isLeft(std::int64_t line) const
{
    const auto entry = std::ranges::lower_bound(m_entries, line, {}, &Entry::line);
    return entry != m_entries.end() && entry->line == line && !entry->isOnPath;
}

} // namespace quarterdeck::formats
