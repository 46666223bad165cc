#pragma once

#include "model/agents/run/session_notes.h"
#include "model/conversation/ids.h"
#include "model/conversation/intent.h"

#include <QStringList>
#include <string>

namespace quarterdeck::ui {

/// A file that the team of a session made or changed.
struct ArtifactRef
{
    conversation::SessionId session;
    std::string folder; ///< the one the person chose for the session; empty = its own
    std::string path;   ///< in it, as in the log
    friend bool operator==(const ArtifactRef&, const ArtifactRef&) = default;
};

/// What the window wants but only the application can do, since it alone knows teams, files and the library. Results
/// arrive as changes of the hub's list, failures as notices. Thread: ui.
class AppCommands
{
public:
    virtual ~AppCommands() = default;
    virtual void startDemo() = 0;
    /// Not acknowledged: the outcome shows in the session's state.
    virtual void steer(const conversation::SessionId& session, conversation::RunCommand what) = 0;
    /// Makes sure that the agents of a session that was running go on (after a restart), now that it is looked at.
    /// Not acknowledged.
    virtual void wake(const conversation::SessionId& session) = 0;
    /// Retries a role that failed. Not acknowledged.
    virtual void retry(const conversation::SessionId& session, const conversation::RoleName& role) = 0;
    /// Budget and rounds of a team at work. Not acknowledged: the outcome shows in the session's state.
    virtual void setLimits(const conversation::SessionId& session, const team::TeamLimits& limits) = 0;
    /// Asks through which model the team of a session should speak; one that failed goes on.
    virtual void chooseConnection(const conversation::SessionId& session, const QString& title,
                                  const QString& failure) = 0;
    /// Asks for a model and for what to do next, and lets the team of a recording go on in a session of its own.
    virtual void continueRecording(const conversation::SessionId& session, const QString& title) = 0;
    virtual void importFiles(const QStringList& paths) = 0;
    /// Asks how and where; `title` names the file.
    virtual void exportSession(const conversation::SessionId& session, const QString& title) = 0;
    /// With the desktop's program for its type, unless it is one that runs; asks first if there is reason to.
    virtual void openArtifact(const ArtifactRef& file) = 0;
    /// The folder that contains it, with the desktop's file manager.
    virtual void showArtifact(const ArtifactRef& file) = 0;
    virtual void setLanguage(const QString& language) = 0; ///< "en", "zh_CN"
    virtual void showLog() = 0;
    [[nodiscard]] virtual QString diagnostics() const = 0;
};

} // namespace quarterdeck::ui
