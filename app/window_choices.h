#pragma once

namespace quarterdeck::ui {
class ActionRegistry;
class MainWindow;
class Workspace;
namespace theme {
class ThemeController;
}
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class Language;
class Settings;

/// Where the window stands when it comes up.
enum class Place {
    AsItWas,
    Usual,
};

/// Who shows and changes what the person chose.
struct ChoosingParts
{
    Settings& settings;
    ui::theme::ThemeController& theme;
    const Language& language;
    ui::ActionRegistry& actions;
    ui::Workspace& workspace;
    ui::MainWindow& window;
};

/// Gives the window what the person chose the last time, and keeps what is chosen from now on. Thread: ui; all must
/// live as long as the window.
void restoreChoices(const ChoosingParts& parts, Place place);
/// Of the window that goes.
void keepPlace(Settings& settings, const ui::MainWindow& window);

} // namespace quarterdeck::app
