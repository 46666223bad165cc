#include "storage/recover/replacement.h"

#include "storage/recover/recovery_report_file.h"
#include "storage/sqlite/library_file.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace quarterdeck::storage::recover {

namespace fs = std::filesystem;

namespace {

std::string noteOf(const std::string& library) { return library + ".replacing"; }

std::error_code rename(const std::string& from, const std::string& to)
{
    std::error_code failure;
    fs::rename(from, to, failure);
    return failure;
}

std::error_code remove(const std::string& path)
{
    std::error_code failure;
    fs::remove(path, failure);
    return failure;
}

bool isThere(const std::string& path)
{
    std::error_code ignored;
    return fs::exists(path, ignored);
}

struct Note
{
    std::string aside;
    std::string replacement;
};

/// Anybody may have put it there, so only names that we would give are accepted.
std::optional<Note> readNote(const std::string& library)
{
    constexpr std::size_t longest = 2000;
    std::string text(longest, '\0');
    std::ifstream file(noteOf(library), std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    std::istringstream lines(text);
    Note note;
    if (!std::getline(lines, note.aside) || !std::getline(lines, note.replacement))
        return std::nullopt;
    const fs::path path(library);
    const bool areOurs = note.aside.starts_with(path.stem().string() + " (")
        && note.replacement.starts_with(path.filename().string() + ".")
        && (note.aside + note.replacement).find('/') == std::string::npos;
    if (!areOurs)
        return std::nullopt;
    return Note{(path.parent_path() / note.aside).string(), (path.parent_path() / note.replacement).string()};
}

/// A file's log, and the journal of a cut-off write that could not be undone: SQLite would take either for that of
/// whatever file is next to it.
constexpr std::array partsBeside = {"-wal", "-journal"};

/// Those that exist.
std::error_code movePartsBeside(const std::string& from, const std::string& to)
{
    bool isAnyMoved = false;
    for (const char* part : partsBeside) {
        if (!isThere(from + part))
            continue;
        if (const std::error_code failure = rename(from + part, to + part))
            return failure;
        isAnyMoved = true;
    }
    return isAnyMoved ? syncFolderOf(to) : std::error_code();
}

/// Whether the new file is in its place.
bool isMovedIn(const std::string& library, const Note& note)
{
    std::error_code ignored;
    return !isThere(note.replacement) && !fs::equivalent(library, note.aside, ignored);
}

/// The log goes back first: without it, the library lacks its last events.
std::error_code undo(const std::string& library, const Note& note)
{
    const auto isWrittenAnew = [&](const char* part) { return isThere(note.aside + part) && isThere(library + part); };
    if (std::ranges::any_of(partsBeside, isWrittenAnew))
        return remove(noteOf(library)); // somebody wrote to it meanwhile: nothing of either is thrown away
    if (const std::error_code failure = movePartsBeside(note.aside, library))
        return failure;
    // A second name for the library's file, or a copy of it.
    if (isThere(note.aside) && isThere(library)) {
        if (const std::error_code failure = remove(note.aside))
            return failure;
    }
    removeReportOf(note.aside);
    return remove(noteOf(library));
}

} // namespace

Replacement::Replacement(std::string library, std::string aside, std::string replacement)
    : m_library(std::move(library))
    , m_aside(std::move(aside))
    , m_replacement(std::move(replacement))
{ }

const std::vector<Replacement::Step>& Replacement::steps()
{
    static const std::vector<Step> all = {&Replacement::writeNote, &Replacement::putFileAside,
                                          &Replacement::setWalAside, &Replacement::moveIn, &Replacement::removeNote};
    return all;
}

std::error_code Replacement::run()
{
    for (const Step step : steps()) {
        const std::error_code failure = (this->*step)();
        if (!failure)
            continue;
        const Note note{m_aside, m_replacement};
        if (isThere(m_aside) && isMovedIn(m_library, note)) // else the replacement was taken away before it began
            return {};                                      // a note that stays says nothing any more
        // If this fails too, the next opening does it.
        if (isThere(noteOf(m_library)))
            (void)undo(m_library, note);
        return failure;
    }
    return {};
}

std::error_code Replacement::writeNote()
{
    const auto isTaken = [this](const char* part) { return isThere(m_aside + part); };
    if (isThere(m_aside) || std::ranges::any_of(partsBeside, isTaken))
        return std::make_error_code(std::errc::file_exists); // or it would be taken for what is undone
    if (const std::error_code failure = syncFile(m_replacement))
        return failure;
    const std::string note = noteOf(m_library);
    const std::string writing = note + ".new";
    {
        std::ofstream file(writing, std::ios::binary | std::ios::trunc);
        file << fs::path(m_aside).filename().string() << '\n' << fs::path(m_replacement).filename().string() << '\n';
        if (!file.flush())
            return std::make_error_code(std::errc::io_error);
    }
    if (const std::error_code failure = syncFile(writing))
        return failure;
    const std::error_code failure = rename(writing, note);
    return failure ? failure : syncFolderOf(m_library);
}

std::error_code Replacement::putFileAside()
{
    std::error_code failure;
    fs::create_hard_link(m_library, m_aside, failure);
    if (failure) {
        // For file systems without hard links.
        fs::copy_file(m_library, m_aside, failure);
        if (!failure)
            failure = syncFile(m_aside);
    }
    return failure ? failure : syncFolderOf(m_library);
}

/// The log must not meet the new file.
std::error_code Replacement::setWalAside()
{
    (void)remove(m_library + "-shm");
    return movePartsBeside(m_library, m_aside);
}

std::error_code Replacement::moveIn()
{
    const std::error_code failure = rename(m_replacement, m_library);
    return failure ? failure : syncFolderOf(m_library);
}

std::error_code Replacement::removeNote() { return remove(noteOf(m_library)); }

bool isBeingReplaced(const std::string& library)
{
    const std::optional<Note> note = readNote(library);
    return note && !isMovedIn(library, *note);
}

std::error_code finishReplacement(const std::string& library)
{
    const std::optional<Note> note = readNote(library);
    if (!note || isMovedIn(library, *note)) {
        (void)remove(noteOf(library)); // or it stays, and says nothing any more
        return {};
    }
    if (const std::error_code failure = undo(library, *note))
        return failure;
    return remove(note->replacement);
}

void removeUnfinished(const std::string& library)
{
    for (const std::string& ending : {recoveringEnding, restoringEnding}) {
        for (const std::string& part : {std::string(), std::string("-journal"), std::string("-wal"),
                                        std::string("-shm"), collectedEnding, reportEnding})
            (void)remove(library + ending + part);
    }
}

} // namespace quarterdeck::storage::recover
