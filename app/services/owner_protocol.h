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
struct Handover
{
    QStringList files;     ///< to import; absolute paths
    bool isDemo = false;   ///< start the demo team
    bool isImport = false; ///< import the files and report the outcome; otherwise the window is wanted, too
    transfer::IfKnown ifKnown = transfer::IfKnown::LeaveAlone; ///< of an import
    QString run = {};       ///< a RunRequest (run_request.h) as text, to be carried out and reported on
    bool isGateway = false; ///< let agents in, and report where
    friend bool operator==(const Handover&, const Handover&) = default;
};

/// The owner does it.
struct Taken
{ };

/// It does not, or no longer.
struct Refused
{
    QString sentence;
};

/// It has no window and is importing: a start that wants a window need not wait, and can ask again later.
struct Importing
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
struct AnswerWanted
{
    QString question; ///< its id
};

struct RunEnded
{
    QString outcome; ///< a RunOutcome (run_request.h) as text
};

/// Where agents connect; repeated when it changes. 0 = nowhere.
struct Serving
{
    quint16 port = 0;
};

/// The owner gives up the library: it is busy closing it.
struct Leaving
{ };

/// It has. While the connection lasts it does not take it back. What it told agents still holds.
struct Yours
{
    quint16 port = 0; ///< where they connected; 0 = nowhere
    QString studio = {};
};

/// First Taken, Leaving, Importing or Refused. Then, for an import, its progress and, last, its report; for a run, what
/// happens and, last, the outcome; for a gateway, where it is; and Yours after Leaving.
using OwnerWord = std::variant<Taken, Refused, transfer::ImportProgress, transfer::ImportReport, RunBegun, RunProgress,
                               AnswerWanted, RunEnded, Serving, Leaving, Yours, Importing>;

/// What a guest that waits for an import or a run may send meanwhile.
inline constexpr const char* cancelLine = "cancel\n";

/// What a guest that waits for a run sends when an answer is wanted.
struct GivenAnswer
{
    QString question;
    std::optional<std::string> text = {}; ///< nothing = there are no more
};
[[nodiscard]] QByteArray lineOf(const GivenAnswer& answer);
/// Empty if it is no such line.
[[nodiscard]] std::optional<GivenAnswer> givenAnswerFrom(const QByteArray& line);

/// Longer lines are invalid: nobody types that many file names,
inline constexpr qint64 longestHandover = 4 << 20;
/// and a report has a line of text per session.
inline constexpr qint64 longestOwnerWord = 64 << 20;

[[nodiscard]] QByteArray lineOf(const Handover& what);
[[nodiscard]] QByteArray lineOf(const OwnerWord& word);
[[nodiscard]] std::optional<Handover> handoverFrom(const QByteArray& line);
[[nodiscard]] std::optional<OwnerWord> ownerWordFrom(const QByteArray& line);

} // namespace quarterdeck::app
