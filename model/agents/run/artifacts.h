#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/conversation/event.h"
#include "model/conversation/speaker.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::team {

/// A file that a session's team made or changed in its workspace.
struct Artifact
{
    std::string path;              ///< relative to the workspace
    conversation::RoleName author; ///< who wrote it last
    std::int64_t bytes = -1;       ///< then; -1 = not in the log
    std::string sha256;            ///< of its content then, in hexadecimal
    bool isNew = false;            ///< it did not exist before the team's first change
    conversation::EventSeq seq;    ///< of the step that last changed it
    conversation::MessageId message;
    friend bool operator==(const Artifact&, const Artifact&) = default;
};

/// What a log tells of the files that its team made or changed: events go in once and in order, at any time the files
/// of any moment come out. A change counts when its tool said that it is done. A value; costs what there are changes.
class ArtifactLog
{
public:
    ArtifactLog() = default;
    /// Covers only what came after that manifest.
    explicit ArtifactLog(conversation::EventSeq manifest)
        : m_begin(manifest)
        , m_manifest(manifest)
        , m_upTo(manifest) { }

    void add(const conversation::Event& event);

    /// The manifest after which it begins; 0 = it knows all files.
    [[nodiscard]] conversation::EventSeq begin() const { return m_begin; }

    /// The last event that was added.
    [[nodiscard]] conversation::EventSeq upTo() const { return m_upTo; }
    /// As they were after that event, in the order in which they were created.
    [[nodiscard]] std::vector<Artifact> filesAt(conversation::EventSeq moment) const;
    [[nodiscard]] std::vector<Artifact> files() const { return filesAt(m_upTo); }
    /// The event after which the last change was done; before the first if there is none.
    [[nodiscard]] conversation::EventSeq newest() const
    {
        return m_changes.empty() ? conversation::EventSeq() : m_changes.back().doneAt;
    }
    /// Something was changed that no manifest covers, or may have been: it was decided before this log begins.
    [[nodiscard]] bool hasNews() const { return newest() > m_manifest || m_isLacking; }

private:
    struct Change
    {
        Artifact after;
        conversation::EventSeq doneAt;
    };
    void addStep(const conversation::Event& event, const conversation::Message& message);

    std::vector<Change> m_changes; ///< in the order they were made
    /// Decided but not done yet: by the reply and the call that asked for it.
    std::map<std::pair<std::string, std::string>, Artifact> m_decided;
    conversation::EventSeq m_begin;
    conversation::EventSeq m_manifest; ///< the newest
    conversation::EventSeq m_upTo;
    bool m_isLacking = false;
};

/// Whether any member may call what makes or changes files.
[[nodiscard]] bool changesFiles(const TeamDefinition& team);

/// Who writes manifests, and what marks them.
namespace manifest {
inline constexpr const char* writer = conversation::programName;
inline const conversation::ActionName action{"quarterdeck.Manifest"};
} // namespace manifest

/// What a manifest says: {"files": [{"path", "bytes", "sha256", "author", "is_new", "note"?}], "commit"?, "problem"?}.
/// Null if the message is none.
[[nodiscard]] conversation::JsonValue manifestIn(const conversation::Message& message);

} // namespace quarterdeck::team
