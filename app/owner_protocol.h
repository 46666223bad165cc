#pragma once

#include "transfer/import_job.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <variant>

/// What a later start and the owner of the library say to each other: lines of JSON. Read as if anybody had written
/// them, though the socket is this person's only: what is not of these forms is nothing.
namespace quarterdeck::app {

/// What a later start of the program asks of the one that has the library.
struct Handover
{
    QStringList files;     ///< to import; absolute paths
    bool isDemo = false;   ///< start the demo team
    bool isImport = false; ///< the files only, and tell what became of them; else the window is wanted, too
    transfer::IfKnown ifKnown = transfer::IfKnown::LeaveAlone; ///< of an import
    QString run = {};       ///< a RunRequest (run_request.h) as text, to be carried out; and tell what became of it
    bool isGateway = false; ///< agents are to be taken in; and tell where
    friend bool operator==(const Handover&, const Handover&) = default;
};

/// The owner does it.
struct Taken
{ };

/// It does not, or no more.
struct Refused
{
    QString sentence;
};

/// It has no window, and imports: whoever wants one is not to wait for it, and can ask again when that is done.
struct Importing
{
    QString file; ///< the name of one
};

/// A run is in the log: it can be gone on with by whoever has the library.
struct RunBegun
{
    QString session;
    qint64 since = 0; ///< the last event before it
};

struct RunProgress
{
    QString line;
};

/// What the team asks is to be answered by who asked for the run.
struct AnswerWanted
{
    QString question; ///< its id
};

struct RunEnded
{
    QString outcome; ///< a RunOutcome (run_request.h) as text
};

/// Where agents connect; said again when it changes. 0 = nowhere.
struct Serving
{
    quint16 port = 0;
};

/// The owner does without the library: it is busy closing it.
struct Leaving
{ };

/// It has. As long as the connection stays it does not take it back. What it said to agents holds on.
struct Yours
{
    quint16 port = 0; ///< where they connected; 0 = nowhere
    QString studio = {};
};

/// Taken, Leaving, Importing or Refused first. Then, where an import was asked for, its progress and, as the last, its
/// report; for a run, what happens and, as the last, what came of it; for a gateway, where it is; and Yours behind
/// Leaving.
using OwnerWord = std::variant<Taken, Refused, transfer::ImportProgress, transfer::ImportReport, RunBegun, RunProgress,
                               AnswerWanted, RunEnded, Serving, Leaving, Yours, Importing>;

/// What whoever waits for an import or a run may say meanwhile.
inline constexpr const char* cancelLine = "cancel\n";

/// What whoever waits for a run says when an answer is wanted.
struct GivenAnswer
{
    QString question;
    std::optional<std::string> text = {}; ///< nothing = there are no more
};
[[nodiscard]] QByteArray lineOf(const GivenAnswer& answer);
/// Nothing for what is no such line.
[[nodiscard]] std::optional<GivenAnswer> givenAnswerFrom(const QByteArray& line);

/// Longer lines are no such lines: nobody types so many names of files,
inline constexpr qint64 longestHandover = 4 << 20;
/// and a report has a line of text per session.
inline constexpr qint64 longestOwnerWord = 64 << 20;

[[nodiscard]] QByteArray lineOf(const Handover& what);
[[nodiscard]] QByteArray lineOf(const OwnerWord& word);
[[nodiscard]] std::optional<Handover> handoverFrom(const QByteArray& line);
[[nodiscard]] std::optional<OwnerWord> ownerWordFrom(const QByteArray& line);

} // namespace quarterdeck::app
