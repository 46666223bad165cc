#include "named_places.h"

#include "source_tree.h"

#include <algorithm>
#include <map>

namespace quarterdeck::structure {

namespace {

struct Guarded
{
    std::vector<std::string> names; ///< of the calls
    std::string what;
    std::vector<std::string> places; ///< files; each may have one
};

const std::vector<Guarded>& guardedCalls()
{
    static const std::vector<Guarded> calls = {
        // The link check asks; the others open a file that the team made, which has a check of its own, our log, and
        // links in our guide.
        {{"openUrl", "xdg-open", "gio open"},
         "hands an address to the desktop",
         {"ui/transcript/link_check.cpp", "app/desktop/artifact_opener.cpp", "app/desktop/window_commands.cpp",
          "ui/shell/help_windows.cpp"}},
        {{"setOpenExternalLinks", "setOpenLinks"}, "lets a widget open links", {}},
        {{"registerObject"},
         "hands an object to a page",
         {"ui/transcript/transcript_page.cpp", "ui/transcript/print_sheet.cpp"}},
        {{"registerScheme"}, "makes a scheme", {"ui/transcript/rendering.cpp"}},
        {{"installUrlSchemeHandler"}, "answers a scheme", {"ui/transcript/page_profile.cpp"}},
    };
    return calls;
}

bool isUse(const Guarded& guarded, const Line& line)
{
    return std::ranges::any_of(guarded.names,
                               [&](const std::string& name) { return line.text.find(name) != std::string::npos; });
}

} // namespace

std::vector<std::string> unnamedPlaces(const std::string& root)
{
    std::vector<std::string> found;
    std::map<std::string, int> uses; // by what is done and where
    for (const char* folder : {"app", "model", "storage", "ui"})
        for (const Line& line : linesBelow(root, folder, {".h", ".cpp"}))
            for (const Guarded& guarded : guardedCalls()) {
                if (!isUse(guarded, line))
                    continue;
                const bool isNamed = std::ranges::find(guarded.places, line.file) != guarded.places.end();
                if (!isNamed || ++uses[guarded.what + line.file] > 1)
                    found.push_back(violation(line, guarded.what + ", which only named places may"));
            }
    return found;
}

} // namespace quarterdeck::structure
