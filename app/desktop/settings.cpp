#include "app/desktop/settings.h"

#include "app/services/language.h"
#include "ui/controllers/main_controller.h"
#include "ui/shell/main_window.h"
#include "ui/shell/menus.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::app {

namespace {
// No group may be called "general": QSettings uses that name for keys without a group, and would return them elsewhere.
const QString languageKey = QStringLiteral("choices/language");
const QString themeKey = QStringLiteral("choices/theme");
const QString highContrastKey = QStringLiteral("choices/highContrast");
const QString textScaleKey = QStringLiteral("choices/textScale");
const QString orderKey = QStringLiteral("sessions/order");
const QString archiveKey = QStringLiteral("sessions/isArchiveShown");
const QString shortcutsGroup = QStringLiteral("shortcuts");
const QString placeKey = QStringLiteral("window/place");
const QString maximizedKey = QStringLiteral("window/isMaximized");
const QString watchedKey = QStringLiteral("imports/watched");
const QString takenKey = QStringLiteral("imports/takenUpTo");
const QString postponedKey = QStringLiteral("questions/later");
const QString chosenKey = QStringLiteral("questions/chosen");
const QString delayedKey = QStringLiteral("questions/delayed");
const QString mutedKey = QStringLiteral("notifications/muted");
const QString stallKey = QStringLiteral("notifications/stallMinutes");
const QString agentPortKey = QStringLiteral("agents/port");
const QString studioKey = QStringLiteral("agents/studio");
const QString teamKey = QStringLiteral("newTeam/team");
const QString connectionKey = QStringLiteral("newTeam/connection");
const QString modelKey = QStringLiteral("newTeam/model");
const QString folderKey = QStringLiteral("newTeam/folder/");
const QString picturesLoadedKey = QStringLiteral("pictures/alwaysLoadedIn");
const QString picturesRefusedKey = QStringLiteral("pictures/neverLoadedIn");
const QString placesKey = QStringLiteral("window/places");
const QString panelsKey = QStringLiteral("window/panelWidths"); // of the sessions and the docks; 0 = as designed
const QString sessionsShownKey = QStringLiteral("window/sessionsShown");
const QString docksShownKey = QStringLiteral("window/docksShown");
const QString lastSessionKey = QStringLiteral("window/lastSession");

using ui::view::SessionOrder;
constexpr std::array orderNames = {std::pair{SessionOrder::Activity, "activity"},
                                   std::pair{SessionOrder::Title, "title"}, std::pair{SessionOrder::Start, "start"},
                                   std::pair{SessionOrder::Size, "size"}};
using gateway::TokenlessAccess;
constexpr std::array accessNames = {std::pair{TokenlessAccess::Open, "on"},
                                    std::pair{TokenlessAccess::WithToken, "token"},
                                    std::pair{TokenlessAccess::Off, "off"}};
} // namespace

QRect placedInside(const QRect& available, QRect wanted)
{
    wanted.setSize(wanted.size().boundedTo(available.size()));
    wanted.moveRight(std::min(wanted.right(), available.right()));
    wanted.moveBottom(std::min(wanted.bottom(), available.bottom()));
    wanted.moveLeft(std::max(wanted.left(), available.left()));
    wanted.moveTop(std::max(wanted.top(), available.top()));
    return wanted;
}

Settings::Settings(Memory memory)
    : m_memory(memory)
    , m_store(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("quarterdeck"),
                                          QStringLiteral("quarterdeck")))
{ }

QString Settings::language() const { return m_store->value(languageKey).toString(); }

void Settings::setLanguage(const QString& language) { keep(languageKey, language); }

ui::theme::ThemeChoice Settings::theme() const
{
    const QString name = m_store->value(themeKey).toString();
    if (name == QStringLiteral("light"))
        return ui::theme::ThemeChoice::Light;
    return name == QStringLiteral("dark") ? ui::theme::ThemeChoice::Dark : ui::theme::ThemeChoice::System;
}

void Settings::setTheme(ui::theme::ThemeChoice choice)
{
    const char* name = choice == ui::theme::ThemeChoice::Light ? "light"
        : choice == ui::theme::ThemeChoice::Dark               ? "dark"
                                                               : "system";
    keep(themeKey, QString::fromLatin1(name));
}

bool Settings::isHighContrast() const { return m_store->value(highContrastKey, false).toBool(); }

void Settings::setHighContrast(bool on) { keep(highContrastKey, on); }

double Settings::textScale() const { return m_store->value(textScaleKey, 1.0).toDouble(); }

void Settings::setTextScale(double scale) { keep(textScaleKey, scale); }

SessionOrder Settings::sessionOrder() const
{
    const QString kept = m_store->value(orderKey).toString();
    for (const auto& [order, name] : orderNames)
        if (kept == QLatin1String(name))
            return order;
    return SessionOrder::Activity;
}

void Settings::setSessionOrder(SessionOrder order)
{
    for (const auto& [known, name] : orderNames)
        if (known == order)
            keep(orderKey, QString::fromLatin1(name));
}

bool Settings::isArchiveShown() const { return m_store->value(archiveKey, false).toBool(); }

void Settings::setArchiveShown(bool isShown) { keep(archiveKey, isShown); }

QMap<QString, QString> Settings::shortcuts() const
{
    QMap<QString, QString> differences;
    m_store->beginGroup(shortcutsGroup);
    for (const QString& action : m_store->childKeys())
        differences.insert(action, m_store->value(action).toString());
    m_store->endGroup();
    return differences;
}

