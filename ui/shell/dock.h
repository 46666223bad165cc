#pragma once

#include "ui/present/open_session.h"
#include "ui/theme/paint.h"
#include "ui/theme/surface.h"

#include <vector>

class QAbstractButton;
class QBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class BadgeLabel;
class TextLabel;
} // namespace theme

/// The title line of a dock, 32 px: name, the moment in a replay, a count; tools at the right. Clicking it folds the
/// dock; when folded, it shows the members it was given with their states.
class DockTitle final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DockTitle)

public:
    DockTitle(const theme::ThemeController& theme, const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    /// Grey words after the title: "Alice, 09:43".
    void setSubtitle(const QString& text);
    /// "09:46:52" in replay; empty = the present.
    void setMoment(const QString& clock);
    void setCount(int count); ///< a grey numeral; 0 = none
    void setBadge(int count); ///< amber: waits for the person; 0 = none
    void setMembers(std::vector<MemberGlyph> members);
    /// At the right end, in order. The title takes ownership.
    void addTool(QWidget* tool);

    bool isFolded() const { return m_isFolded; }
    void setFolded(bool folded);

signals:
    void foldToggled(bool folded);

protected:
    void changeEvent(QEvent* event) override;

private:
    class FoldButton;
    class Members;
    void refresh();

    FoldButton* m_button;
    theme::TextLabel* m_subtitle;
    theme::TextLabel* m_moment;
    QString m_clock;
    theme::TextLabel* m_count;
    theme::BadgeLabel* m_badge;
    Members* m_members;
    QBoxLayout* m_tools;
    bool m_isFolded = false;
};

/// A dock: title and content, closed by a hairline. Folding hides the content.
class Dock final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Dock)

public:
    /// Takes ownership of `content`.
    Dock(const theme::ThemeController& theme, const QString& objectName, const QString& title, QWidget* content,
         QWidget* parent = nullptr);

    /// In another language.
    void setTitle(const QString& title);
    DockTitle& title() const { return *m_title; }
    QWidget& content() const { return *m_content; }

private:
    DockTitle* m_title;
    QWidget* m_content;
};

/// The docks that can be opened.
enum class DockId { Team, NeedsYou, Inspector };

/// What remains of the docks in a narrow window, 48 px: a bell with what waits, the members with their states, the
/// inspector, and below them the button that brings the docks back.
class DockStrip final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DockStrip)

public:
    explicit DockStrip(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setNeedsYou(int count);
    void setMembers(const std::vector<MemberGlyph>& members);

signals:
    void dockRequested(quarterdeck::ui::DockId dock);
    void docksRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void retranslate();
    void fit();
    class BellButton;
    class MemberButton;

    BellButton* m_bell;
    QToolButton* m_inspector;
    QToolButton* m_docks;
    QVBoxLayout* m_memberColumn;
    std::vector<MemberButton*> m_members;
    QToolButton* m_more; ///< "+12": the members that do not fit
};

} // namespace quarterdeck::ui
