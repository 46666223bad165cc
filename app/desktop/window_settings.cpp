#include "app/desktop/window_settings.h"

#include "app/desktop/settings.h"
#include "app/services/language.h"
#include "ui/controllers/main_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/stall_menu.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme_controller.h"

#include <QGuiApplication>
#include <QScreen>
#include <utility>

namespace quarterdeck::app {

namespace {

/// What a window manager adds to a window, which is not known before it is shown.
constexpr QMargins frameAtMost{4, 0, 4, 40};

/// The screen it was on may be gone or smaller by now, and a first window is no larger than its screen.
void restorePlace(const Settings& settings, ui::MainWindow& window)
{
    const WindowGeometry kept = settings.windowGeometry();
    const QScreen* usual = QGuiApplication::primaryScreen();
    const bool isOfNobody = QGuiApplication::platformName() == QStringLiteral("offscreen");
    if (usual == nullptr || (kept.rect.isEmpty() && isOfNobody))
        return;
    const QScreen* screen = kept.rect.isEmpty() ? nullptr : QGuiApplication::screenAt(kept.rect.center());
    const QRect room =
        (screen != nullptr ? screen : usual)->availableGeometry().marginsRemoved(isOfNobody ? QMargins() : frameAtMost);
    const QRect wanted(kept.rect.isEmpty() ? room.topLeft() : kept.rect.topLeft(),
                       kept.rect.isEmpty() ? window.size() : kept.rect.size());
    const QRect place = placedInside(room, wanted);
    window.resize(place.size());
    window.move(place.topLeft());
    if (kept.isMaximized)
        window.setWindowState(Qt::WindowMaximized);
}

/// Restores the theme, which is chosen in a menu.
void restoreTheme(const ChoosingParts& parts)
{
    using ui::ActionId;
    Settings& settings = parts.settings;
    ui::theme::ThemeController& theme = parts.theme;
    ui::ActionRegistry& actions = parts.actions;
    const auto showTheme = [&theme, &actions] {
        using ui::theme::ThemeChoice;
        const ThemeChoice choice = theme.choice();
        actions[choice == ThemeChoice::Light      ? ActionId::ThemeLight
                    : choice == ThemeChoice::Dark ? ActionId::ThemeDark
                                                  : ActionId::ThemeSystem]
            .setChecked(true);
    };
    showTheme();
    QObject::connect(&theme, &ui::theme::ThemeController::choiceChanged, &parts.window, [&settings, &theme, showTheme] {
        settings.setTheme(theme.choice());
        showTheme();
    });
    const bool isHighNow = theme.theme().options().highContrast;
    actions[ActionId::ThemeHighContrast].setChecked(isHighNow);
    QObject::connect(&theme, &ui::theme::ThemeController::changed, &parts.window,
                     [&settings, &theme, isHigh = isHighNow]() mutable {
                         settings.setTextScale(theme.textScale());
                         // What was asked for on the command line is not saved as a choice.
                         const bool isHighNext = theme.theme().options().highContrast;
                         if (std::exchange(isHigh, isHighNext) != isHighNext)
                             settings.setHighContrast(isHighNext);
                     });
}

void restoreLists(Settings& settings, ui::MainController& workspace, ui::MainWindow& window)
{
    workspace.setSessionList(settings.sessionOrder(), settings.isArchiveShown());
    QObject::connect(&workspace, &ui::MainController::sessionListChanged, &window,
                     [&settings](ui::view::SessionOrder order, bool isArchiveShown) {
                         settings.setSessionOrder(order);
                         settings.setArchiveShown(isArchiveShown);
                     });
    workspace.setMutedSessions(settings.mutedSessions());
    QObject::connect(&workspace, &ui::MainController::mutedSessionsChanged, &window,
                     [&settings](const QStringList& sessions) { settings.setMutedSessions(sessions); });
    workspace.setPostponedQuestions(settings.postponedQuestions());
    QObject::connect(&workspace, &ui::MainController::postponedQuestionsChanged, &window,
                     [&settings](const QStringList& questions) { settings.setPostponedQuestions(questions); });
    auto* stall = window.findChild<ui::StallMenu*>();
    const auto setStall = [stall, &workspace](int minutes) {
        stall->setMinutes(minutes);
        workspace.setStallMinutes(minutes);
    };
    setStall(settings.stallMinutes());
    QObject::connect(stall, &ui::StallMenu::minutesChosen, &window, [&settings, setStall](int minutes) {
        settings.setStallMinutes(minutes);
        setStall(minutes);
    });
    workspace.setRemoteImagePolicies(settings.pictureChoices());
    QObject::connect(&workspace, &ui::MainController::pictureChoicesChanged, &window,
                     [&settings](const ui::RemoteImagePolicies& choices) { settings.setRemoteImagePolicies(choices); });
    QObject::connect(
        &workspace, &ui::MainController::sessionShown, &window,
        [&settings](const conversation::SessionId& id) { settings.setLastSession(QString::fromStdString(id.str())); });
}

} // namespace

void restoreChoices(const ChoosingParts& parts, Place place)
{
    parts.window.resize(1440, 900);
    if (place == Place::AsItWas) {
        restorePlace(parts.settings, parts.window);
        parts.window.setWindowLayout(parts.settings.windowLayout());
        parts.workspace.restorePlaces(parts.settings.places());
    }
    restoreTheme(parts);
    parts
        .actions[parts.language.current() == QStringLiteral("zh_CN") ? ui::ActionId::LanguageChinese
                                                                     : ui::ActionId::LanguageEnglish]
        .setChecked(true);
    restoreLists(parts.settings, parts.workspace, parts.window);
}

void saveWindowGeometry(Settings& settings, const ui::MainWindow& window, const ui::MainController& workspace)
{
    settings.setWindowLayout(window.windowLayout());
    settings.setPlaces(workspace.scrollPositions());
    const bool isMaximized = window.isMaximized();
    settings.setWindowGeometry(
        {isMaximized ? window.normalGeometry() : QRect(window.pos(), window.size()), isMaximized});
}

} // namespace quarterdeck::app
