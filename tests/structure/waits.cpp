#include "waits.h"

#include "source_tree.h"

#include <regex>

namespace quarterdeck::structure {

std::vector<std::string> starvingWaits(const std::string& root)
{
    static const std::regex wait("\\b(QTRY_\\w+|qWait\\w*)\\b");
    std::vector<std::string> found;
    for (const char* folder : {"tests/app", "tests/bench", "tests/ui"}) {
        for (const Line& line : linesBelow(root, folder, {".h", ".cpp"})) {
            std::smatch match;
            if (std::regex_search(line.text, match, wait))
                found.push_back(violation(line, match[1].str() + " starves a web page: use tests/support/wait.h"));
        }
    }
    return found;
}

} // namespace quarterdeck::structure
