#include "tests/support/test.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>

namespace {

using Run = quarterdeck::test::RegisteredTest::Run;

/// By name. A function's, since tests register themselves before main(), in no particular order.
std::map<std::string, Run>& tests()
{
    static std::map<std::string, Run> all;
    return all;
}

int tellNames()
{
    std::puts("Name one of these tests, then its arguments:");
    for (const auto& [name, run] : tests())
        std::puts(name.c_str());
    return 2;
}

} // namespace

quarterdeck::test::RegisteredTest::RegisteredTest(const char* space, Run run)
{
    tests().emplace(space + std::strlen("tst_"), run);
}

/// Each test is an application of its own name, with folders of its own.
int main(int argc, char** argv)
{
    const auto found = argc > 1 ? tests().find(argv[1]) : tests().end();
    if (found == tests().end())
        return tellNames();
    const std::string program = argv[0];
    std::string name = program.substr(0, program.rfind('/') + 1) + "tst_" + found->first;
    argv[1] = name.data();
    return found->second(argc - 1, argv + 1);
}
