#pragma once

#include <QStringList>

class QWidget;

namespace quarterdeck::test {

/// Every text that `root` and its children show or say, sorted: "class name property: text". Texts of labels,
/// buttons, actions, empty fields, tooltips, accessible names, window titles, and the rows of lists; not what a
/// person typed.
QStringList shownTexts(QWidget& root);

} // namespace quarterdeck::test
