#include "ui/panels/inspector_pages.h"

#include "ui/panels/inspector_panel.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/icons.h"
#include "ui/theme/labels.h"
#include "ui/theme/surface.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace quarterdeck::ui {

namespace {

constexpr double lineHeight = 27;
constexpr double factNameWidth = 92;
constexpr double nameAtLeast = 44;
constexpr double nameAtMost = 110; ///< where what is said of them needs the room too
constexpr double iconSide = 16;
constexpr double gap = 8;
constexpr double stepIndent = 12;
constexpr int deepestStep = 8; ///< what is deeper stands no farther to the right

theme::Icon heardIcon(wording::HeardAs as)
{
    switch (as) {
    case wording::HeardAs::Acts:
        return theme::Icon::ArrowRight;
    case wording::HeardAs::Heard:
        return theme::Icon::Eye;
    case wording::HeardAs::NotTold:
        return theme::Icon::EyeOff;
    case wording::HeardAs::Sender:
        return theme::Icon::Pencil;
    }
    return theme::Icon::None;
}

QHBoxLayout* rowIn(const theme::ThemeController& theme, theme::Surface* line)
{
    line->setMinimumHeight(theme.theme().px(lineHeight));
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, theme.theme().px(3), 0, theme.theme().px(3));
    row->setSpacing(theme.theme().px(gap));
    return row;
}

QFont nameFont(const theme::Theme& theme, bool isActive)
{
    return theme.font(theme::TextRole::Ui, isActive ? QFont::DemiBold : QFont::Normal);
}

} // namespace

QWidget* makeFactLine(const theme::ThemeController& theme, const InspectorState::Fact& fact, QWidget* parent)
{
    auto* line = new theme::Surface(theme, theme::Color::BgWindow, Qt::TopEdge, parent);
    line->setObjectName(QStringLiteral("inspectorFact"));
    QHBoxLayout* row = rowIn(theme, line);
    auto* name = new theme::TextLabel(theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, line);
    name->setText(fact.name);
    name->setMinimumWidth(theme.theme().px(factNameWidth));
    auto* value = new theme::TextLabel(theme, fact.isCode ? theme::TextRole::Code : theme::TextRole::Meta,
                                       theme::Color::Text1, QFont::Normal, line);
    value->setText(wording::visibleText(fact.value));
    value->setWordWrap(true);
    row->addWidget(name);
    row->addWidget(value, 1);
    line->setAccessibleName(fact.name + QStringLiteral(": ") + fact.value);
    return line;
}

QWidget* makeTraceLine(const theme::ThemeController& theme, const InspectorState::TraceLine& step, QWidget* parent)
{
    auto* line = new theme::Surface(theme, theme::Color::BgWindow, Qt::TopEdge, parent);
    line->setObjectName(QStringLiteral("inspectorStep"));
    QHBoxLayout* row = rowIn(theme, line);
    row->setContentsMargins(std::min(step.depth, deepestStep) * theme.theme().px(stepIndent), theme.theme().px(3), 0,
                            theme.theme().px(3));
    const bool hasFailed = !step.error.isEmpty();
    auto* name =
        new theme::TextLabel(theme, theme::TextRole::Ui, hasFailed ? theme::Color::DangerText : theme::Color::Text1,
                             step.isChosen ? QFont::DemiBold : QFont::Normal, line);
    name->setText(wording::visibleText(step.name));
    name->setElideMode(Qt::ElideRight);
    name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(name, 1);
    for (const QString& text : {step.tokens, step.time}) {
        auto* label = new theme::TextLabel(theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, line);
        label->setText(text);
        row->addWidget(label);
    }
    QStringList said{step.name, step.time, step.tokens, step.error};
    said.removeAll(QString());
    line->setAccessibleName(said.join(QStringLiteral(", ")));
    line->setToolTip(wording::visibleText(step.detail).toHtmlEscaped());
    return line;
}

int nameColumnOf(const theme::Theme& theme, const std::vector<InspectorState::RoleLine>& roles, int lineWidth)
{
    double name = theme.px(nameAtLeast);
    double why = 0;
    for (const InspectorState::RoleLine& role : roles) {
        const QFont font = nameFont(theme, role.as == wording::HeardAs::Acts);
        name = std::max(name, theme::textWidth(font, wording::visibleText(role.name)));
        why = std::max(why, theme::textWidth(theme.font(theme::TextRole::Meta), wording::visibleText(role.why)));
    }
    const int beside = theme.px(iconSide) + theme.px(theme::Measure::AvatarSmall) + 3 * theme.px(gap);
    const int room = lineWidth - beside - static_cast<int>(std::ceil(why)) - 1;
    return std::min(std::max(theme.px(nameAtMost), room), static_cast<int>(std::ceil(name)) + 1);
}

