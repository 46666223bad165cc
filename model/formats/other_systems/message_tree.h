#pragma once

#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

namespace quarterdeck::formats {

/// Messages that each name the one they follow, as programs keep them whose questions can be edited and answers be made
/// again. Circles do no harm.
class MessageTree
{
public:
    /// In the order of the file. `parent`: empty, or unknown, for one that begins a conversation. A second message of
    /// the same id is not found by it; one without an id is in no branch.
    void add(const std::string& id, const std::string& parent);
    [[nodiscard]] std::size_t size() const { return m_parents.size(); }
    /// The places of the messages up to that one, from the first on; empty if there is none of that id.
    [[nodiscard]] std::vector<std::size_t> branchTo(const std::string& leaf) const;
    /// The last beginning, then always the last message that follows.
    [[nodiscard]] std::vector<std::size_t> newestBranch() const;

private:
    std::vector<std::string> m_ids;
    std::vector<std::string> m_parents;
    std::unordered_map<std::string, std::size_t> m_places; ///< by id
};

/// Counts messages that do not come since they are in other branches than the one that was shown last. `place`: where
/// the first of them is.
void noteOtherBranches(std::size_t messages, const SourceLocation& place, const ByteSource& source, SessionSink& sink,
                       RecordedDetails& details);

} // namespace quarterdeck::formats
