#include "ui/panels/inspector_pages.h"

#include "ui/panels/inspector_lines.h"
#include "ui/panels/inspector_text.h"
#include "ui/panels/seen_line.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/text_label.h"

#include <QVBoxLayout>
#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

/// A page that is filled from the top.
class Column
{
public:
    explicit Column(const theme::ThemeController& theme)
        : m_theme(theme)
        , m_page(new QWidget)
        , m_layout(new QVBoxLayout(m_page))
    { }

    void add(QWidget* line) { m_layout->addWidget(line); }
    void addLeft(QWidget* part) { m_layout->addWidget(part, 0, Qt::AlignLeft); }
    void addSpace(double height) { m_layout->addSpacing(m_theme.theme().px(height)); }
    void addText(const char* objectName, const QString& text, TextRole role, Color color,
                 QFont::Weight weight = QFont::Normal);
    void addNote(const char* objectName, const QString& text) { addText(objectName, text, TextRole::Ui, Color::Text3); }
    void addFacts(const std::vector<InspectorState::Fact>& facts);
    void addRoles(const std::vector<InspectorState::RoleLine>& roles);
    [[nodiscard]] QWidget* page() const { return m_page; }
    /// Returns the page; nothing is added after that.
    QWidget* finished();

private:
    const theme::ThemeController& m_theme;
    QWidget* m_page;
    QVBoxLayout* m_layout;
};

void Column::addText(const char* objectName, const QString& text, TextRole role, Color color, QFont::Weight weight)
{
    auto* label = new theme::TextLabel(m_theme, role, color, weight, m_page);
    label->setObjectName(QString::fromLatin1(objectName));
    label->setText(text);
    label->setWordWrap(true);
    add(label);
}

void Column::addFacts(const std::vector<InspectorState::Fact>& facts)
{
    for (const InspectorState::Fact& fact : facts)
        add(makeFactLine(m_theme, fact, m_page));
}

void Column::addRoles(const std::vector<InspectorState::RoleLine>& roles)
{
    for (const InspectorState::RoleLine& role : roles)
        add(makeRoleLine(m_theme, role, m_page));
}

QWidget* Column::finished()
{
    const theme::Theme& look = m_theme.theme();
    m_layout->setContentsMargins(look.px(inspectorInset), 0, look.px(inspectorInset), look.px(inspectorBottomInset));
    m_layout->setSpacing(0);
    m_layout->addStretch(1);
    return m_page;
}

/// Lines from the log link to it; the others are instructions and what is kept of earlier turns.
void addSeenLines(Column& column, const theme::ThemeController& theme, const InspectorState::Seen& seen, bool ofLog,
                  const PromptPageCalls& calls)
{
    for (const InspectorState::SeenLine& line : seen.lines) {
        if (ofLog != (line.seq.value > 0))
            continue;
        auto* button = new PromptEntryButton(theme, line, column.page());
        if (ofLog)
            QObject::connect(button, &QAbstractButton::clicked, button,
                             [show = calls.showMessage, seq = line.seq] { show(seq); });
        column.add(button);
    }
}

QWidget* makeCopyButton(const theme::ThemeController& theme, QWidget* page, std::function<void()> copy)
{
    auto* button =
        theme::makeButton(theme, QStringLiteral("inspectorCopyJson"), InspectorPanel::tr("Copy as OpenAI JSON"),
                          theme::ButtonKind::Normal, theme::Icon::Copy, theme::ButtonSize::Small, page);
    button->setAccessibleName(button->text());
    QObject::connect(button, &QAbstractButton::clicked, button, std::move(copy));
    return button;
}

} // namespace

QWidget* makeRoutePage(const theme::ThemeController& theme, const InspectorState& view)
{
    Column column(theme);
    column.addText("inspectorRule", view.rule, TextRole::Ui, Color::Text1, QFont::DemiBold);
    column.addSpace(3);
    column.addText("inspectorSentence", wording::visibleText(view.sentence), TextRole::Ui, Color::Text2);
    column.addSpace(8);
    column.addFacts(view.routeFacts);
    std::vector<InspectorState::RoleLine> roles = view.roles;
    std::ranges::stable_sort(roles, {}, [](const InspectorState::RoleLine& role) { return static_cast<int>(role.as); });
    column.addRoles(roles);
    return column.finished();
}

QWidget* makeSawItPage(const theme::ThemeController& theme, const InspectorState& view)
{
    Column column(theme);
    column.addRoles(thoseWhoSawIt(view.roles));
    return column.finished();
}

QWidget* makeUsagePage(const theme::ThemeController& theme, const InspectorState& view)
{
    Column column(theme);
    if (view.usage.empty())
        column.addNote("inspectorNoUsage", InspectorPanel::tr("No model was called for this message."));
    column.addFacts(view.usage);
    return column.finished();
}

QWidget* makeTracePage(const theme::ThemeController& theme, const InspectorState& view)
{
    Column column(theme);
    for (const InspectorState::TraceLine& line : view.trace)
        column.add(makeTraceLine(theme, line, column.page()));
    if (view.traceLeftOut > 0)
        column.addText("inspectorTraceMore",
                       InspectorPanel::tr("%n more step(s) are not shown.", nullptr, view.traceLeftOut), TextRole::Meta,
                       Color::Text3);
    return column.finished();
}

QWidget* makePromptPage(const theme::ThemeController& theme, const InspectorState::Seen& seen,
                        const PromptPageCalls& calls)
{
    Column column(theme);
    if (seen.facts.empty()) {
        column.addNote("inspectorNothingSeen",
                       seen.isRead ? InspectorPanel::tr("No model was called for this message.")
                                   : InspectorPanel::tr("Reading what the model was given…"));
        return column.finished();
    }
    column.addFacts(seen.facts);
    addSeenLines(column, theme, seen, false, calls);
    if (!seen.before.isEmpty())
        column.addText("inspectorSeenBefore", seen.before, TextRole::Meta, Color::Text3);
    addSeenLines(column, theme, seen, true, calls);
    column.addSpace(8);
    column.addLeft(makeCopyButton(theme, column.page(), calls.copyJson));
    return column.finished();
}

} // namespace quarterdeck::ui
