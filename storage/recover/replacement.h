#pragma once

#include <string>
#include <system_error>
#include <vector>

namespace quarterdeck::storage::recover {

/// What a recovery or a restore writes beside the library before it replaces it.
inline const std::string recoveringEnding = ".recovering";
inline const std::string restoringEnding = ".restoring";
/// Appended to either: the rows found, while they are being collected.
inline const std::string collectedEnding = "-collected";
/// Appended to either: its report, until that gets its final name (`recovery_report_file.h`).
inline const std::string reportEnding = "-report";

/// Replaces a library's file in steps, between any two of which the process or the machine may die: a note beside the
/// library (its name with ".replacing") tells the next opening what to undo, until the new file is in its place. At
/// every moment there is a file in that place, so that nobody creates an empty one there. The caller holds the
/// library's lock. Thread: one.
class Replacement
{
public:
    /// All in the library's folder; `replacement` is complete.
    Replacement(std::string library, std::string aside, std::string replacement);

    /// All steps. If one fails, the others are undone.
    [[nodiscard]] std::error_code run();

    using Step = std::error_code (Replacement::*)();
    /// In order, for tests that stop between two of them.
    [[nodiscard]] static const std::vector<Step>& steps();

    std::error_code writeNote();
    std::error_code putFileAside();
    std::error_code setWalAside();
    std::error_code moveIn();
    std::error_code removeNote();

private:
    std::string m_library;
    std::string m_aside;
    std::string m_replacement;
};

/// Undoes a replacement that was begun, or cleans up after one whose new file is in place. Does nothing if there was
/// none. After an error the note stays for the next time.
[[nodiscard]] std::error_code finishReplacement(const std::string& library);
/// One was begun and not finished.
[[nodiscard]] bool isBeingReplaced(const std::string& library);

/// Removes what an unfinished recovery or restore left beside the library, unless that is being replaced. The caller
/// holds the library's lock.
void removeUnfinished(const std::string& library);

} // namespace quarterdeck::storage::recover
