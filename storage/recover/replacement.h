#pragma once

#include <string>
#include <system_error>
#include <vector>

namespace quarterdeck::storage::recover {

/// What a recovery, and a backup that is restored, writes beside the library before it takes its place.
inline const std::string recoveringEnding = ".recovering";
inline const std::string restoringEnding = ".restoring";
/// Behind either: the rows that were found, while they are gathered.
inline const std::string collectedEnding = "-collected";
/// Behind either: what is said of it, until that has its name (`kept_report.h`).
inline const std::string reportEnding = "-report";

/// Puts a file in a library's place in steps, between any two of which the process or the machine may die: a note
/// beside the library (its name with ".replacing") tells the next opening what there is to undo, until the new file is
/// in its place. At every moment there is a file in that place, so that nobody makes an empty one there. The caller has
/// the library's lock. Thread: one.
class Replacement
{
public:
    /// All lie in the library's folder; `replacement` is written to the end.
    Replacement(std::string library, std::string aside, std::string replacement);

    /// All steps. When one fails what the others did is undone.
    [[nodiscard]] std::error_code run();

    using Step = std::error_code (Replacement::*)();
    /// In their order, for tests that end between two of them.
    [[nodiscard]] static const std::vector<Step>& steps();

    std::error_code writeNote();
    std::error_code putFileAside();
    std::error_code putLogAside();
    std::error_code moveIn();
    std::error_code removeNote();

private:
    std::string m_library;
    std::string m_aside;
    std::string m_replacement;
};

/// Undoes a replacement that was begun, or tidies up after one whose new file is in its place. Nothing where there was
/// none. An error leaves the note for the next time.
[[nodiscard]] std::error_code finishReplacement(const std::string& library);
/// There is one that was begun and not ended.
[[nodiscard]] bool isBeingReplaced(const std::string& library);

/// Removes what a recovery or a restoring that came to no end has left beside the library; not while that is being
/// replaced. The caller has the library's lock.
void removeUnfinished(const std::string& library);

} // namespace quarterdeck::storage::recover
