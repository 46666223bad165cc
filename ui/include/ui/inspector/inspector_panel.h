#pragma once

#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/wording/routing_words.h"

#include <QString>
#include <QWidget>
#include <vector>

class QButtonGroup;
class QPlainTextEdit;
class QStackedWidget;

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
}

/// Everything the inspector says about one chosen message.
struct InspectorView
{
    struct RoleLine
    {
        theme::AvatarLook look;
        QString name;
        wording::HeardAs as = wording::HeardAs::NotTold;
        QString why;
        friend bool operator==(const RoleLine&, const RoleLine&) = default;
    };
    struct Fact
    {
        QString name;
        QString value;
        bool isCode = false;
        friend bool operator==(const Fact&, const Fact&) = default;
    };
    /// A step of the program around the message, as its tracing told it.
    struct TraceLine
    {
        QString name;
        int depth = 0;         ///< 0 = a part of none
        QString tokens;        ///< empty = it used none
        QString time;          ///< how long it took
        QString error;         ///< empty = it did not fail
        QString detail;        ///< the rest of it, for a tooltip
        bool isChosen = false; ///< the message came of it
        friend bool operator==(const TraceLine&, const TraceLine&) = default;
    };

    bool isEmpty = true; ///< nothing is chosen
    QString title;       ///< "Alice, 09:43"
    QString rule;
    QString sentence;
    std::vector<RoleLine> roles;
    std::vector<Fact> routeFacts;      ///< event number, state and unread mail in replay
    QString raw;                       ///< our JSON, indented
    std::vector<Fact> usage;           ///< model, tokens, duration, cost
    std::vector<TraceLine> trace = {}; ///< in the order of a tree; empty for most
    int traceLeftOut = 0;              ///< further lines of it

    friend bool operator==(const InspectorView&, const InspectorView&) = default;
};

/// The inspector dock: why a message went where it went, its raw form, its usage, who saw it, and, where
/// the program's tracing told, what it was done in. A view. Thread: ui.
class InspectorPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorPanel)
public:
    explicit InspectorPanel(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setView(InspectorView view);
    /// What the copy button of the dock's title copies: the page that is shown, as text.
    [[nodiscard]] QString textToCopy() const;
    enum class Page { Route, Raw, Usage, WhoSawIt, Trace };
    void showPage(Page page);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void titleChanged(const QString& title);

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
    [[nodiscard]] QWidget* routePage();
    [[nodiscard]] QWidget* usagePage();
    [[nodiscard]] QWidget* sawItPage();
    [[nodiscard]] QWidget* tracePage();
    void addRoles(QWidget& page, const std::vector<InspectorView::RoleLine>& roles);
    void replacePage(Page page, QWidget* content);

    const theme::ThemeController& m_theme;
    InspectorView m_view;
    QButtonGroup* m_tabs = nullptr;
    QWidget* m_tabRow = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_rawPage = nullptr;
    QPlainTextEdit* m_raw = nullptr;
    theme::TextLabel* m_empty = nullptr;
};

} // namespace quarterdeck::ui
