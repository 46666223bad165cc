#pragma once

#include "model/transfer/import/import_job.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <variant>

/// The protocol between a later start and the owner of the library: lines of JSON. Parsed as untrusted input, although
/// the socket is private: whatever does not have these forms is ignored.
namespace quarterdeck::app {

/// What a later start of the program asks of the library's owner.
struct LaunchRequest
{
    QStringList files;     ///< to import; absolute paths
    bool isDemo = false;   ///< start the demo team
    bool isImport = false; ///< import the files and report the outcome; otherwise the window is wanted, too
    transfer::DuplicatePolicy ifKnown = transfer::DuplicatePolicy::LeaveAlone; ///< of an import
    QString run = {};       ///< a RunRequest (run_request.h) as text, to be carried out and reported on
    bool isGateway = false; ///< let agents in, and report where
    friend bool operator==(const LaunchRequest&, const LaunchRequest&) = default;
};

/// The owner does it.
struct RequestAccepted
{ };

/// It does not, or no longer.
struct RequestRejected
{
    QString sentence;
};

/// It has no window and is importing: a start that wants a window need not wait, and can ask again later.
struct BusyImporting
{
    QString file; ///< the name of one
};

/// A run is in the log: any owner of the library can continue it.
struct RunBegun
{
    QString session;
    qint64 since = 0; ///< the last event before it
};

struct RunProgress
{
    QString line;
};

/// The team's question is to be answered by whoever asked for the run.
struct AnswerRequested
{
    QString question; ///< its id
};

struct RunEnded
{
    QString outcome; ///< a RunOutcome (run_request.h) as text
};

/// Where agents connect; repeated when it changes. 0 = nowhere.
struct GatewayListening
{
    quint16 port = 0;
};

/// The owner gives up the library: it is busy closing it.
struct LibraryClosing
{ };

/// It has. While the connection lasts it does not take it back. What it told agents still holds.
struct LibraryReleased
{
    quint16 port = 0; ///< where they connected; 0 = nowhere
    QString studio = {};
};

/// First Taken, Leaving, Importing or Refused. Then, for an import, its progress and, last, its report; for a run, what
/// happens and, last, the outcome; for a gateway, where it is; and Yours after Leaving.
using InstanceMessage = std::variant<RequestAccepted, RequestRejected, transfer::ImportProgress, transfer::ImportReport,
                                     RunBegun, RunProgress, AnswerRequested, RunEnded, GatewayListening, LibraryClosing,
                                     LibraryReleased, BusyImporting>;

/// What a guest that waits for an import or a run may send meanwhile.
inline constexpr const char* cancelLine = "cancel\n";

/// What a guest that waits for a run sends when an answer is wanted.
struct RunAnswer
{
    QString question;
    std::optional<std::string> text = {}; ///< nothing = there are no more
};
[[nodiscard]] QByteArray lineOf(const RunAnswer& answer);
/// Empty if it is no such line.
[[nodiscard]] std::optional<RunAnswer> runAnswerFrom(const QByteArray& line);

/// Longer lines are invalid: nobody types that many file names,
inline constexpr qint64 longestHandover = 4 << 20;
/// and a report has a line of text per session.
inline constexpr qint64 longestInstanceMessage = 64 << 20;

[[nodiscard]] QByteArray lineOf(const LaunchRequest& what);
[[nodiscard]] QByteArray lineOf(const InstanceMessage& word);
[[nodiscard]] std::optional<LaunchRequest> launchRequestFrom(const QByteArray& line);
[[nodiscard]] std::optional<InstanceMessage> instanceMessageFrom(const QByteArray& line);

} // namespace quarterdeck::app
