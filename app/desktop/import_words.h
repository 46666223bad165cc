#pragma once

#include "model/transfer/import/import_job.h"
#include "ui/present/notice.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace quarterdeck::app {

/// Everything an import has to tell the person, in one notice.
struct ImportWords
{
    ui::view::Notice notice; ///< without its id
    /// What the library already had, and in which sessions: the notice's buttons refer to it.
    std::vector<transfer::ImportFile> left;
};

/// `isAsking`: what was imported before can be imported once more. Pure. Thread: ui.
[[nodiscard]] ImportWords importWords(const transfer::ImportReport& report, bool isAsking);

/// The kind of trouble with a file that nobody passed explicitly, to be reported once, however the file grows; empty if
/// it came in whole, is not a recording, is gone, or was cancelled.
[[nodiscard]] QString troubleOf(const transfer::FileReport& file);
/// For files in trouble, without its id: bounded, however many there are.
[[nodiscard]] ui::view::Notice troubleNotice(const transfer::ImportReport& report);

/// That a file begins like an existing session but continues differently, and what became of it; empty if that is not
/// so.
[[nodiscard]] QStringList differenceOf(const transfer::FileReport& file);

} // namespace quarterdeck::app
