#pragma once

#include "model/conversation/ids.h"
#include "model/conversation/json_value.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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

/// The session of kind Remote with that source; null = there is none. Thread: the hub's, once the hub is listed
/// (`session::afterSessionsListed`).
[[nodiscard]] const session::SessionSummary* remoteSession(const session::SessionHub& hub, const std::string& source);

/// How a session of kind Remote begins.
struct RemoteSettings
{
    std::string title;
    conversation::JsonValue details;
};

/// The session of kind Remote in which an outside program speaks, found again by its source. It is opened, or made,
/// when it is first needed; if the person deleted it, the program continues in a new one. Whether a program may begin
/// one more is asked before (`SessionLimit`). Errors are those of opening and storing, passed to the callbacks. Owned
/// by its protocol; no callback is called once it is gone. Thread: the hub's, which must outlive it.
class RemoteSession final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RemoteSession)
public:
    /// Called once.
    using Done = std::function<void(session::Result<session::Nothing>)>;
    using Settings = std::function<RemoteSettings()>;

    /// `settings` is asked when a session is made. `take` gets each event of its log, once and in order, from the
    /// beginning, and may not destroy this; if it is empty, the log is not read.
    RemoteSession(session::SessionHub& hub, std::string source, Settings settings,
                  session::LogFollower::Take take = {});
    ~RemoteSession() override;

    [[nodiscard]] const std::string& source() const { return m_source; }
    /// The library has it. Known once the hub is listed.
    [[nodiscard]] bool isKept() const { return remoteSession(m_hub, m_source) != nullptr; }
    /// It has it, or will. Known as above.
    [[nodiscard]] bool isBegun() const { return !isClosed() || isKept(); }
    /// Nobody has needed it yet, or it could not be opened.
    [[nodiscard]] bool isClosed() const { return m_stage == Stage::Closed; }
    /// It has been opened; the person may have deleted it since.
    [[nodiscard]] bool isOpen() const { return m_stage == Stage::Open; }
    /// The session, if it is open and was not deleted; otherwise null.
    [[nodiscard]] session::Session* live() const;

    /// Calls when it is open and its log was taken: at once if it is, otherwise in the order of the calls.
    void whenOpen(Done done);
    /// The same, but makes none: NotFound if there is none. Once the hub is listed.
    void whenKept(Done done);
    /// The next one who needs it waits until its log has been taken anew.
    void close() { m_stage = Stage::Closed; }

    // Once it was opened:
    [[nodiscard]] session::Session& session() const { return *m_session; }
    /// Existing members, and those without a name, are not hired. What is submitted afterwards is decided afterwards.
    void hire(
        const std::string& name, Done done = [](const session::Result<session::Nothing>&) {});
    /// Decided in the order of the calls.
    void submit(conversation::Intent intent, Done done);

signals:
    /// It is being opened: what was taken of its log before is void.
    void forgotten();
    /// It is open, and its log was taken; those who wait for that are called next.
    void opened();

private:
    enum class Stage { Closed, Opening, Open };

    void open();
    void follow(const session::Result<session::Session*>& session);
    void settle(const session::Result<session::Nothing>& result);

    session::SessionHub& m_hub;
    const std::string m_source;
    Settings m_settings;
    session::LogFollower::Take m_take;
    Stage m_stage = Stage::Closed;
    session::Session* m_session = nullptr;
    std::vector<Done> m_waiting;
    std::unique_ptr<session::LogFollower> m_log; ///< last: ends before what it calls
};

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

} // namespace quarterdeck::gateway
