#pragma once

#include "app/services/instance_client.h"
#include "app/services/instance_server.h"
#include "storage/recover/recover_library.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace quarterdeck::app {

/// How the window was asked to start.
struct LaunchOptions
{
    QString library;               ///< file; empty = the default one
    QString language;              ///< "en", "zh_CN"; empty = setting, else the desktop's
    QString theme;                 ///< "light", "dark", "system", "light-high", "dark-high"; empty = setting
    QStringList files;             ///< to open or import, and links to messages
    bool isDemo = false;           ///< start the demo team
    double demoPace = 1.0;         ///< 0 = without any pause (tests)
    QString screenshot;            ///< save a picture once all is painted, and quit; nothing of the run is remembered
    QString greeting;              ///< shown when the window comes up
    bool isGreetingBad = false;    ///< it reports a failure
    bool areSamplesOffered = true; ///< an empty library gets the sample sessions
    quint16 port = 0;              ///< where agents connect; 0 = nowhere
    bool isPortGiven = true;       ///< otherwise the window's setting counts
    QString package{};             ///< shown by itself instead of a library; nothing of the run is remembered
    std::shared_ptr<InstanceClient> claim{}; ///< on the library, until it is open; null = not asked for
    bool isRecoveryWanted{};                 ///< before the library is opened
    bool isNewWanted{};                      ///< a new library, in place of one that was lost
    int retries{};                           ///< preceding starts that a full disk made fail, and that nobody asked for
    /// For the damaged file that had been put in the library's place, which the greeting reports; null = none.
    std::shared_ptr<const storage::RecoveryReport> recovered{};
};

/// The file that these options refer to.
[[nodiscard]] QString libraryOf(const LaunchOptions& options);

/// Another running program has a window on that library: it has been asked to show it, and to do what these options
/// want. One without a window leaves the library to this start, as long as the options hold the claim. Waits for its
/// answer, at most some seconds.
[[nodiscard]] bool showInRunningInstance(LaunchOptions& options);

/// What to do after a program has ended.
struct NextStart
{
    enum class Kind {
        Nothing,
        Again,    ///< the same again: its library could only be read, or not even that
        Add,      ///< add the package shown to the library
        Recover,  ///< recover the library
        Anew,     ///< the library is lost: make a new one in its place
        Restored, ///< a backup is to take the library's place
    };
    Kind kind = Kind::Nothing;
    QString backup = {}; ///< for Restored
    bool isByItself{};   ///< for Again: nobody asked for it
    friend bool operator==(const NextStart&, const NextStart&) = default;
};

/// The options for the next start; whatever was asked for at the first start is not done again, except for Again and
/// Anew. Restored: first restores the backup, with its progress in a window of its own, and the options report the
/// outcome. The previous program is gone. Thread: ui.
[[nodiscard]] LaunchOptions optionsFor(const NextStart& next, LaunchOptions options);

/// What is wanted of a window on that library.
[[nodiscard]] ShowWindow handoverOf(const LaunchOptions& options);
/// An owner that is starting holds the lock but does not listen yet; one that is ending no longer answers.
[[nodiscard]] QDeadlineTimer ownerPatience();
/// For a library owned by another process: somebody who also waited for it was faster, and is asked instead; or its
/// owner is starting or ending. Empty = it may be free by now, and should be tried again.
[[nodiscard]] std::optional<HandoffResult> requestLibrary(InstanceClient& claim, const ShowWindow& what,
                                                          const QDeadlineTimer& patience);

} // namespace quarterdeck::app

namespace quarterdeck::team {
class ModelSource;
}

namespace quarterdeck::ui {
class MainWindow;
}

namespace quarterdeck::app {

class AgentsController;
class Engine;
class RunHost;
class WindowCommands;

/// What the window does for later starts on its library: shows itself, imports, runs teams, and serves agents in place
/// of gateways. Thread: ui. A child of the window; everything else must outlive it.
class LaunchRequestHandler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LaunchRequestHandler)
public:
    struct Dependencies
    {
        Engine& engine;
        WindowCommands& commands;
        AgentsController& agents;
        ui::MainWindow& window;
        std::shared_ptr<team::ModelSource> models; ///< those of its teams; for the engine thread
    };
    /// Requires the library's lock.
    LaunchRequestHandler(const QString& library, const Dependencies& surroundings);
    ~LaunchRequestHandler() override = default;

private:
    void show(const ShowWindow& what);
    void tellPort(InstancePeer& peer) const;

    WindowCommands& m_commands;
    AgentsController& m_agents;
    ui::MainWindow& m_window;
    RunHost* m_runs = nullptr; ///< the engine's
    InstanceServer m_owner;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class MainController;
} // namespace quarterdeck::ui

namespace quarterdeck::app {

/// The picture for which a window was opened: saved when everything is painted, then the program ends; with a sentence
/// on standard error if there is none, or it takes too long. Thread: ui; the rest must outlive it.
class ScreenshotJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScreenshotJob)
public:
    /// What it should show, and so what to wait for.
    enum class Of {
        Window,
        Session,  ///< the first that is shown
        Question, ///< the first that is open
    };
    ScreenshotJob(QString file, ui::MainWindow& window, ui::MainController& workspace, const WindowCommands& commands);
    ~ScreenshotJob() override = default;

    void save(Of what);
    /// There will be none.
    void giveUp(const QString& sentence);

private:
    void save(bool isPainted);

    QString m_file;
    ui::MainWindow& m_window;
    ui::MainController& m_workspace;
};

} // namespace quarterdeck::app
