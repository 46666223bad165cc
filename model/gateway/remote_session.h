#pragma once

#include "model/conversation/json_value.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QPointer>
#include <string>
#include <utility>

/// The session of kind Remote in which an outside program speaks, identified by its source. Thread: the hub's, once the
/// hub is listed (`session::afterSessionsListed`).
namespace quarterdeck::gateway {

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

} // namespace quarterdeck::gateway
