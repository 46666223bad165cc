#pragma once

#include "model/conversation/channel.h"
#include "model/conversation/error.h"
#include "model/conversation/event.h"
#include "model/conversation/ids.h"
#include "model/conversation/state/state.h"
#include "model/session/search.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace quarterdeck::session {

/// What the person says about a session. Kept beside its log, which it never changes.
struct SessionLabels
{
    std::string title;             ///< shown instead of the log's own; empty = the log's
    std::vector<std::string> tags; ///< as `tagsOf` gives them
    std::string note;
    bool isPinned = false;
    std::optional<conversation::Timestamp> archivedAt; ///< since when it is archived; empty = it is not
    friend bool operator==(const SessionLabels&, const SessionLabels&) = default;
};

/// Reads tags as a person types them: separated by commas, without surrounding spaces or a leading "#"; each once,
/// ignoring case, in the order in which they were typed.
[[nodiscard]] std::vector<std::string> tagsOf(const std::string& typed);

using conversation::AttachmentHash;
using conversation::ChannelKey;
using conversation::ConversationState;
using conversation::Error;
using conversation::Event;
using conversation::EventSeq;
using conversation::Ordinal;
using conversation::Result;
using conversation::SessionId;
using conversation::Timestamp;

/// One row of the list of sessions: what can be shown without opening a session. Written with every append, in the same
/// transaction. The library itself takes `id`, `lastSeq`, `isScripted` and `areTimesKnown` from the log, `kind`,
/// `isSample` and `isComplete` from the session's creation, and `labels` from `setLabels`: values of these in an append
/// are ignored.
struct SessionSummary
{
    SessionId id;
    std::string title;                                                ///< in a list: the labels' title, if there is one
    conversation::SessionKind kind = conversation::SessionKind::Team; ///< Imported even if the log says otherwise
    bool isScripted = false;                                          ///< of the scripted demo, even if imported
    bool isSample = false;                                            ///< shipped with the program
    bool isComplete = true; ///< false while it is written in several steps, hidden from reads (`completeSessions`)
    std::string source;
    conversation::RunState runState = conversation::RunState::NotStarted;
    Timestamp startedAt;
    Timestamp lastActivity;
    bool areTimesKnown = true; ///< otherwise they only give an order
    EventSeq lastSeq;
    std::int64_t messageCount = 0;
    std::int32_t round = 0;
    double cost = 0.0;
    std::int64_t tokens = 0;
    std::string activityLine; ///< the role that is doing something, and what: "Alex\tacting"; where some work and
                              ///< others wait for the person, how many: "\tbusy\t4\t1"; see `isAtRest`
    std::vector<conversation::OpenQuestion> openQuestions; ///< in brief: asker, times, beginning of the text
    std::int32_t held = 0;                                 ///< messages that wait for the person
    std::string heldFrom;                                  ///< who speaks in the oldest of them
    SessionLabels labels;
    friend bool operator==(const SessionSummary&, const SessionSummary&) = default;
};
[[nodiscard]] SessionSummary summaryOf(const SessionId& id, const ConversationState& state);
/// The run goes on, and nobody has anything to do.
[[nodiscard]] bool isAtRest(const SessionSummary& summary);

/// A row of a channel.
struct ChannelEntry
{
    ChannelKey channel;
    Ordinal ordinal;
    friend bool operator==(const ChannelEntry&, const ChannelEntry&) = default;
};

/// One event on its way into the log, with its places in channels and the earlier event whose row it changes.
struct LogRecord
{
    Event event;
    std::vector<ChannelEntry> channels;
    std::optional<EventSeq> amends;
    /// Who speaks in it, by role name, for the timeline; empty = as the message itself says, or nobody.
    std::string speaker{};
};

struct AttachmentInfo
{
    AttachmentHash hash;
    std::string mediaType;
    std::int64_t size = 0;
    std::int32_t width = 0;
    std::int32_t height = 0;
    friend bool operator==(const AttachmentInfo&, const AttachmentInfo&) = default;
};

