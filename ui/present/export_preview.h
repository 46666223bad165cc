#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace quarterdeck::ui::view {

/// A format that a session can be exported in.
struct ExportFormatRow
{
    QString format; ///< stable name: "jsonl", "markdown" …
    QString title;
    QString description; ///< one sentence: what it is for
    QString ending;      ///< its files' suffix, without the dot
    bool operator==(const ExportFormatRow&) const = default;
};

/// One kind of removed secret: in words, with the first places where it was.
struct ExportRedaction
{
    QString sentence;
    QStringList examples;
    qint64 places = 0; ///< all of them
    bool operator==(const ExportRedaction&) const = default;
};

/// What a file would lack.
struct ExportPreview
{
    QStringList losses; ///< a sentence each
    QList<ExportRedaction> redactions;
    QString failure; ///< why it is unknown; empty = it is known
    bool operator==(const ExportPreview&) const = default;
};

/// What the person decided on.
struct ExportChoice
{
    QString format;
    bool isRedacted = true;
    QString path;
    bool operator==(const ExportChoice&) const = default;
};

} // namespace quarterdeck::ui::view
