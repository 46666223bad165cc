#pragma once

#include "conversation/question.h"
#include "session/library.h"
#include "session/receiver.h"

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

/// What the person answered to one run, on its way to the run's program. The protocol knows no acknowledgement: what
/// proves that an answer came is that the program says it, as a message of the person. Until then each socket by which
/// the program comes again gets it anew; to a program that has taken it that is nothing. A socket is given the next
/// when it has taken the last, so that what waits for it is one answer, however large. Thread: the hub's.
class StudioAnswers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioAnswers)
public:
    /// Sends an event, a JSON array, by a socket. `hold` lives until it has been taken, or nobody can any more.
    using Emit = std::function<void(const std::string& socket, const std::string& event, std::shared_ptr<void> hold)>;
    /// Bytes of pictures, as they are sent, that go with one answer. A WebSocket of npm takes 100 MiB in one message,
    /// and every program posts them again with its echo, and ends where that is refused (`rulesOf(Part::Studio)`).
    /// Those that are too many are named in words.
    static constexpr std::size_t mostPictureBytes = std::size_t{96} << 20;

    StudioAnswers(session::Library& library, Emit emitTo, std::size_t mostPictures = mostPictureBytes);
    ~StudioAnswers() override;

    /// What of a log is of concern here, in the log's order. `isOld`: of before this run was opened, so that its
    /// program may have been given the answer then.
    void follow(const session::Event& event, bool isOld = false);
    /// The session's log is to be read anew: until `settled` nothing is sent, since the log may prove it further on.
    void forget();
    /// The log has been read.
    void settled();

    void attach(const std::string& socket);
    void detach(const std::string& socket);
    [[nodiscard]] bool hasSockets() const { return !m_sockets.empty(); }
    /// To each socket, when it is not proved yet.
    void sendAgain(const conversation::QuestionId& id);

    /// The oldest answer that this message is the proof of: its program was given it, and says the same, words and
    /// pictures, by who asked; where it is not known whether it was given it, not before the person had answered. One
    /// that is being proved by another message is passed over.
    [[nodiscard]] std::optional<conversation::QuestionId> provedBy(const std::string& speaker,
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
        bool isOld = false;         ///< of before this run was opened, and not sent since: nobody knows whether it was
        bool isBeingProved = false; ///< what proves it is on its way to the log
    };
    struct Socket
    {
        std::deque<conversation::QuestionId> waiting = {};
        std::optional<conversation::QuestionId> taking = {}; ///< on its way
    };
    /// An answer on its way to a socket.
    struct Sending
    {
        std::string socket;
        Answer answer;
        std::map<conversation::AttachmentHash, std::string> pictures = {}; ///< empty = it is only named
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
    std::map<conversation::QuestionId, conversation::RoleName> m_askers; ///< of open questions
    std::vector<Answer> m_unproved;                                      ///< oldest first
    bool m_isSettled = true;
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway
