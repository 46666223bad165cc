#pragma once

#include "conversation/question.h"
#include "session/library.h"
#include "session/receiver.h"

#include <QObject>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

/// What the person answered to one run, on its way to the run's program. The protocol knows no acknowledgement: what
/// proves that an answer came is that the program says it, as a message of the person. Until then each socket by which
/// the program comes again gets it anew; to a program that has taken it that is nothing. Thread: the hub's.
class StudioAnswers final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioAnswers)
public:
    /// Sends an event, a JSON array, by a socket.
    using Emit = std::function<void(const std::string& socket, const std::string& event)>;

    StudioAnswers(session::Library& library, Emit emitTo);
    ~StudioAnswers() override;

    /// What of a log is of concern here, in the log's order.
    void follow(const session::Event& event);
    /// The session's log is to be read anew.
    void forget();

    void attach(const std::string& socket);
    void detach(const std::string& socket);
    [[nodiscard]] bool hasSockets() const { return !m_sockets.empty(); }
    /// To each socket, when it is not proved yet.
    void sendAgain(const conversation::QuestionId& id);

    /// The oldest answer that this message is the proof of.
    [[nodiscard]] std::optional<conversation::QuestionId> provedBy(const conversation::Message& message) const;

private:
    struct Answer
    {
        conversation::QuestionId id;
        conversation::QuestionEnd end;
    };
    void send(const Answer& answer, const std::set<std::string>& sockets);
    void load(Answer answer, std::set<std::string> sockets, std::map<conversation::AttachmentHash, std::string> loaded);

    session::Library& m_library;
    Emit m_emit;
    std::set<std::string> m_sockets;
    std::vector<Answer> m_unproved; ///< oldest first
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway
