#pragma once

#include "transfer/import_job.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <optional>
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

/// Taken or Refused first; then, where an import was asked for, its progress and, as the last, its report.
using OwnerWord = std::variant<Taken, Refused, transfer::ImportProgress, transfer::ImportReport>;

/// What whoever waits for an import may say meanwhile.
inline constexpr const char* cancelLine = "cancel\n";

/// Longer lines are no such lines: nobody types so many names of files,
inline constexpr qint64 longestHandover = 4 << 20;
/// and a report has a line of text per session.
inline constexpr qint64 longestOwnerWord = 64 << 20;

[[nodiscard]] QByteArray lineOf(const Handover& what);
[[nodiscard]] QByteArray lineOf(const OwnerWord& word);
[[nodiscard]] std::optional<Handover> handoverFrom(const QByteArray& line);
[[nodiscard]] std::optional<OwnerWord> ownerWordFrom(const QByteArray& line);

} // namespace quarterdeck::app
