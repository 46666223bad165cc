#pragma once

#include "tests/support/test.h"

#include <QApplication>

/// A test that makes widgets.
#define QUARTERDECK_WIDGETS_TEST(space, Test)                                                                          \
    QUARTERDECK_REGISTER_TEST(space, (quarterdeck::test::runTest<QApplication, Test>))
