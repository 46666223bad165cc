#pragma once

#include "model/conversation/decide/decide.h"
#include "model/session/library.h"
#include "model/transfer/import/import_comparison.h"
#include "model/transfer/import/import_job.h"
#include "model/transfer/library_access.h"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::transfer {

/// What one file brings, on its way into the library: events by the conversation's own rules, held back until the file
/// is read to its end or too much is held. Thread: the worker's.
class FileImport final : public formats::SessionSink
{
public:
    struct Context
    {
        Library& library;
        WriteThrottle& writes;
        const std::atomic<bool>& isCancelled;
        bool areSamples = false;
        std::function<void(std::int64_t messages)> onMessage;
        /// If not null: stops at the first session that looks like one of these (`hasFoundDuplicate`).
        const ImportedSessions* imported = nullptr;
        DuplicatePolicy ifKnown = DuplicatePolicy::ImportAnew;
        /// What to do with each session of the file; without a step, it comes in.
        std::vector<ImportStep> steps{};
        std::vector<std::int64_t> only{}; ///< as ImportFile::only
    };
    FileImport(Context context, FileReport& report);

    /// The file has to be compared with the library before anything of it comes in.
    [[nodiscard]] bool hasFoundDuplicate() const { return m_hasFoundDuplicate; }
    /// Where the next import of this file may continue, after a commit; empty unless it held one session.
    [[nodiscard]] std::optional<ImportStep> stepSoFar() const;

    void beginSession(formats::SessionStarted settings, std::vector<formats::Role> team, Timestamp at) override;
    void acceptRole(formats::Role role, Timestamp at) override;
    void acceptMessage(formats::RecordedMessage message) override;
    void acceptUsage(conversation::Usage usage, Timestamp at) override;
    void beginLog() override;
    void acceptEvent(formats::Event event) override;
    void acceptAttachment(formats::RecordedAttachment attachment) override;
    void acceptTakenBack(std::vector<std::string> records) override;
    void endSession() override;
    void reportProblem(formats::ImportProblem problem) override;
    [[nodiscard]] bool isStopped() const override;

    /// The whole file is good: writes what is held back, and shows it once all of it is durable. False: it could not be
    /// stored.
    bool commit();
    /// Removes what was written, which nobody saw, except for what was added to existing sessions: the report tells
    /// that. False if that fails, too: the library then does it when it is next opened.
    bool rollBack();

private:
    struct Pending
    {
        Pending(); // clang needs it here: an optional one is a member of this class
        SessionId id;
        conversation::ConversationState state;
        std::vector<session::LogRecord> records;
        std::vector<conversation::ConversationState> snapshots; ///< of what is in `records`
        bool isLog = false;
        bool isCreated = false;
        MessageSequences toPass{};       ///< those of the session in the library
        std::optional<Timestamp> last{}; ///< among them
        std::optional<conversation::Usage> wholeUsage{};
        AgentNames agents{};
        std::int64_t messagesBefore = 0; ///< how many it had
        conversation::EventSeq lastBefore{};
    };
    /// An existing session, as it was.
    struct Updated
    {
        std::size_t known = 0; ///< its index in the report
        std::int64_t messagesBefore = 0;
        conversation::EventSeq lastBefore;
    };
    /// Prepares for the next session of the file: a new one, one that is continued, or none.
    void beginNext(bool isLog);
    void goOn(const ImportStep& step);
    void markTakenBack(const std::vector<conversation::EventSeq>& messages);
    [[nodiscard]] bool mayBeKnown(std::size_t place) const;
    bool passKnown(conversation::Message& message);
    [[nodiscard]] bool grow(conversation::Message& rest, MessageSequence lane);
    void addUsage(const conversation::Message& from);
    void decide(const conversation::Intent& intent, Timestamp at);
    void record(conversation::RecordMessage&& message);
    void takeDecided(conversation::Decision decision);
    void take(std::vector<formats::Event> events);
    void noteOpen(const formats::Event& event);
    void flush(Pending& pending);
    void flushAttachments();
    void flushAll();
    void flushIfMuch();
    void finish(Pending& pending);
    void tellWhatStays(const Updated& updated);

    Context m_context;
    FileReport& m_report;
    std::optional<Pending> m_current;
    ImportStep m_read; ///< of the session that is, or was last, being read
    std::vector<Pending> m_finished;
    std::vector<formats::RecordedAttachment> m_attachments;
    std::vector<SessionId> m_created;
    std::vector<Updated> m_updated;
    std::int64_t m_heldBytes = 0;
    std::int64_t m_heldRecords = 0;
    std::size_t m_sessions = 0; ///< of the file so far
    std::size_t m_recordsTakenBack = 0;
    bool m_hasFoundDuplicate = false;
};

} // namespace quarterdeck::transfer
