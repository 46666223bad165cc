#pragma once

#include "transfer/import_job.h"
#include "ui/view/notice.h"

#include <QStringList>
#include <vector>

namespace quarterdeck::app {

/// What an import of the person's has to say, all of it in one notice.
struct ImportWords
{
    ui::view::Notice notice; ///< without its id
    /// What the library had before, and which of its sessions: the notice's buttons are about it.
    std::vector<transfer::ImportFile> left;
};

/// `isAsking`: what was imported before may be taken once more. Pure. Thread: ui.
[[nodiscard]] ImportWords importWords(const transfer::ImportReport& report, bool isAsking);

/// Which kind of trouble a file has that nobody handed over: one that is to be told once, however the file grows; empty
/// for what came in whole, is no recording, is gone, or was cancelled.
[[nodiscard]] QString troubleOf(const transfer::FileReport& file);
/// Of files that have trouble, without its id: bounded, however many there are.
[[nodiscard]] ui::view::Notice troubleNotice(const transfer::ImportReport& report);

/// That a file begins like a session that is there and goes on otherwise, and what became of it; empty where it is not
/// so.
[[nodiscard]] QStringList differenceOf(const transfer::FileReport& file);

} // namespace quarterdeck::app
