#pragma once

#include "conversation/ids.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"
#include "ui/wording/routing_words.h"

#include <QString>
#include <QWidget>
#include <string>
#include <vector>

class QButtonGroup;
class QPlainTextEdit;
class QStackedWidget;

namespace quarterdeck::ui {

class TabRows;
namespace theme {
class ComboBox;
class TextLabel;
} // namespace theme

/// Everything the inspector says about one selected message.
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
        int depth = 0;         ///< 0 = has no parent
        QString tokens;        ///< empty = none used
        QString time;          ///< how long it took
        QString error;         ///< empty = no failure
        QString detail;        ///< the rest, for a tooltip
        bool isChosen = false; ///< the message came from it
        friend bool operator==(const TraceLine&, const TraceLine&) = default;
    };

    /// Something the agent remembered, and what became of it in the prompt.
    struct SeenLine
    {
        conversation::EventSeq seq; ///< 0 = not a message in the log: the instructions
        QString name;               ///< who said it, or the tool that returned it
        int hue = -1;               ///< a member's; negative = nobody's
        QString text;               ///< its beginning
        QString fate;               ///< "320 tok", "no room"
        QString why;                ///< a sentence, for a tooltip
        bool isInPrompt = true;
        friend bool operator==(const SeenLine&, const SeenLine&) = default;
    };
    /// What the model was given for the message.
    struct Seen
    {
        std::vector<Fact> facts;     ///< empty = no model was called
        std::vector<SeenLine> lines; ///< in the order of its memory
        QString before;              ///< about what comes before the lines; empty = nothing
        QString text;                ///< all of it, for copying
        QString json;                ///< the same in OpenAI's format
        bool isOffered = false;      ///< said by an agent, whose model may have been called
        bool isRead = false;         ///< otherwise the rest is still to come; it is read while that page is shown
        friend bool operator==(const Seen&, const Seen&) = default;
    };

    bool isEmpty = true; ///< nothing is selected
    QString title;       ///< "Alice, 09:43"
    QString rule;
    QString sentence;
    std::vector<RoleLine> roles;
    std::vector<Fact> routeFacts;      ///< event number, state and unread mail in replay
    QString raw;                       ///< JSON, indented, in the chosen format; empty = none
    std::vector<Fact> usage;           ///< model, tokens, duration, cost
    std::vector<TraceLine> trace = {}; ///< in tree order; empty for most
    int traceLeftOut = 0;              ///< further lines of it
    Seen seen = {};

    friend bool operator==(const InspectorView&, const InspectorView&) = default;
};

/// The inspector dock: why a message went where it went, its raw form, its usage, who saw it, and, if there is any,
/// what the program's tracing told and what the agent's model was given. A view. Thread: ui.
class InspectorPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(InspectorPanel)
public:
    explicit InspectorPanel(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setView(InspectorView view);
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
    void messageWanted(quarterdeck::conversation::EventSeq seq);
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
    InspectorView m_view;
    QButtonGroup* m_tabs = nullptr;
    TabRows* m_tabRow = nullptr;
    QStackedWidget* m_pages = nullptr;
    QWidget* m_rawPage = nullptr;
    theme::ComboBox* m_rawFormat = nullptr;
    QPlainTextEdit* m_raw = nullptr;
    theme::TextLabel* m_empty = nullptr;
};

} // namespace quarterdeck::ui
