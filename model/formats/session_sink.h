#pragma once

#include "model/conversation/event.h"
#include "model/conversation/intent.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

using conversation::AttachmentHash;
using conversation::Event;
using conversation::Role;
using conversation::RoleName;
using conversation::SessionStarted;
using conversation::Timestamp;

/// A record that was left out, or a part of it that was lost. `sentence` names the file and the place.
struct ImportProblem
{
    std::string file;
    std::string place; ///< "line 3", "run 2, message 5", as in the sentence
    std::string sentence;
    friend bool operator==(const ImportProblem&, const ImportProblem&) = default;
};

/// A remark on the message that it comes with.
struct RecordedAnnotation
{
    conversation::AnnotationKind kind = conversation::AnnotationKind::Note;
    std::string text;
    std::string by;
    friend bool operator==(const RecordedAnnotation&, const RecordedAnnotation&) = default;
};

/// A message of a recorded session; its event gets the message's timestamp.
struct RecordedMessage
{
    conversation::RecordMessage record;
    std::optional<RecordedAnnotation> annotation;
};

struct RecordedAttachment
{
    AttachmentHash hash; ///< of the bytes (checked)
    std::string bytes;
    std::string mediaType;
    std::int32_t width = 0;
    std::int32_t height = 0;
};

/// Takes what a reader finds, in the order of the file, so that a reader never holds a whole session. A session is
/// either *recorded* (beginSession, then hire and message) or one of our own *logs* (beginLog, then event); endSession
/// ends both. Nothing counts until the reader returns without an error. Thread: the reader's.
class SessionSink
{
public:
    virtual ~SessionSink() = default;

    virtual void beginSession(SessionStarted settings, std::vector<Role> team, Timestamp at) = 0;
    /// A role that was unknown when the session began.
    virtual void acceptRole(Role role, Timestamp at) = 0;
    virtual void acceptMessage(RecordedMessage message) = 0;
    /// The total of model calls that no message mentions. Sinks that do not count may ignore it.
    // NOLINTNEXTLINE(performance-unnecessary-value-param): who counts keeps it
    virtual void acceptUsage(conversation::Usage, Timestamp) { }

    virtual void beginLog() = 0;
    /// With seq 1, 2, 3 … (checked by the reader).
    virtual void acceptEvent(Event event) = 0;

    /// Comes before the message or event that refers to it.
    virtual void acceptAttachment(RecordedAttachment attachment) = 0;
    virtual void endSession() = 0;
    virtual void reportProblem(ImportProblem problem) = 0;
    /// True once nothing more is wanted (cancelled, or storing failed): the reader then soon returns Cancelled.
    [[nodiscard]] virtual bool isStopped() const = 0;
};

} // namespace quarterdeck::formats
