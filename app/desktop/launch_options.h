#pragma once

#include "app/services/instance_server.h"
#include "storage/recover/recover_library.h"

#include <QDeadlineTimer>
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
[[nodiscard]] LaunchRequest handoverOf(const LaunchOptions& options);
/// An owner that is starting holds the lock but does not listen yet; one that is ending no longer answers.
[[nodiscard]] QDeadlineTimer ownerPatience();
/// For a library owned by another process: somebody who also waited for it was faster, and is asked instead; or its
/// owner is starting or ending. Empty = it may be free by now, and should be tried again.
[[nodiscard]] std::optional<HandoffResult> requestLibrary(InstanceClient& claim, const LaunchRequest& what,
                                                          const QDeadlineTimer& patience);

} // namespace quarterdeck::app
