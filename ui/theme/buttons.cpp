#include "ui/theme/buttons.h"

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QStyle>
#include <QToolButton>
#include <QVariant>

#include <cmath>

namespace quarterdeck::ui::theme {

namespace {

// Properties used as selectors by the style sheet, and what the button was made of.
constexpr const char* kindProperty = "kind";
constexpr const char* sizeProperty = "tier";
constexpr const char* segmentProperty = "segment";

QString nameOf(ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Normal:
        return QStringLiteral("normal");
    case ButtonKind::Primary:
        return QStringLiteral("primary");
    case ButtonKind::Ask:
        return QStringLiteral("ask");
    case ButtonKind::Default:
        return QStringLiteral("default");
    case ButtonKind::Flat:
        return QStringLiteral("flat");
    case ButtonKind::Link:
        return QStringLiteral("link");
    }
    return {};
}

QString nameOf(ButtonSize size)
{
    switch (size) {
    case ButtonSize::Normal:
        return QStringLiteral("normal");
    case ButtonSize::Small:
        return QStringLiteral("small");
    case ButtonSize::Option:
        return QStringLiteral("option");
    case ButtonSize::Big:
        return QStringLiteral("big");
    }
    return {};
}

Color iconColor(ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Primary:
        return Color::OnAccent;
    case ButtonKind::Ask:
        return Color::OnAsk;
    case ButtonKind::Link:
        return Color::Accent;
    case ButtonKind::Normal:
    case ButtonKind::Default:
    case ButtonKind::Flat:
        break;
    }
    return Color::Text2;
}

ButtonKind kindOf(const QPushButton& button)
{
    const QString name = button.property(kindProperty).toString();
    for (const auto kind :
         {ButtonKind::Primary, ButtonKind::Ask, ButtonKind::Default, ButtonKind::Flat, ButtonKind::Link}) {
        if (name == nameOf(kind))
            return kind;
    }
    return ButtonKind::Normal;
}

void repolish(QWidget& widget)
{
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
    widget.updateGeometry();
}

int iconPixels(ButtonSize size) { return size == ButtonSize::Small ? 14 : 16; }

// Between icon and text, in addition to the style's own gap.
constexpr double iconGap = 3;

// Icon sizes follow the text scale, which a style sheet cannot do.
void sizeIcon(const ThemeController& theme, QPushButton& button)
{
    const bool isSmall = button.property(sizeProperty).toString() == nameOf(ButtonSize::Small);
    const int pixels = theme.theme().px(iconPixels(isSmall ? ButtonSize::Small : ButtonSize::Normal));
    button.setIconSize({pixels + (button.text().isEmpty() ? 0 : theme.theme().px(iconGap)), pixels});
}

void sizeSquare(const ThemeController& theme, QToolButton& button, ButtonSize size)
{
    const int pixels = theme.theme().px(iconPixels(size));
    const int square = theme.theme().px(size == ButtonSize::Small ? Measure::HControlSmall : Measure::HControl);
    button.setIconSize({pixels, pixels});
    button.setFixedSize(square, square);
}

} // namespace

QPushButton* makeButton(const ThemeController& theme, const QString& objectName, const QString& text, ButtonKind kind,
                        Icon icon, ButtonSize size, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(objectName);
    button->setAutoDefault(false); // Enter belongs to the field or to the focused button, never to a default
    button->setProperty(sizeProperty, nameOf(size));
    button->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    button->setProperty(kindProperty, nameOf(kind));
    setButtonIcon(theme, *button, icon);
    QObject::connect(&theme, &ThemeController::changed, button, [&theme, button] { sizeIcon(theme, *button); });
    return button;
}

void setButtonKind(const ThemeController& theme, QPushButton& button, ButtonKind kind)
{
    Q_UNUSED(theme)
    if (kindOf(button) == kind)
        return;
    button.setProperty(kindProperty, nameOf(kind));
    repolish(button);
}

void setButtonText(const ThemeController& theme, QPushButton& button, const QString& text)
{
    button.setText(text);
    sizeIcon(theme, button);
}

void setButtonIcon(const ThemeController& theme, QPushButton& button, Icon icon)
{
    if (icon != Icon::None)
        button.setIcon(themedIcon(theme, icon, iconColor(kindOf(button))));
    else
        button.setIcon({});
    sizeIcon(theme, button);
}

QToolButton* makeIconButton(const ThemeController& theme, const QString& objectName, const QString& name, Icon icon,
                            ButtonSize size, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setObjectName(objectName);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setIcon(themedIcon(theme, icon));
    button->setFocusPolicy(Qt::TabFocus);
    sizeSquare(theme, *button, size);
    QObject::connect(&theme, &ThemeController::changed, button,
                     [&theme, button, size] { sizeSquare(theme, *button, size); });
    return button;
}

