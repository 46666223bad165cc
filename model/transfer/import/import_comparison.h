#pragma once

#include "model/formats/session_reader.h"
#include "model/session/library.h"
#include "model/transfer/import/import_job.h"
#include "model/transfer/import/import_source.h"
#include "model/transfer/import/library_log_reader.h"
#include "model/transfer/import/split_transcript.h"

#include <QByteArray>

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace quarterdeck::transfer {

/// Whether the program or the person gave it its title, which may change later.
[[nodiscard]] bool isTitleGiven(const formats::SessionStarted& settings);

/// What imports made, according to the list of sessions, and what began here, whose log may be imported again.
class ImportedSessions
{
public:
    /// Waits for the library, so only on a worker's thread.
    [[nodiscard]] static ImportedSessions of(Library& library);

    /// Whether one of them has that title or came from a file of that name.
    [[nodiscard]] bool areAlike(const formats::SessionStarted& settings) const;
    /// Null if it is not one that was imported.
    [[nodiscard]] const session::SessionSummary* find(const SessionId& id) const;
    /// Those that are alike, newest first.
    [[nodiscard]] std::vector<session::SessionSummary> alike(const formats::SessionStarted& settings) const;
    /// Of those that began here, the ones that began at that time: their title may have changed.
    [[nodiscard]] std::vector<session::SessionSummary> begunHere(Timestamp startedAt) const;

private:
    std::vector<session::SessionSummary> m_sessions;
    std::vector<session::SessionSummary> m_begunHere;
};

/// What to do with one session of a file.
struct ImportStep
{
    DuplicateSession known;                          ///< with an empty id if the library has none of it
    MessageSequences lanes;                          ///< what is stored
    Timestamp last;                                  ///< of the last stored message
    session::EventSeq lastSeq{};                     ///< the session's log has at least these; 0 = unknown
    std::optional<conversation::Usage> wholeUsage{}; ///< counted usage that no message mentions
    AgentNames agents{};
    /// Messages in the library that the file takes back, to be marked so; and how many of its records it takes back.
    std::vector<session::EventSeq> toMark{};
    std::size_t recordsTakenBack = 0;
};

/// Reads a file like an import, and finds what the library has of it. Stores nothing. Thread: the worker's.
class ImportComparison final : public formats::SessionSink
{
public:
    struct Context
    {
        Library& library;
        const ImportedSessions& imported;
        std::function<bool()> isCancelled;
        std::function<void()> onMessage;
        bool areCopiesFollowed = false; ///< a file of another name may be the same one, grown
    };
    explicit ImportComparison(Context context);

    /// One for each session of the file.
    [[nodiscard]] std::vector<ImportStep> steps() { return std::move(m_steps); }

    void beginSession(formats::SessionStarted settings, std::vector<formats::Role> team, Timestamp at) override;
    void acceptRole(formats::Role, Timestamp) override { }
    void acceptMessage(formats::RecordedMessage message) override;
    void acceptUsage(conversation::Usage usage, Timestamp) override { m_wholeUsage = std::move(usage); }
    void beginLog() override;
    void acceptEvent(formats::Event event) override;
    void acceptAttachment(formats::RecordedAttachment) override { }
    void acceptTakenBack(std::vector<std::string> records) override { m_takenBack = {records.begin(), records.end()}; }
    void endSession() override;
    void reportProblem(formats::ImportProblem) override { }
    [[nodiscard]] bool isStopped() const override { return m_context.isCancelled(); }

private:
    /// A session of the library compared with the one that is read.
    struct Candidate
    {
        session::SessionSummary summary;
        LibraryLogReader log;
        bool isOfSameFile = false;
        bool isOfSamePlace = false;       ///< the same session of that file
        bool isBegunHere = false;         ///< not by an import: it may be the one that the file was made from
        std::int64_t pieces = 0;          ///< equal ones
        std::int64_t messages = 0;        ///< those it has completely
        std::set<MessageSequence> over{}; ///< lanes with a piece that it lacks, at least in part
        bool isDifferent = false;         ///< it has something else there
        bool isRest = false;              ///< of a session that has the file's sessions before this one
        MessageSequences before{};        ///< those of the earlier sessions, if so
    };
    struct Verdict
    {
        DuplicateSession::What what;
        Candidate* candidate;
    };
    void addCandidate(session::SessionSummary summary, const formats::SessionStarted& settings, bool isBegunHere);
    void findCandidates(const formats::SessionStarted& settings);
    void keepRest(Candidate& candidate);
    [[nodiscard]] MessageSequences passed(Candidate& candidate) const;
    void compare(Candidate& candidate, const conversation::Message& message) const;
    void compare(Candidate& candidate, const formats::Event& event) const;
    [[nodiscard]] std::optional<DuplicateSession::What> verdictOn(Candidate& candidate) const;
    [[nodiscard]] bool hasCostMore(Candidate& candidate) const;
    [[nodiscard]] bool takesBack(Candidate& candidate) const;
    [[nodiscard]] bool isRenamed(const Candidate& candidate) const;
    [[nodiscard]] static bool isBetter(const Verdict& one, const Verdict& other);
    void decide();

    Context m_context;
    std::vector<ImportStep> m_steps;
    std::vector<Candidate> m_candidates;
    std::set<session::SessionId> m_taken; ///< by an earlier session of the file
    std::optional<Candidate> m_rest; ///< older versions made one session of several runs: what follows the last one
    std::int64_t m_messages = 0;     ///< of the session being read
    std::optional<conversation::Usage> m_wholeUsage;                           ///< likewise
    std::map<MessageSequence, std::optional<conversation::Usage>> m_lastUsage; ///< likewise: of the last messages
    std::unordered_set<std::string> m_takenBack;                               ///< likewise: ids of records
    std::string m_givenTitle; ///< likewise; empty if it has none that may change
    bool m_isLog = false;
    bool m_areMembersDescribed = false; ///< of the session being read
};

/// How far a growing file was read, and what the library has of it.
struct ImportCheckpoint
{
    std::vector<FileBeginning> files; ///< more than one if others are read with it
    QByteArray edges;                 ///< edgesOf(files)
    ImportStep step;                  ///< of the one session in it
};

/// What imports of growing files leave for the next import of the same file: as long as it is only appended to, it need
/// not be compared with the library's log, which would cost more than reading it. Forgotten when the program ends; the
/// log then tells. Thread: any.
class ImportCheckpoints
{
public:
    [[nodiscard]] std::optional<ImportCheckpoint> take(const std::string& path);
    void remember(const std::string& path, ImportCheckpoint file);
    [[nodiscard]] SubAgentFileCache& parts() { return m_parts; }

private:
    SubAgentFileCache m_parts;
    std::mutex m_mutex;
    std::map<std::string, ImportCheckpoint> m_files;
};

/// Tells whether the beginnings of files are unchanged: a hash of how they start and end, since a rewritten file
/// differs there. Empty for none, and if one cannot be read that far.
[[nodiscard]] QByteArray edgesOf(const std::vector<FileBeginning>& files);

} // namespace quarterdeck::transfer
