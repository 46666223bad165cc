#pragma once

namespace quarterdeck::ui {
class ActionRegistry;
class MainWindow;
class MainController;
namespace theme {
class ThemeController;
}
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class Language;
class Settings;

/// The window's place when it appears.
enum class Place {
    AsItWas,
    Usual,
};

/// The parts that show and change the person's choices.
struct ChoosingParts
{
    Settings& settings;
    ui::theme::ThemeController& theme;
    const Language& language;
    ui::ActionRegistry& actions;
    ui::MainController& workspace;
    ui::MainWindow& window;
};

/// Applies the person's last choices to the window, and stores those made from now on. Thread: ui; all must live as
/// long as the window.
void restoreChoices(const ChoosingParts& parts, Place place);
/// For the window that is closing.
void saveWindowGeometry(Settings& settings, const ui::MainWindow& window, const ui::MainController& workspace);

} // namespace quarterdeck::app