/// A piece of a channel as it was at some moment.
struct RowsRequest
{
    SessionId session;
    ChannelKey channel;
    Ordinal first;
    std::int32_t count = 60;      ///< capped at 200
    std::optional<EventSeq> asOf; ///< replay: rows and amendments up to this event; empty = now
};
struct Row
{
    Ordinal ordinal;
    Event event;
    std::vector<Event> amendments; ///< in seq order
    friend bool operator==(const Row&, const Row&) = default;
};
struct Rows
{
    std::int64_t total = 0; ///< rows in the channel at that moment
    std::vector<Row> rows;
};

/// Which rows of a channel match what was typed (`findTerms`), read piece by piece.
struct FindRequest
{
    SessionId session;
    ChannelKey channel;
    SearchTerms terms;            ///< one event of the row must match all of it
    std::optional<EventSeq> asOf; ///< replay: events up to this one; empty = now
    EventSeq after;               ///< where the last piece ended; 0 = from the first event
    std::int32_t limit = 20'000;  ///< approximate rows per piece
    std::stop_token stop = {};    ///< requested: nobody waits any more, and the answer is Cancelled
};
struct FindResult
{
    std::vector<Ordinal> rows; ///< in order of the matches; an answer's row is its question's
    EventSeq readTo;           ///< everything up to here was looked at
    bool isLast = true;        ///< nothing followed `readTo` at that moment
    friend bool operator==(const FindResult&, const FindResult&) = default;
};

/// Matches in all sessions, newest first, page by page: ordered by time and, for equal times, by session and seq. A
/// clock that went back does not move an event out of its session's order.
struct SearchCursor
{
    Timestamp time; ///< the latest in its session up to it
    SessionId session;
    EventSeq seq;
    friend bool operator==(const SearchCursor&, const SearchCursor&) = default;
};
struct SearchRequest
{
    SearchTerms terms;
    std::optional<SearchCursor> after; ///< the last one of the previous page
    std::int32_t limit = 50;           ///< capped at 200
    std::stop_token stop = {};         ///< requested: nobody waits any more, and the answer is Cancelled
};
struct SearchHit
{
    SearchCursor place;
    EventSeq row; ///< the event that shows it: itself, or the one it amends (the question of an answer)
    Timestamp time;
    std::string speaker; ///< a role's name or a sender from the log, "<human>" for the person; empty = nobody
    bool isPrivate = false;
    std::string excerpt;          ///< one line of text around the match
    std::vector<TextRange> marks; ///< in the excerpt, in order
    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};
struct SearchHits
{
    std::vector<SearchHit> hits;
    bool isLast = true;           ///< no page follows
    std::int64_t notSearched = 0; ///< older events that would take too long: not indexed yet, or with too many words
                                  ///< of such a beginning
    friend bool operator==(const SearchHits&, const SearchHits&) = default;
};

/// Marks and density for replay and the scroll bar. A Mistake is at the annotated message.
struct TimelineMark
{
    enum class Kind { Question, Error, PrivateChat, Mistake };
    Kind kind = Kind::Question;
    EventSeq seq;
    Timestamp time;
    EventSeq endSeq; ///< PrivateChat: its last message; otherwise = seq
    Timestamp endTime;
    friend bool operator==(const TimelineMark&, const TimelineMark&) = default;
};
struct Timeline
{
    Timestamp start;
    Timestamp end;
    EventSeq lastSeq;
    struct Bucket
    {
        std::int32_t events = 0;
        std::string speaker; ///< who spoke most, "<human>" for the person; empty = nobody
        friend bool operator==(const Bucket&, const Bucket&) = default;
    };
    std::vector<Bucket> buckets;     ///< equal parts of start..end
    std::vector<TimelineMark> marks; ///< in seq order
    friend bool operator==(const Timeline&, const Timeline&) = default;
};

/// A mark beside the rows of a channel: from its first row there to its last.
struct ChannelMark
{
    TimelineMark::Kind kind = TimelineMark::Kind::Question;
    Ordinal first;
    Ordinal last;
    EventSeq seq; ///< the first row's
    friend bool operator==(const ChannelMark&, const ChannelMark&) = default;
};

/// What a session needs to continue where its log ends.
struct SessionOpening
{
    ConversationState state;
    EventSeq snapshot;              ///< the state was folded from here; 0 = from the first event
    bool isImportedSession = false; ///< came from a file: no role is alive, and its clocks are stopped
};

