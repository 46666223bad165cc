#pragma once

#include "ui/present/open_session.h"
#include "ui/theme/surface.h"

#include <QTimer>

#include <functional>

class QListView;

namespace quarterdeck::ui {

class TeamDelegate;
class TeamListModel;

namespace theme {
class ThinkingSpinner;
class TextLabel;
} // namespace theme

/// The content of the Team dock. As tall as its rows, up to eight, then it scrolls. A view: shows the team it was given
/// and reports what the person wants of a member. Thread: ui; the theme must outlive it.
class TeamPanel final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamPanel)

public:
    using Clock = std::function<conversation::Timestamp()>;

    explicit TeamPanel(const theme::ThemeController& theme, QWidget* parent = nullptr, Clock clock = {});

    void setTeam(view::Team team);
    /// While a replay is shown: the clock is the replay's.
    void setMoment(std::optional<conversation::Timestamp> moment);
    /// Whether direct chats, and ending them, are offered.
    void setCanSpeak(bool can) { m_canSpeak = can; }

    /// For the folded title and the strip: names with their states in words.
    std::vector<MemberGlyph> memberGlyphs() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void directChatRequested(const QString& key);
    void directChatEndRequested(const QString& key);
    void inboxRequested(const QString& key);
    void retryRequested(const QString& key);
    void modeRequested(const QString& key, quarterdeck::conversation::RoleMode mode);

protected:
    void changeEvent(QEvent* event) override;

private:
    conversation::Timestamp now() const;
    void openMenu(const QModelIndex& index, const QPoint& globalPosition);
    void refresh();
    void retranslate();

    Clock m_clock;
    TeamListModel* m_model;
    TeamDelegate* m_delegate;
    QListView* m_list;
    theme::TextLabel* m_empty;
    theme::ThinkingSpinner* m_breathing;
    QTimer m_aging;
    std::optional<conversation::Timestamp> m_moment;
    bool m_canSpeak = true;
};

} // namespace quarterdeck::ui
