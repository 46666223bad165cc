#pragma once

#include "model/conversation/hold.h"
#include "model/transfer/import/import_job.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <tl/expected.hpp>

namespace quarterdeck::app {

enum class Command {
    Window,
    Import,
    List,
    Search,
    Replay,
    Export,
    Convert,
    Check,
    Backup,
    Gateway,
    RunTeam,
    Questions,
    Answer,
    Held,
    Release,
    Drop,
    Hold,
    Help,
    Version
};

/// What the program was asked to do: parsed from its arguments, and checked as far as possible without files.
struct CommandLine
{
    Command command = Command::Window;
    QStringList files;      ///< Window: to open or import; Import: at least one; Convert: one
    bool isDemo = false;    ///< Window
    QString screenshot;     ///< Window: file for the picture; empty = none
    double demoPace = 1.0;  ///< Window: 0 = without any pause
    QString library;        ///< file; empty = the default one
    QString language;       ///< "en", "zh_CN"; empty = as set
    QString theme;          ///< "light", "dark", "system", "light-high", "dark-high"; empty = as set
    QString logLevel;       ///< "debug", "info", "warning", "critical"; empty = info
    bool isJson = false;    ///< subcommands: for programs
    QString searched;       ///< Search: what to search for, as a person types it
    int limit = 20;         ///< Search: at most this many
    bool isRepair = false;  ///< Check: recover a damaged library
    bool isReport = false;  ///< Check: report what recoveries restored, and check nothing
    bool isList = false;    ///< Backup: list the existing ones
    QString restore;        ///< Backup: restore this one as the library; empty = make one
    QString session;        ///< Replay, Export, RunTeam (to continue): id, title, or the start of either; may be empty
    double speed = 0.0;     ///< Replay: 0 = as fast as possible
    QString format;         ///< Export, Convert: the name of a formats::ExportFormat
    QString outFile;        ///< Export, Convert: empty = standard output
    quint16 port = 3000;    ///< Where agents connect. Window: 0 = nowhere; Gateway, RunTeam: 0 = any free one
    bool isRedacted = true; ///< Export, Convert: secrets are removed
    transfer::DuplicatePolicy ifKnown = transfer::DuplicatePolicy::LeaveAlone; ///< Import
    // RunTeam; the team's file, or the name of a template, is in `files`; none to go on with a session
    QString idea = {};
    QString recipient = {};                ///< the member who gets it, also Release; empty = the leader, or as written
    std::optional<double> budget = {};     ///< US dollars; empty = the team's
    std::optional<int> rounds = {};        ///< 0 = no limit; empty = the team's
    QString model = {};                    ///< empty = those the team names
    QString baseUrl = {};                  ///< of the model server
    QString keyVariable = {};              ///< environment variable that holds its key; empty = none needed
    QString connection = {};               ///< name or id of a stored connection
    bool isAutoArchived = false;           ///< the team's changes in that folder are committed
    QString folder = {};                   ///< the one the team works on; empty = the session's own
    QString answerFrom = {};               ///< file with a line per answer, or "stdin"; empty = nobody answers
    bool isTeamTrusted = false;            ///< the resumed session's team goes on even if it was not begun here
    bool isPortGiven = false;              ///< otherwise the window uses its own setting
    QString studio = QStringLiteral("on"); ///< Gateway: "on", "token", "off": for AgentScope's programs, sending none
    bool isForced = false;                 ///< Export, Convert: an existing file is replaced
    QString question = {};                 ///< Answer: its id, or the beginning of it
    QString answer = {};                   ///< Answer: as typed; may be empty
    QString form = {};                     ///< Answer: JSON; empty = none
    QStringList answerFiles = {};          ///< Answer: pictures
    bool isDeclined = false;               ///< Answer: there will be none
    QString heldMessage = {};              ///< Release, Drop: as `held` lists it
    QString words = {};                    ///< Release: instead of its own; Drop: the reason. May be empty
    bool isAnyway = false;                 ///< Release: also to others than when it was held
    bool isSilent = false;                 ///< Drop: nobody is told
    conversation::HoldRule holdRule = {};  ///< Hold
    bool isOff = false;                    ///< Hold: nothing is held any longer
    friend bool operator==(const CommandLine&, const CommandLine&) = default;
};

/// `arguments` include the program's name. The error is one sentence for a person. Needs no application object.
[[nodiscard]] tl::expected<CommandLine, QString> parseCommandLine(const QStringList& arguments);

/// All options and subcommands. Needs an application object.
[[nodiscard]] QString helpText();

} // namespace quarterdeck::app
