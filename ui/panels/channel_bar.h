#pragma once

#include "ui/present/open_session.h"
#include "ui/theme/surface.h"

#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QToolButton;

namespace quarterdeck::ui {

class ActionRegistry;

/// The session's channels as tabs: everything, public, private chats, inboxes. Tabs that do not fit go into a menu at
/// the end; "+" opens further channels. Alt+1 ... Alt+9 and Ctrl+PgUp/PgDown select. Thread: ui; theme and actions must
/// outlive it.
class ChannelBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChannelBar)

public:
    ChannelBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

    void setTabs(view::ChannelTabs tabs);
    void setCurrent(const QString& id);
    QString current() const { return m_current; }
    /// What the current channel holds, in words.
    QString currentSentence() const;
    /// What "+" offers: private chats and inboxes without a tab. Empty = no "+".
    void setChoices(view::ChannelTabs choices);
    /// At the right end, such as a search button. The bar takes ownership.
    void addTool(QWidget* tool);

signals:
    /// There is little room beside the tabs, so tools should be narrow; or there is enough again.
    void narrowChanged(bool isNarrow);
    /// By the person; the caller answers with setCurrent (and setTabs, when it was not open).
    void channelChosen(const QString& id);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Tab;

    void connectActions(const ActionRegistry& actions);
    void chooseAt(int position);
    void fillMenus();
    void fitRoom();
    void place();

    view::ChannelTabs m_channels;
    view::ChannelTabs m_choices;
    QString m_current;
    std::vector<Tab*> m_tabs;
    QButtonGroup* m_group;
    QToolButton* m_more;
    QToolButton* m_add;
    QWidget* m_tools;
    QHBoxLayout* m_toolRow;
    bool m_isNarrow = false;
};

} // namespace quarterdeck::ui
