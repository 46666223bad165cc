#pragma once

#include "tests/support/test.h"
#include "ui/transcript/rendering.h"

#include <QApplication>

namespace quarterdeck::test {

/// Makes the application as main() does, and runs the test in it.
template <typename Test>
int runPageTest(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    const QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace quarterdeck::test

/// A test that loads a web page.
#define QUARTERDECK_PAGE_TEST(space, Test) QUARTERDECK_REGISTER_TEST(space, (quarterdeck::test::runPageTest<Test>))
