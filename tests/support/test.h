#pragma once

#include <QCoreApplication>
#include <QTest>

namespace quarterdeck::test {

/// One of the tests that a program of `quarterdeck_tests` contains, chosen by its first argument. Made by the macros
/// below, before main().
class RegisteredTest
{
public:
    using Run = int (*)(int argc, char** argv);
    /// `space`: the test's namespace, "tst_NAME".
    RegisteredTest(const char* space, Run run);
};

template <typename Core, typename Test>
int runTest(int argc, char** argv)
{
    [[maybe_unused]] const Core application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace quarterdeck::test

/// In place of QTEST_MAIN. Many tests are compiled together, so each is in a namespace of its own, named like its file.
#define QUARTERDECK_REGISTER_TEST(space, run)                                                                          \
    namespace space {                                                                                                  \
    static const quarterdeck::test::RegisteredTest registered(#space, run);                                            \
    }
#define QUARTERDECK_TEST(space, Test)                                                                                  \
    QUARTERDECK_REGISTER_TEST(space, (quarterdeck::test::runTest<QCoreApplication, Test>))
