#pragma once

#include "model/gateway/program_access.h"
#include "ui/images/remote_images.h"
#include "ui/present/sessions.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

#include <QMap>
#include <QRect>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <memory>

namespace quarterdeck::app {

/// The window's place. Our own numbers rather than Qt's saved geometry, which moves down each time if no window manager
/// adds a frame.
struct WindowGeometry
{
    QRect rect; ///< if not maximized: the frame's corner, the window's size; empty = unknown
    bool isMaximized = false;

    bool operator==(const WindowGeometry&) const = default;
};
/// The last new team's choices; all empty before the first.
struct TeamChoice
{
    QString team;
    QString connection; ///< its id
    QString model;
    bool operator==(const TeamChoice&) const = default;
};
/// `wanted`, moved and shrunk as far as needed to fit into `available`.
[[nodiscard]] QRect placedInside(const QRect& available, QRect wanted);

/// What the person chose and what the window remembers: one typed value each, stored in the platform's settings file.
/// Never secrets. Thread: ui.
class Settings final
{
public:
    enum class Memory {
        Kept,
        ReadOnly, ///< settings are discarded: for a run that is nobody's choice, such as one for a picture
    };
    explicit Settings(Memory memory = Memory::Kept);

    [[nodiscard]] QString language() const; ///< "en", "zh_CN"; empty = the desktop's
    void setLanguage(const QString& language);
    [[nodiscard]] ui::theme::ThemeChoice theme() const;
    void setTheme(ui::theme::ThemeChoice choice);
    [[nodiscard]] bool isHighContrast() const;
    void setHighContrast(bool on);
    [[nodiscard]] double textScale() const;
    void setTextScale(double scale);
    [[nodiscard]] QMap<QString, QString> shortcuts() const; ///< as ActionRegistry::differences
    [[nodiscard]] WindowGeometry windowGeometry() const;
    void setWindowGeometry(const WindowGeometry& place);
    [[nodiscard]] ui::view::SessionOrder sessionOrder() const;
    void setSessionOrder(ui::view::SessionOrder order);
    [[nodiscard]] bool isArchiveShown() const;
    void setArchiveShown(bool isShown);
    /// Each with the time up to which its files have been imported, in milliseconds since 1970.
    [[nodiscard]] QMap<QString, qint64> watchedFolders() const;
    void setWatchedFolders(const QMap<QString, qint64>& folders);
    /// Where agents of other programs connect; 0 = nobody has chosen.
    [[nodiscard]] quint16 agentPort() const;
    void setAgentPort(quint16 port);
    [[nodiscard]] gateway::TokenlessAccess tokenlessAccess() const;
    void setTokenlessAccess(gateway::TokenlessAccess access);
    [[nodiscard]] TeamChoice lastTeam() const;
    void setLastTeam(const TeamChoice& choice);
    /// The folder that a team last worked on.
    [[nodiscard]] QString lastFolder(const QString& team) const;
    void setLastFolder(const QString& team, const QString& folder);
    [[nodiscard]] ui::RemoteImagePolicies pictureChoices() const;
    void setRemoteImagePolicies(const ui::RemoteImagePolicies& choices);
    /// Ids of sessions that are never announced on the desktop.
    [[nodiscard]] QStringList mutedSessions() const;
    void setMutedSessions(const QStringList& sessions);
    [[nodiscard]] QStringList postponedQuestions() const; ///< their ids
    void setPostponedQuestions(const QStringList& questions);
    [[nodiscard]] QStringList chosenAnswers() const; ///< see ui::QuestionsController::setChosen
    void setChosenAnswers(const QStringList& choices);
    /// Whether an answer can be taken back for some seconds before it is sent.
    [[nodiscard]] bool areAnswersDelayed() const;
    void setAnswersDelayed(bool isOn);
    /// After how many minutes without news a run is announced on the desktop; 0 = never.
    [[nodiscard]] int stallMinutes() const;
    void setStallMinutes(int minutes);
    /// As ui::MainController::scrollPositions.
    [[nodiscard]] QByteArray places() const;
    void setPlaces(const QByteArray& places);
    [[nodiscard]] ui::WindowLayout windowLayout() const;
    void setWindowLayout(const ui::WindowLayout& layout);
    [[nodiscard]] QString lastSession() const;
    void setLastSession(const QString& session);

private:
    void keep(const QString& key, const QVariant& value);

    Memory m_memory;
    std::unique_ptr<QSettings> m_store;
};

} // namespace quarterdeck::app

namespace quarterdeck::ui {
class ActionRegistry;
class MainController;
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class Language;

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
