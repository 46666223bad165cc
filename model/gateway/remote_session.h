#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway {

/// The name used here for an agent whose protocol cannot refuse it: its own, unless that could be taken for this
/// program's own. The same name always gives the same result.
[[nodiscard]] std::string clientDisplayName(std::string name);

/// What a program tells the person, who need not look (MCP's notify_human). It is in its session, too.
struct UserNotification
{
    enum class Level { Info, Warning, Error };
    conversation::SessionId session;
    std::string program; ///< its name; untrusted, like the text
    std::string text;    ///< its beginning
    Level level = Level::Info;
};

/// The session of kind Remote in which an outside program speaks, identified by its source. Thread: the hub's, once the
/// hub is listed (`session::afterSessionsListed`).

/// What it begins with if it does not exist yet.
struct RemoteSettings
{
    std::string source;
    std::string title;
    conversation::JsonValue details;
};

/// Null = there is none.
[[nodiscard]] const session::SessionSummary* remoteSession(const session::SessionHub& hub, const std::string& source);

/// Opens or makes it. As `SessionHub::open`.
void openRemote(session::SessionHub& hub, RemoteSettings settings, session::SessionHub::Opened done);

/// The same for an object that may be destroyed first; then `opened` is not called.
template <typename Owner>
void openRemote(session::SessionHub& hub, RemoteSettings settings, Owner& owner,
                void (Owner::*opened)(const session::Result<session::Session*>&))
{
    openRemote(hub, std::move(settings),
               [self = QPointer<Owner>(&owner), opened](const session::Result<session::Session*>& session) {
                   if (!self.isNull())
                       (self.data()->*opened)(session);
               });
}

/// The runs of programs that live in sessions of Quarterdeck's own API. They learn from the log how their run stands:
/// whoever steers it writes that there. Thread: the hub's.

/// What the source of such a session begins with.
inline constexpr std::string_view programSource = "api:";

/// A session of programs whose messages are routed here.
[[nodiscard]] bool isOfPrograms(const session::Session& session);

/// RunOrPause: pauses a running run and resumes any other; a finished run stays. Resume: a paused or stopped run goes
/// on; any other stays as it is. Stop: asks them to stop; a program says when it has, and a second request counts them
/// as gone. False if the session is not live, or not one of theirs; they cannot be stepped.
bool commandPrograms(const session::SessionHub& hub, const session::SessionId& id, conversation::RunCommand what);

/// Records once that the asker has received the answer. If that cannot be stored, it is retried as long as the session
/// exists; otherwise the person would be told for ever that it was not delivered. `held` is released when it is stored,
/// or need not be. Thread: the session's.
void acknowledgeAnswer(session::Session& session, const conversation::QuestionId& id, std::shared_ptr<void> held = {});

} // namespace quarterdeck::gateway
