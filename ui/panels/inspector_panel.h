#pragma once

#include "model/conversation/ids.h"
#include "ui/present/inspector.h"
#include "ui/present/routing_text.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <array>
#include <string>
#include <vector>

class QAbstractButton;
class QButtonGroup;
class QHBoxLayout;
class QPlainTextEdit;
class QStackedWidget;
class QVBoxLayout;

namespace quarterdeck::ui {

/// Tabs side by side as far as there is room, the others below. Thread: ui; the theme must outlive it.
class TabRows final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TabRows)

public:
    explicit TabRows(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void addTab(QAbstractButton* tab);
    /// Their texts, or which of them are shown, have changed.
    void arrange();

    /// A panel may be narrower than all of them side by side.
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QWidget::minimumSizeHint().height()}; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const theme::ThemeController& m_theme;
    QVBoxLayout* m_column;
    std::array<QHBoxLayout*, 2> m_rows{};
    std::vector<QAbstractButton*> m_tabs; ///< children of this
};

namespace theme {
class ComboBox;
class TextLabel;
} // namespace theme

/// The inspector dock: why a message went where it went, its raw form, its usage, who saw it, and, if there is any,
/// what the program's tracing told and what the agent's model was given. A view. Thread: ui.
class InspectorPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorPanel)
public:
    explicit InspectorPanel(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setView(InspectorState view);
    /// What the copy button in the dock's title copies: the current page, as text.
    [[nodiscard]] QString textToCopy() const;
    enum class Page { Route, Raw, Usage, WhoSawIt, Trace, Prompt };
    void showPage(Page page);
    [[nodiscard]] Page page() const;
    /// The format of the raw page: a name in formats::exportFormats, or empty for Quarterdeck's own.
    [[nodiscard]] std::string rawFormat() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void titleChanged(const QString& title);
    void pageChosen();
    void rawFormatChosen();
    /// A line of the prompt was clicked.
    void messageRequested(quarterdeck::conversation::EventSeq seq);
    void copyWanted(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTabs();
    void buildRaw();
    void applyTheme();
    void retranslate();
    void fill();
    void fitNames();
    void showTab(Page page, bool isThere);
    void replacePage(Page page, QWidget* content);

    const theme::ThemeController& m_theme;
    InspectorState m_view;
    QButtonGroup* m_tabs = nullptr;
    TabRows* m_tabRow = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_rawPage = nullptr;
    theme::ComboBox* m_rawFormat = nullptr;
    QPlainTextEdit* m_raw = nullptr;
    theme::TextLabel* m_empty = nullptr;
};

/// The roles that act on the message or heard it.
std::vector<InspectorState::RoleLine> thoseWhoSawIt(std::vector<InspectorState::RoleLine> roles);

/// A page's content as plain text for copying.
QString inspectorText(const InspectorState& view, InspectorPanel::Page page);

} // namespace quarterdeck::ui
