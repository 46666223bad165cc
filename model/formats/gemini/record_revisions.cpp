#include "model/formats/gemini/record_revisions.h"

#include "model/formats/json/json_text.h"

#include <functional>

namespace quarterdeck::formats::gemini {

using nlohmann::json;

namespace {

constexpr std::size_t mostMessages = 1'000'000;

std::size_t hashOf(const std::string& id) { return std::hash<std::string>()(id); }

} // namespace

void RecordRevisions::note(const json& record, std::int64_t line)
{
    const json& messages = formats::memberOf(formats::memberOf(record, "$set"), "messages");
    if (formats::memberOf(record, "$rewindTo").is_string()) {
        goBackTo(textMember(record, "$rewindTo"));
    } else if (messages.is_array()) { // in place of all before
        clear();
        for (const json& message : messages) {
            set(textMember(message, "id"), line);
        }
    } else if (const std::string id = textMember(record, "id"); !id.empty()) {
        set(id, line);
    }
}

bool RecordRevisions::isKept(const std::string& id, std::int64_t line) const
{
    const auto kept = m_byId.find(hashOf(id));
    return kept == m_byId.end() ? m_isFull : kept->second.line == line;
}

void RecordRevisions::set(const std::string& id, std::int64_t line)
{
    const IdHash hash = hashOf(id);
    if (m_byId.size() >= mostMessages && !m_byId.contains(hash)) {
        m_isFull = true;
        return;
    }
    const auto [kept, isNew] = m_byId.try_emplace(hash);
    kept->second.line = line;
    if (isNew) {
        kept->second.number = ++m_count;
        m_ids.emplace(m_count, hash);
    }
}

/// Its message goes, too. Where it is not known, nothing stays.
void RecordRevisions::goBackTo(const std::string& id)
{
    const auto kept = m_byId.find(hashOf(id));
    if (kept == m_byId.end()) {
        return clear();
    }
    const auto first = m_ids.lower_bound(kept->second.number);
    for (auto later = first; later != m_ids.end(); ++later) {
        m_byId.erase(later->second);
    }
    m_ids.erase(first, m_ids.end());
}

void RecordRevisions::clear()
{
    m_byId.clear();
    m_ids.clear();
}

} // namespace quarterdeck::formats::gemini
