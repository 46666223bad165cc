#pragma once

#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace quarterdeck::test {

/// A widget of the window, filled with data that are the same in every language.
struct Specimen
{
    QString name;
    std::function<std::unique_ptr<QWidget>()> make;
};

/// Each kind of panel in each state with words of its own. What comes in as data is written without letters that a
/// word of one of the languages has: names are "Q1", "Q2".
std::vector<Specimen> specimens(const ui::theme::ThemeController& theme, ui::ActionRegistry& actions);

} // namespace quarterdeck::test
