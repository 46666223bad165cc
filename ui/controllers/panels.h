#pragma once

#include "model/session/library.h"
#include "ui/shell/main_window.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/theme.h"

#include <memory>

class QToolButton;

namespace quarterdeck::ui {

class BannerStack;
class ChannelBar;
class Composer;
class ContinueBar;
class CostPage;
class FilesPage;
class FindBar;
class WelcomePage;
class GoToBar;
class InspectorPanel;
class NeedsYouPanel;
class NoticeBoard;
class HoldBar;
class HoldRulesPopup;
class PrintBar;
class CopyRangeBar;
class ReplayBar;
class SessionsPanel;
class TeamPanel;
class Toolbar;

namespace theme {
class SegmentedChoice;
}
namespace transcript {
class TranscriptView;
}

/// The panels of the window. Made here and given to the window, which owns them from `arrange` on. Thread: ui.
struct Panels
{
    Panels(const theme::ThemeController& theme, ActionRegistry& actions,
           const std::shared_ptr<session::Library>& library, NoticeBoard& notices);

    /// Hands them to the window; once.
    void arrange(MainWindow& window) const;
    /// Its own texts; the panels follow the language on their own.
    void retranslate() const;
    /// Whether new data is stored at once, or waits for the disk.
    void setStoredLate(bool isLate);
    /// Or nothing can be stored now.
    void setRefused(bool isRefused);
    [[nodiscard]] bool isStoredLate() const { return m_isLate; }
    [[nodiscard]] bool isRefused() const { return m_isRefused; }

    SessionsPanel* sessions;
    Toolbar* toolbar;
    ChannelBar* channels;
    FindBar* find;
    GoToBar* goTo;
    CopyRangeBar* range;
    PrintBar* print;
    HoldBar* hold;
    HoldRulesPopup* holdRules;
    BannerStack* banners;
    transcript::TranscriptView* page;
    FilesPage* files;
    CostPage* cost;
    theme::SegmentedChoice* pageChoice; ///< conversation, files, cost
    Composer* composer;
    ContinueBar* continuation;
    WelcomePage* firstStart;
    TeamPanel* team;
    NeedsYouPanel* needsYou;
    InspectorPanel* inspector;
    Dock* teamDock;
    Dock* needsYouDock;
    Dock* inspectorDock;
    DockStrip* strip;
    ReplayBar* replay;

private:
    void buildSettingsMenu(ActionRegistry& actions) const;
    void sayWhereItIsStored() const;

    QToolButton* m_copyInspector;
    bool m_isStored;
    bool m_isLate = false;
    bool m_isRefused = false;
};

} // namespace quarterdeck::ui
