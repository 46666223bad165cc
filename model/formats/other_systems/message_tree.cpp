#include "model/formats/other_systems/message_tree.h"

#include "model/formats/format_errors.h"

#include <algorithm>

namespace quarterdeck::formats {

void MessageTree::add(const std::string& id, const std::string& parent)
{
    const bool isNew = !id.empty() && m_places.emplace(id, m_ids.size()).second;
    m_ids.push_back(id);
    m_parents.push_back(isNew && parent == id ? std::string() : parent); // nothing follows itself
}

std::vector<std::size_t> MessageTree::branchTo(const std::string& leaf) const
{
    std::vector<std::size_t> branch;
    std::vector<bool> isIn(m_ids.size());
    auto next = m_places.find(leaf);
    while (next != m_places.end() && !isIn[next->second]) {
        isIn[next->second] = true;
        branch.push_back(next->second);
        next = m_places.find(m_parents[next->second]);
    }
    std::ranges::reverse(branch);
    return branch;
}

std::vector<std::size_t> MessageTree::newestBranch() const
{
    std::unordered_map<std::string, std::size_t> lastAfter; // by the id of what they follow; empty for beginnings
    for (std::size_t i = 0; i < m_ids.size(); ++i) {
        if (!m_ids[i].empty()) {
            lastAfter[m_places.contains(m_parents[i]) ? m_parents[i] : std::string()] = i;
        }
    }
    std::vector<std::size_t> branch;
    std::vector<bool> isIn(m_ids.size());
    auto next = lastAfter.find({});
    while (next != lastAfter.end() && !isIn[next->second]) {
        isIn[next->second] = true;
        branch.push_back(next->second);
        next = lastAfter.find(m_ids[next->second]);
    }
    return branch;
}

void noteOtherBranches(std::size_t messages, const SourceLocation& place, const ByteSource& source, SessionSink& sink,
                       RecordedDetails& details)
{
    if (messages > 0) {
        details.leftOut["messages"] = messages;
        sink.reportProblem(
            errors::problem(source.name(), place, errors::RejectReason::TakenBack, std::to_string(messages)));
    }
}

} // namespace quarterdeck::formats
