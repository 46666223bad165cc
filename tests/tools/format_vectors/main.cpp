/// Holds the readers and writers of other systems' formats against vectors that those systems' own code computed.
/// Usage: format_vectors KIND PATH. Prints each failing id with the first difference, then `N passed, M failed`;
/// returns 0 only if some passed and none failed, 2 when the arguments or files cannot be read.

#include "runners.h"

#include <exception>
#include <functional>
#include <iostream>
#include <map>

int main(int argc, char** argv)
{
    using namespace quarterdeck::vectors;
    const std::map<std::string, std::function<bool(const std::filesystem::path&, Report&)>> kinds = {
        {"agentscope-format", runAgentScopeFormat},
        {"agentscope-msg", runAgentScopeMsg},
        {"openai", runOpenAi},
        {"pickles", runPickles},
        {"sse", runSse},
    };
    const auto kind = kinds.find(argc == 3 ? argv[1] : "");
    if (kind == kinds.end()) {
        std::cerr << "Usage: format_vectors KIND PATH\nKinds:";
        for (const auto& [name, run] : kinds) {
            std::cerr << ' ' << name;
        }
        std::cerr << '\n';
        return 2;
    }
    Report report;
    try {
        if (!kind->second(argv[2], report)) {
            std::cerr << "Cannot read " << argv[2] << '\n';
            return 2;
        }
    } catch (const std::exception& error) {
        report.add("vectors", std::string("are not of this kind: ") + error.what());
    }
    return report.close();
}
