#include "model/formats/metagpt/merged_storage.h"

#include "model/formats/json/json_text.h"

namespace quarterdeck::formats::metagpt {

using nlohmann::json;

namespace {

constexpr std::string_view addressStart = "[Message] from ";

} // namespace

void MergedStorage::add(const json& storage)
{
    std::vector<std::string> keys;
    std::set<std::string> inThis;
    std::map<std::string, int> alike; // of those without an id: the second of two is another message
    std::size_t place = 0;
    for (const json& message : storage.is_array() ? storage : json::array()) {
        const std::string id = textMember(message, "id");
        std::string key = id.empty() ? textOfJson(message) : id;
        if (id.empty()) {
            key += '\n' + std::to_string(alike[key]++);
        }
        keep(key, message, place++);
        if (inThis.insert(key).second) {
            keys.push_back(std::move(key));
        }
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
        ++m_waiting[keys[i]];
    }
    m_lists.push_back({std::move(keys)});
}

void MergedStorage::keep(const std::string& key, const json& message, std::size_t place)
{
    const std::size_t list = m_lists.size();
    const auto [known, isNew] = m_entries.try_emplace(key, Entry{message, list, place, true});
    if (isNew) {
        return;
    }
    Entry& entry = known->second;
    entry.isAlone = entry.isAlone && entry.list == list;
    if (isAddressedCopy(textMember(entry.message, "content")) && message.is_object() && message.contains("content")
        && !isAddressedCopy(textMember(message, "content"))) {
        entry.message["content"] = message["content"];
    }
}

std::vector<MergedStorage::Entry> MergedStorage::result()
{
    std::vector<Entry> merged;
    while (List* next = nextList()) {
        const std::string key = next->keys[next->at];
        merged.push_back(std::move(m_entries[key]));
        m_given.insert(key);
        for (List& list : m_lists) {
            passGiven(list);
        }
    }
    return merged;
}

/// The first list whose message no other list places later; if they disagree, simply the first.
MergedStorage::List* MergedStorage::nextList()
{
    List* first = nullptr;
    for (List& list : m_lists) {
        if (list.at >= list.keys.size()) {
            continue;
        }
        if (m_waiting[list.keys[list.at]] <= 0) {
            return &list;
        }
        first = first == nullptr ? &list : first;
    }
    return first;
}

void MergedStorage::passGiven(List& list)
{
    while (list.at < list.keys.size() && m_given.contains(list.keys[list.at])) {
        ++list.at;
        if (list.at < list.keys.size()) {
            --m_waiting[list.keys[list.at]];
        }
    }
}

bool isAddressedCopy(const std::string& text) { return withoutAddress(text).size() != text.size(); }

std::string withoutAddress(const std::string& text)
{
    if (!text.starts_with(addressStart)) {
        return text;
    }
    const std::size_t to = text.find(" to ", addressStart.size());
    const std::size_t colon = to == std::string::npos ? to : text.find(": ", to);
    // Names are on one line.
    return colon == std::string::npos || text.find('\n') < colon ? text : text.substr(colon + 2);
}

} // namespace quarterdeck::formats::metagpt
