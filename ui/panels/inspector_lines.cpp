#include "ui/panels/inspector_lines.h"

#include "ui/present/visible_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/painted_labels.h"
#include "ui/theme/surface.h"
#include "ui/theme/text_label.h"

#include <QHBoxLayout>
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

} // namespace quarterdeck::ui