QToolButton* makeActionButton(const ThemeController& theme, QAction& action, Icon icon, ButtonSize size,
                              QWidget* parent)
{
    auto* button = makeIconButton(theme, action.objectName() + QStringLiteral(".button"), {}, icon, size, parent);
    button->setCheckable(action.isCheckable());
    const auto follow = [button, &action] {
        const QString name = withoutMnemonic(action.text());
        button->setAccessibleName(name);
        button->setToolTip(toolTipWithShortcut(name, action.shortcut()));
        button->setEnabled(action.isEnabled());
        button->setChecked(action.isChecked());
    };
    follow();
    QObject::connect(&action, &QAction::changed, button, follow);
    QObject::connect(button, &QToolButton::clicked, &action, &QAction::trigger);
    return button;
}

void joinAsSegments(const QList<QPushButton*>& buttons)
{
    QList<QPushButton*> shown = buttons;
    shown.removeIf([](const QPushButton* button) { return button->isHidden(); });
    for (qsizetype i = 0; i < shown.size(); ++i) {
        const bool isFirst = i == 0;
        const bool isLast = i == shown.size() - 1;
        const QString place = isFirst && isLast ? QString()
            : isFirst                           ? QStringLiteral("first")
            : isLast                            ? QStringLiteral("last")
                                                : QStringLiteral("middle");
        if (shown[i]->property(segmentProperty).toString() == place)
            continue;
        shown[i]->setProperty(segmentProperty, place);
        repolish(*shown[i]);
    }
}

QString withoutMnemonic(const QString& text)
{
    // Languages without Latin letters append theirs: "退出(&Q)".
    static const QRegularExpression appended(QStringLiteral("\\(&\\w\\)"));
    return QString(text).remove(appended).remove(QLatin1Char('&'));
}

QString withoutShortcut(QString text) { return text.replace(QLatin1Char('&'), QStringLiteral("&&")); }

QString toolTipWithShortcut(const QString& name, const QKeySequence& shortcut)
{
    if (shortcut.isEmpty())
        return name;
    return QCoreApplication::translate("Buttons", "%1 (%2)").arg(name, shortcut.toString(QKeySequence::NativeText));
}

namespace {

constexpr double padding = 10;
constexpr double menuIconGap = 6;
constexpr double menuIconPixels = 16;
constexpr double chevronSize = 14;

} // namespace

MenuButton::MenuButton(const ThemeController& theme, QWidget* parent) : QAbstractButton(parent), m_theme(theme)
{
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&theme, &ThemeController::changed, this, [this] { updateGeometry(); });
    connect(this, &QAbstractButton::clicked, this, [this] {
        if (m_menu != nullptr)
            m_menu->popup(mapToGlobal(QPoint(0, height() + 2)));
    });
}

void MenuButton::setLook(Icon icon, Color color)
{
    m_icon = icon;
    m_color = color;
    updateGeometry();
    update();
}

QSize MenuButton::sizeHint() const
{
    const Theme& look = m_theme.theme();
    double width = 2 * padding + chevronSize;
    if (m_icon != Icon::None)
        width += menuIconPixels + menuIconGap;
    const double words = text().isEmpty() ? 0 : textWidth(look.font(TextRole::Ui, QFont::Medium), text());
    return {look.px(width) + (words > 0 ? static_cast<int>(std::ceil(words)) + look.px(menuIconGap) : 0),
            look.px(Measure::HControl)};
}

void MenuButton::paintEvent(QPaintEvent*)
{
    const Theme& look = m_theme.theme();
    const double scale = look.options().textScale;
    const QColor color = look.color(isEnabled() ? m_color : Color::TextDisabled);
    QPainter painter(this);
    if (isEnabled())
        paintRowBackground(painter, look, rect(), false, underMouse() || isDown(), look.measure(Measure::R2));
    double x = padding * scale;
    if (m_icon != Icon::None) {
        paintIcon(painter, m_icon, QRectF(x, 0, menuIconPixels * scale, height()), look.px(menuIconPixels), color);
        x += (menuIconPixels + menuIconGap) * scale;
    }
    if (!text().isEmpty()) {
        x += paintText(painter, QRectF(x, 0, width() - x, height()), text(), look.font(TextRole::Ui, QFont::Medium),
                       color, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideNone);
        x += menuIconGap * scale;
    }
    paintIcon(painter, Icon::ChevronDown, QRectF(x, 0, chevronSize * scale, height()), look.px(chevronSize), color);
}

} // namespace quarterdeck::ui::theme
