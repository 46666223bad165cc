#pragma once

#include "model/session/session_hub.h"
#include "scripted_library.h"

#include <QObject>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// The usual five: Mike leads Alice, Bob, Alex and David.
[[nodiscard]] std::vector<conversation::Role> usualTeam();
/// The fold of the first events of a log, up to and including `last`.
[[nodiscard]] session::ConversationState foldOf(const std::vector<session::Event>& log, session::EventSeq last);
/// Seeded logs, the same for the same seed: decisions about random wishes, or any events at all, sensible or not. The
/// first is the session's start. Clocks go back now and then.
[[nodiscard]] std::vector<session::Event> randomLog(unsigned seed, std::size_t length, bool isDecided = true);
/// Puts a log into the library under a new id.
[[nodiscard]] session::SessionId store(session::Library& library, const std::vector<session::Event>& log);
/// What a role says to another.
[[nodiscard]] conversation::Intent said(const char* from, const std::string& text, const char* to = "Mike");
[[nodiscard]] conversation::AskUser question(const char* id, std::optional<session::Timestamp> deadline = {});

/// A library and its hub, both on the calling thread, and waits for what they answer.
class SessionKit
{
public:
    SessionKit();

    /// A new session with the usual team.
    [[nodiscard]] session::Session* create(const char* title = "A session");
    [[nodiscard]] session::Session* open(const session::SessionId& id);
    /// Submits and waits for the outcome.
    conversation::Decision submit(session::Session* session, const conversation::Intent& intent);
    conversation::Decision submit(session::Session* session, const conversation::Intent& intent,
                                  session::Timestamp now);
    /// Lets go of the hub, as the end of the program does, and makes a new one on the same library.
    void reopen();
    [[nodiscard]] std::vector<session::Event> log(const session::SessionId& id) const;
    /// Until everything that was asked of the library so far, and is not held, is answered.
    void settle() const;
    /// Until everything requested so far has been read, although its answer is held.
    void settleReads() const;

    QObject context; ///< of the library's completions
    std::shared_ptr<ScriptedLibrary> library;
    std::unique_ptr<session::SessionHub> hub;
};

} // namespace quarterdeck::test