/// A session's size in the file, without its share of indices.
struct SessionSize
{
    SessionId id;
    std::int64_t events = 0;      ///< bytes of its events
    std::int64_t attachments = 0; ///< bytes of what it refers to; shared ones count for each session
    std::int64_t shared = 0;      ///< the part of them that other sessions also refer to: it outlives this one
    friend bool operator==(const SessionSize&, const SessionSize&) = default;
};

struct LibraryHealth
{
    std::string path;
    std::string integrity;     ///< "ok" or what integrity_check said
    bool isIndexAlone = false; ///< only the full-text index is affected, which can be rebuilt from the log
    std::int64_t sessions = 0;
    std::int64_t events = 0;
    bool isReadOnly = false;
    std::int64_t indexLag = 0;           ///< events whose words are not indexed yet
    std::int64_t queued = 0;             ///< writes waiting in this process
    std::int64_t diskLeft = -1;          ///< bytes of free space beside the file; -1 = unknown
    std::int64_t logSize = 0;            ///< bytes in the log beside the file that are not in the file yet
    std::optional<Timestamp> lastCommit; ///< by any process
    std::optional<Timestamp> lastBackup; ///< that was verified when it was made
    friend bool operator==(const LibraryHealth&, const LibraryHealth&) = default;
};

/// A piece of an attachment.
struct AttachmentPart
{
    std::string bytes;     ///< empty beyond the end
    std::int64_t size = 0; ///< of the whole attachment
    friend bool operator==(const AttachmentPart&, const AttachmentPart&) = default;
};

/// What a full reading of one session found.
struct SessionCheck
{
    SessionId id;
    std::int64_t events = 0;
    std::int64_t snapshots = 0;      ///< number compared with the fold
    std::vector<std::string> faults; ///< one sentence each, for a person; empty = sound
    [[nodiscard]] bool isSound() const { return faults.empty(); }
    friend bool operator==(const SessionCheck&, const SessionCheck&) = default;
};

/// Save a snapshot when this many events have passed since the last: then no state is a longer fold away.
inline constexpr std::int64_t snapshotSpacing = 2000;

template <typename T>
using Done = std::function<void(Result<T>)>;
struct Nothing
{
    friend bool operator==(const Nothing&, const Nothing&) = default;
};

/// All sessions of one file. Thread: every call may come from any thread and returns at once. Writes run on the writer
/// thread, everything queued as one transaction; those of one session run and are answered in the order of the calls,
/// and so are an attachment and what refers to it. Others may overtake a large write, which is prepared first. Reads
/// run on a reader thread, and see every write that was acknowledged before the read was called. Reads that take as
/// long as a session is may have a reader thread of their own, so answers come in any order. `done` is called exactly
/// once: for writes on the completion context's thread (one post per batch), for reads on their READER thread, so that
/// heavy processing of the result stays there: use `post` to continue elsewhere. A write's success means durable. A
/// failed append stores nothing.
class Library
{
public:
    virtual ~Library() = default;

    // Writes
    /// Makes the session with its first records, from seq 1 on. NotAllowed if that id exists. A session that is not
    /// complete is hidden from every read, and is gone the next time the library is opened for writing.
    virtual void createSession(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done) = 0;
    /// `records` continue the session's log, and their ordinals the channels, without a gap (otherwise Damaged).
    /// NotFound if there is no such session.
    virtual void append(SessionSummary summary, std::vector<LogRecord> records, Done<Nothing> done) = 0;
    /// Shows sessions that were created incomplete: all of them in one transaction, or none (NotFound).
    virtual void completeSessions(std::vector<SessionId> sessions, Done<Nothing> done) = 0;
    /// Keeps a state that is already durable. The previous snapshot is removed if, without it, the fold from the one
    /// before that (or from the first event) is no longer than `snapshotSpacing`: so the newest is always kept, and
    /// there are never many.
    virtual void saveSnapshot(SessionId session, ConversationState state, Done<Nothing> done) = 0;
    /// Stores bytes once, by SHA-256. The caller supplies width and height. What no session refers to by then is
    /// removed the next time the library is opened for writing.
    virtual void putAttachment(std::string bytes, std::string mediaType, std::int32_t width, std::int32_t height,
                               Done<AttachmentInfo> done) = 0;
    /// Removes a session for good, with its draft and the attachments that no other session refers to, except those put
    /// since that wait for the message that will refer to them. NotAllowed if it is complete and, after the writes
    /// before this one, not archived.
    virtual void removeSession(SessionId session, Done<Nothing> done) = 0;
    /// Replaces everything that the person said about it before.
    virtual void setLabels(SessionId session, SessionLabels labels, Done<Nothing> done) = 0;
    /// The composer's draft per session; empty text removes it.
    virtual void saveDraft(SessionId session, std::string draft, Done<Nothing> done) = 0;

    // Reads. NotFound for a session or attachment that does not exist.
    /// Newest activity first.
    virtual void listSessions(Done<std::vector<SessionSummary>> done) = 0;
    /// Of every session, in no order.
    virtual void readSizes(Done<std::vector<SessionSize>> done) = 0;
    virtual void readRows(RowsRequest request, Done<Rows> done) = 0;
    /// Events with seq > after, at most `limit`, in order.
    virtual void readEvents(SessionId session, EventSeq after, std::int32_t limit, Done<std::vector<Event>> done) = 0;
    /// The state after event `asOf` (empty = the last): nearest snapshot at or before it plus a fold. If that is longer
    /// than `snapshotSpacing` (other versions' snapshots are not read), the missing ones are saved on the way.
    virtual void readState(SessionId session, std::optional<EventSeq> asOf, Done<ConversationState> done) = 0;
    /// The last state, and how it was reached.
    virtual void openSession(SessionId session, Done<SessionOpening> done) = 0;
    /// The last event whose time is at or before `time` (0 if none), even if clocks went back.
    virtual void seqAt(SessionId session, Timestamp time, Done<EventSeq> done) = 0;
    /// The ordinal of an event in a channel; NotFound if it is not a row there.
    virtual void ordinalOf(SessionId session, ChannelKey channel, EventSeq seq, Done<Ordinal> done) = 0;
    /// A piece takes some milliseconds, whatever is searched for; it may be empty although more follow.
    virtual void findRows(FindRequest request, Done<FindResult> done) = 0;
    /// In all sessions. Bounded: a page takes a second at most.
    virtual void search(SearchRequest request, Done<SearchHits> done) = 0;
    virtual void readTimeline(SessionId session, std::int32_t buckets, Done<Timeline> done) = 0;
    /// The marks of a channel, in order of their first row; only of rows up to `asOf` (empty = now).
    virtual void readMarks(SessionId session, ChannelKey channel, std::optional<EventSeq> asOf,
                           Done<std::vector<ChannelMark>> done) = 0;
    /// The first event after `after` with such a mark; 0 if there is none.
    virtual void nextMark(SessionId session, TimelineMark::Kind kind, EventSeq after, Done<EventSeq> done) = 0;
    virtual void readAttachment(AttachmentHash hash, Done<std::string> done) = 0;
    /// Bytes of an attachment from `first` on, at most `count` (1 MB): large ones are read piece by piece.
    virtual void readAttachmentPart(AttachmentHash hash, std::int64_t first, std::int64_t count,
                                    Done<AttachmentPart> done) = 0;
    virtual void attachmentInfo(AttachmentHash hash, Done<AttachmentInfo> done) = 0;
    /// Empty if there is none.
    virtual void readDraft(SessionId session, Done<std::string> done) = 0;
    /// Reads the whole file: seconds per gigabyte.
    virtual void checkHealth(Done<LibraryHealth> done) = 0;
    /// Folds a session from its first event, without its snapshots, and compares: each snapshot with the fold at its
    /// place; the list's row and every row of channels, amendments and marks with the log. Faults in the data are part
    /// of the answer (the first hundred), not errors.
    virtual void verifySession(SessionId session, Done<SessionCheck> done) = 0;

    /// Calls `changed`, on the completion context's thread, when nothing more can be stored (DiskFull, Io, ReadOnly,
    /// Locked) and, without an error, when it can again. Until then each write is tried and refused with its reason,
    /// reads are answered, and the library retries by itself. Only the last watcher counts; it hears of changes only.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who watches keeps it
    virtual void watchWriting(std::function<void(std::optional<Error>)> changed) { (void)changed; }

    [[nodiscard]] bool isReadOnly() const { return readOnlyReason().has_value(); }
    /// Why nothing can be written, for a person (NewerVersion, ReadOnly); empty if writing is possible. Otherwise every
    /// write is refused with this error.
    [[nodiscard]] virtual std::optional<Error> readOnlyReason() const = 0;
};

/// How a library is doing, as far as that is known without reading it.
struct LibraryStatus
{
    bool isReadOnly = false;
    std::int64_t indexLag = 0;           ///< events whose words are not indexed yet
    std::int64_t queued = 0;             ///< writes waiting in this process
    std::int64_t waitedMs = 0;           ///< how long the oldest of them has waited
    std::int64_t diskLeft = -1;          ///< bytes of free space beside the file; -1 = unknown
    std::int64_t logSize = 0;            ///< bytes in the log beside the file that are not in the file yet
    std::optional<Error> logTrouble;     ///< why they cannot be moved, though everything is stored
    std::optional<Timestamp> lastCommit; ///< by any process
    std::optional<Timestamp> lastBackup; ///< that was verified when it was made
    friend bool operator==(const LibraryStatus&, const LibraryStatus&) = default;
};

/// What a library in a file offers in addition. One in memory does not.
class LibraryMonitor
{
public:
    LibraryMonitor() = default;
    virtual ~LibraryMonitor() = default;
    LibraryMonitor(const LibraryMonitor&) = delete;
    LibraryMonitor& operator=(const LibraryMonitor&) = delete;

    /// Takes some milliseconds, however large the file is. Answers like the library's reads. Thread: any.
    virtual void readLibraryStatus(Done<LibraryStatus> done) = 0;
    /// Why nothing can be stored at the moment; empty = it can. `Library::watchWriting` reports only changes. Thread:
    /// any.
    [[nodiscard]] virtual std::optional<Error> writingTrouble() const = 0;
    /// Since when this process's oldest write, neither stored nor refused, has been waiting; empty = none waits.
    /// Thread: any.
    [[nodiscard]] virtual std::optional<std::chrono::steady_clock::time_point> waitingSince() const = 0;
    /// Calls once, as soon as a write waits, on the writing thread; at once if one does already. A single caller: the
    /// last one. Thread: any.
    virtual void callWhenWaiting(std::function<void()> call) = 0;
    /// Of its file. Thread: any.
    [[nodiscard]] virtual std::string path() const = 0;

    /// Null if it has none.
    [[nodiscard]] static LibraryMonitor* of(Library& library) { return dynamic_cast<LibraryMonitor*>(&library); }
};

/// How a run stands, for a person who is looking elsewhere.
enum class RunAlertKind {
    None,        ///< it is running, never began, or is as a person wanted it
    Paused,      ///< by itself, for example at a limit
    Finished,    ///< it came to its end
    NothingToDo, ///< it is running, and everything is done
    Failed,      ///< a role with something to do failed, or a fault keeps it from continuing
    Held,        ///< nobody can go on before the person lets a held message go
};
struct RunAlert
{
    RunAlertKind news = RunAlertKind::None;
    std::string who = {};    ///< Failed: the role; empty = the run itself
    std::string reason = {}; ///< Failed: what went wrong, for a person; unknown in older logs
    friend bool operator==(const RunAlert&, const RunAlert&) = default;
};
[[nodiscard]] RunAlert runAlertOf(const SessionSummary& summary);
/// Nobody has anything to do but a member that the person paused.
[[nodiscard]] bool isMemberPaused(const SessionSummary& summary);
/// Pausing was requested, and somebody is still finishing a turn.
[[nodiscard]] bool isPausing(const SessionSummary& summary);
/// A team of this program runs, and somebody in it thinks or acts: it would be cut off if the program ended.
[[nodiscard]] bool isAtWork(const SessionSummary& summary);

} // namespace quarterdeck::session
