#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/conversation/event.h"
#include "model/conversation/message.h"
#include "model/conversation/speaker.h"
#include "model/session/post.h"
#include "model/session/session.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
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

/// A file of a manifest, as it is on the disk.
struct ManifestFile
{
    Artifact artifact;
    std::optional<std::int64_t> bytes; ///< nothing if it cannot be read
    std::string sha256;
    std::string note; ///< one sentence about it for the person
};

struct Manifest
{
    std::vector<ManifestFile> files;
    std::string commit;       ///< the one that contains them; empty = none
    std::string problem;      ///< what went wrong with it
    std::int64_t leftOut = 0; ///< files not mentioned here, since there are too many
};

/// What a manifest is made for.
struct ManifestRequest
{
    ChosenFolder folder;
    std::vector<Artifact> artifacts;
    std::string title; ///< the session's
    conversation::SessionId session;
};

/// Examines the files and, if wanted, commits those that are still as the team left them. Thread: any; blocks.
[[nodiscard]] Manifest buildManifest(const ManifestRequest& order);
/// As recorded: words for the person, and what `manifestIn` returns.
[[nodiscard]] conversation::Message messageOf(const Manifest& manifest);

/// Records a manifest when a run has ended and its team made or changed files since the last one: nobody acts and
/// nothing is left to do, or the run has finished, was stopped, or has played its rounds. The log alone tells what
/// there is to report, so after a restart it continues where it was, and writes once. If the person wants it, the files
/// are committed first. Thread: engine; the files are examined on a thread of its own.
class ManifestRecorder final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ManifestRecorder)
public:
    /// `isActing`: somebody acts. `session` must outlive it.
    ManifestRecorder(session::Session& session, ChosenFolder folder, std::function<bool()> isActing,
                     QObject* parent = nullptr);
    ~ManifestRecorder() override;

    /// Nothing is to be written, as far as the log and who acts are known.
    [[nodiscard]] bool isSettled() const;
    /// Who acts, or the log, has changed.
    void look();

signals:
    void settled();

private:
    using Events = session::Result<std::vector<conversation::Event>>;

    void take(const std::vector<conversation::Event>& events);
    void readOn();
    void read();
    void takeRead(const Events& events);
    void write();
    void record(const Manifest& manifest);
    [[nodiscard]] bool isDue() const;
    [[nodiscard]] bool hasEnded() const;

    session::Session& m_session;
    ChosenFolder m_folder;
    std::function<bool()> m_isActing;
    ArtifactLog m_log; ///< for what came after the newest manifest, as long as that is enough
    QTimer m_rest;
    conversation::EventSeq m_triedUpTo; ///< if it could not be stored, it is not tried again before there is more
    bool m_isReading = false;
    bool m_isUnreadable = false;
    bool m_isWriting = false;
    session::CallbackGuard m_receiver{this};
    QThreadPool m_thread; ///< last, so that it ends first
};

} // namespace quarterdeck::team