WindowGeometry Settings::windowGeometry() const
{
    return {m_store->value(placeKey).toRect(), m_store->value(maximizedKey).toBool()};
}

void Settings::setWindowGeometry(const WindowGeometry& place)
{
    keep(placeKey, place.rect);
    keep(maximizedKey, place.isMaximized);
}

quint16 Settings::agentPort() const { return static_cast<quint16>(m_store->value(agentPortKey).toUInt()); }

void Settings::setAgentPort(quint16 port) { keep(agentPortKey, port); }

TokenlessAccess Settings::tokenlessAccess() const
{
    const QString kept = m_store->value(studioKey).toString();
    for (const auto& [access, name] : accessNames)
        if (kept == QLatin1String(name))
            return access;
    return TokenlessAccess::Open;
}

void Settings::setTokenlessAccess(TokenlessAccess access)
{
    for (const auto& [known, name] : accessNames)
        if (known == access)
            keep(studioKey, QString::fromLatin1(name));
}

QMap<QString, qint64> Settings::watchedFolders() const
{
    const QStringList folders = m_store->value(watchedKey).toStringList();
    const QStringList times = m_store->value(takenKey).toStringList();
    QMap<QString, qint64> watched;
    for (qsizetype i = 0; i < folders.size(); ++i)
        watched.insert(folders[i], times.value(i).toLongLong());
    return watched;
}

void Settings::setWatchedFolders(const QMap<QString, qint64>& folders)
{
    QStringList times;
    for (const qint64 time : folders)
        times.append(QString::number(time));
    keep(watchedKey, QStringList(folders.keys()));
    keep(takenKey, times);
}

TeamChoice Settings::lastTeam() const
{
    return {m_store->value(teamKey).toString(), m_store->value(connectionKey).toString(),
            m_store->value(modelKey).toString()};
}

void Settings::setLastTeam(const TeamChoice& choice)
{
    keep(teamKey, choice.team);
    keep(connectionKey, choice.connection);
    keep(modelKey, choice.model);
}

QString Settings::lastFolder(const QString& team) const { return m_store->value(folderKey + team).toString(); }

void Settings::setLastFolder(const QString& team, const QString& folder) { keep(folderKey + team, folder); }

ui::RemoteImagePolicies Settings::pictureChoices() const
{
    ui::RemoteImagePolicies choices;
    for (const QString& session : m_store->value(picturesLoadedKey).toStringList())
        choices.insert(session, ui::RemoteImagePolicy::Always);
    for (const QString& session : m_store->value(picturesRefusedKey).toStringList())
        choices.insert(session, ui::RemoteImagePolicy::Never);
    return choices;
}

void Settings::setRemoteImagePolicies(const ui::RemoteImagePolicies& choices)
{
    keep(picturesLoadedKey, QStringList(choices.keys(ui::RemoteImagePolicy::Always)));
    keep(picturesRefusedKey, QStringList(choices.keys(ui::RemoteImagePolicy::Never)));
}

QStringList Settings::mutedSessions() const { return m_store->value(mutedKey).toStringList(); }

void Settings::setMutedSessions(const QStringList& sessions) { keep(mutedKey, sessions); }

QStringList Settings::postponedQuestions() const { return m_store->value(postponedKey).toStringList(); }

void Settings::setPostponedQuestions(const QStringList& questions) { keep(postponedKey, questions); }

QStringList Settings::chosenAnswers() const { return m_store->value(chosenKey).toStringList(); }

void Settings::setChosenAnswers(const QStringList& choices) { keep(chosenKey, choices); }

bool Settings::areAnswersDelayed() const { return m_store->value(delayedKey, true).toBool(); }

void Settings::setAnswersDelayed(bool isOn) { keep(delayedKey, isOn); }

int Settings::stallMinutes() const { return std::clamp(m_store->value(stallKey, 10).toInt(), 0, 24 * 60); }

void Settings::setStallMinutes(int minutes) { keep(stallKey, minutes); }

QByteArray Settings::places() const { return m_store->value(placesKey).toByteArray(); }

void Settings::setPlaces(const QByteArray& places) { keep(placesKey, places); }

ui::WindowLayout Settings::windowLayout() const
{
    const QSize widths = m_store->value(panelsKey).toSize();
    return {std::max(widths.width(), 0), std::max(widths.height(), 0), m_store->value(sessionsShownKey, true).toBool(),
            m_store->value(docksShownKey, true).toBool()};
}

void Settings::setWindowLayout(const ui::WindowLayout& layout)
{
    keep(panelsKey, QSize(layout.sessionsWidth, layout.docksWidth));
    keep(sessionsShownKey, layout.isSessionsShown);
    keep(docksShownKey, layout.isDocksShown);
}

QString Settings::lastSession() const { return m_store->value(lastSessionKey).toString(); }

void Settings::setLastSession(const QString& session) { keep(lastSessionKey, session); }

void Settings::keep(const QString& key, const QVariant& value)
{
    if (m_memory == Memory::Kept)
        m_store->setValue(key, value);
}

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
    workspace.setChosenAnswers(settings.chosenAnswers());
    QObject::connect(&workspace, &ui::MainController::chosenAnswersChanged, &window,
                     [&settings](const QStringList& choices) { settings.setChosenAnswers(choices); });
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
    QAction& delay = parts.actions[ui::ActionId::QuestionDelay];
    QObject::connect(&delay, &QAction::triggered, &parts.window,
                     [&settings = parts.settings](bool isOn) { settings.setAnswersDelayed(isOn); });
    delay.setChecked(parts.settings.areAnswersDelayed());
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