/// In high contrast, names stand out by weight alone, as in the team panel.
static theme::Color nameColor(const theme::Theme& theme, const InspectorState::RoleLine& role)
{
    if (role.as != wording::HeardAs::Acts)
        return theme::Color::Text3;
    return theme.options().highContrast ? theme::Color::Text1 : theme::roleColor(role.look.hue, theme::RoleShade::Text);
}

QWidget* makeRoleLine(const theme::ThemeController& theme, const InspectorState::RoleLine& role, QWidget* parent)
{
    const bool isActive = role.as == wording::HeardAs::Acts;
    auto* line = new theme::Surface(theme, theme::Color::BgWindow, Qt::TopEdge, parent);
    line->setObjectName(QStringLiteral("inspectorRole"));
    QHBoxLayout* row = rowIn(theme, line);
    row->addWidget(new theme::IconLabel(theme, heardIcon(role.as), isActive ? theme::Color::Text1 : theme::Color::Text3,
                                        iconSide, line));
    auto* avatar = new theme::AvatarLabel(theme, theme::Measure::AvatarSmall, theme::Color::BgWindow, line);
    theme::AvatarStyle avatarStyle = role.look;
    avatarStyle.isLeader = false; // the helm shows at 24 px only
    avatar->setLook(avatarStyle, role.name);
    row->addWidget(avatar);
    auto* name = new theme::TextLabel(theme, theme::TextRole::Ui, nameColor(theme.theme(), role),
                                      isActive ? QFont::DemiBold : QFont::Normal, line);
    QObject::connect(&theme, &theme::ThemeController::changed, name,
                     [&theme, name, role] { name->setColor(nameColor(theme.theme(), role)); });
    name->setText(wording::visibleText(role.name));
    name->setElideMode(Qt::ElideRight);
    name->setObjectName(roleNameLabel);
    row->addWidget(name);
    auto* why = new theme::TextLabel(theme, theme::TextRole::Meta, isActive ? theme::Color::Text2 : theme::Color::Text3,
                                     QFont::Normal, line);
    why->setText(wording::visibleText(role.why));
    why->setElideMode(Qt::ElideRight);
    why->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(why, 1);
    line->setAccessibleName(role.name + QStringLiteral(": ") + role.why);
    return line;
}

namespace {
constexpr double seenLineHeight = 27;
constexpr double seenGap = 8;
constexpr double seenNameAtMost = 92;
} // namespace

PromptEntryButton::PromptEntryButton(const theme::ThemeController& theme, InspectorState::SeenLine line,
                                     QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_line(std::move(line))
{
    setObjectName(QStringLiteral("inspectorSeen"));
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    // The accessible name rather than the text, which would turn an "&" into a shortcut.
    QStringList said{m_line.name, m_line.text, m_line.fate};
    said.removeAll(QString());
    setAccessibleName(said.join(QStringLiteral(", ")));
    setToolTip(theme::plainToolTip(m_line.text + u'\n' + m_line.why));
}

QSize PromptEntryButton::sizeHint() const { return {m_theme.theme().px(120), m_theme.theme().px(seenLineHeight)}; }

theme::Color PromptEntryButton::nameColor() const
{
    if (!m_line.isInPrompt)
        return theme::Color::Text3;
    const bool isPlain = m_line.hue < 0 || m_theme.theme().options().highContrast;
    return isPlain ? theme::Color::Text1 : theme::roleColor(m_line.hue, theme::RoleShade::Text);
}

void PromptEntryButton::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    theme::paintRowBackground(painter, look, rect(), false, underMouse(), 0);
    theme::paintHairline(painter, look, rect(), Qt::TopEdge);
    const QFont meta = look.font(theme::TextRole::Meta);
    const QFont bold = look.font(theme::TextRole::Ui, m_line.isInPrompt ? QFont::DemiBold : QFont::Normal);
    const double space = look.px(seenGap);
    const double nameWidth =
        std::min<double>(look.px(seenNameAtMost), std::ceil(theme::textWidth(bold, m_line.name)) + 1);
    const double fateWidth = std::ceil(theme::textWidth(meta, m_line.fate)) + 1;
    theme::paintText(painter, QRectF(0, 0, nameWidth, height()), m_line.name, bold, look.color(nameColor()));
    const double left = nameWidth + space;
    const QColor words = look.color(m_line.isInPrompt ? theme::Color::Text2 : theme::Color::Text3);
    theme::paintText(painter, QRectF(left, 0, width() - left - fateWidth - space, height()), m_line.text, meta, words);
    theme::paintText(painter, QRectF(width() - fateWidth, 0, fateWidth, height()), m_line.fate, meta,
                     look.color(theme::Color::Text3), Qt::AlignRight | Qt::AlignVCenter);
}

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
