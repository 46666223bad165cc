#pragma once

#include "model/conversation/question.h"
#include "model/gateway/question_ledger.h"
#include "model/session/library.h"
#include "model/session/post.h"

#include <QObject>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

/// What the person answered to one run, on its way to the run's program. The protocol has no acknowledgement: an answer
/// is proved to have arrived when the program says it, as a message of the person. Until then each socket by which the
/// program returns gets it anew, which does not matter to a program that has taken it. A socket gets the next when it
/// has taken the last, so a single answer waits in memory for it, however large. Thread: the hub's.
class StudioAnswers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioAnswers)
public:
    /// Sends an event, a JSON array, through a socket. `hold` lives until it has been taken, or nobody can any more.
    using Emit = std::function<void(const std::string& socket, const std::string& event, std::shared_ptr<void> hold)>;
    /// The limit for one answer's pictures, in bytes as sent. A WebSocket of npm accepts 100 MiB in one message, and
    /// every program posts them again with its echo, and ends if that is refused (`rulesOf(Part::Studio)`). Surplus
    /// ones are named in words.
    static constexpr std::size_t mostPictureBytes = std::size_t{96} << 20;

    StudioAnswers(session::Library& library, Emit emitTo, std::size_t mostPictures = mostPictureBytes);
    ~StudioAnswers() override;

    /// Follows a log in order. `isOld`: from before this run was opened, so its program may have been given the answer
    /// then.
    void follow(const session::Event& event, bool isOld = false);
    /// The session's log will be read anew: until `settled` nothing is sent, since a later part may prove it.
    void forget();
    /// The log has been read.
    void settled();

    void attach(const std::string& socket);
    void detach(const std::string& socket);
    [[nodiscard]] bool hasSockets() const { return !m_sockets.empty(); }
    /// To each socket, unless it is already proved.
    void sendAgain(const conversation::QuestionId& id);

    /// The oldest answer that this message proves: its program was given it, and repeats the words and pictures, under
    /// the asker's name; if it is unknown whether it was given, the message must be later than the answer. Skips
    /// answers that another message is proving.
    [[nodiscard]] std::optional<conversation::QuestionId> confirmedBy(const std::string& speaker,
                                                                      const conversation::Message& message) const;
    /// Its proof is being stored, or could not be.
    void setBeingProved(const conversation::QuestionId& id, bool on);

signals:
    /// Some of an answer's pictures are only named to the program; a sentence for a person.
    void shortened(const std::string& why);

private:
    struct Answer
    {
        conversation::QuestionId id;
        conversation::RoleName asker;
        conversation::QuestionEnd end;
        conversation::Message told; ///< as its program was, or may have been, given it: words, then pictures
        bool mayBeKnown = false;    ///< to its program
        bool isOld = false;         ///< from before this run was opened, and not sent since: it may or may not be known
        bool isBeingProved = false; ///< the proof is being written to the log
    };
    struct Socket
    {
        std::deque<conversation::QuestionId> waiting = {};
        std::optional<conversation::QuestionId> taking = {}; ///< being written
    };
    /// An answer on its way to a socket.
    struct Sending
    {
        std::string socket;
        Answer answer;
        std::map<conversation::AttachmentHash, std::string> pictures = {}; ///< empty = only named
        std::set<conversation::AttachmentHash> named = {};                 ///< those
        std::size_t pictureBytes = 0;                                      ///< as they are sent
        bool isShortened = false;
    };
    void sendAll(const std::string& socket);
    void send(const std::string& socket, const conversation::QuestionId& id);
    void sendNext(const std::string& socket);
    void load(const std::shared_ptr<Sending>& sending);
    void add(Sending& sending, const conversation::AttachmentHash& hash, std::string bytes) const;
    void write(const std::shared_ptr<Sending>& sending);
    void emitEvent(const Sending& sending, const std::string& event);
    void noteTold(const Sending& sending);
    void taken(const std::string& socket);

    session::Library& m_library;
    Emit m_emit;
    const std::size_t m_mostPictureBytes;
    std::map<std::string, Socket> m_sockets;
    QuestionLedger m_questions;
    std::vector<Answer> m_unproved; ///< oldest first
    bool m_isSettled = true;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway
