#include "ui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QStyleFactory>
#include <QStyleHints>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quarterdeck::ui::theme {

namespace {

template <typename Enum>
constexpr std::size_t indexOf(Enum value)
{
    return static_cast<std::size_t>(value);
}

Measure sizeOf(TextRole role)
{
    switch (role) {
    case TextRole::Micro:
        return Measure::FsMicro;
    case TextRole::Meta:
        return Measure::FsMeta;
    case TextRole::Ui:
        return Measure::FsUi;
    case TextRole::Read:
        return Measure::FsRead;
    case TextRole::Head:
        return Measure::FsHead;
    case TextRole::Title:
        return Measure::FsTitle;
    case TextRole::Code:
        return Measure::FsCode;
    }
    return Measure::FsUi;
}

QFont fontOf(const QStringList& families, double pixels, QFont::Weight weight)
{
    QFont font;
    if (!families.isEmpty())
        font.setFamilies(families);
    // Qt accepts whole pixels only; 12.5 must not grow.
    font.setPixelSize(std::max(1, static_cast<int>(std::ceil(pixels - 0.5))));
    font.setWeight(weight);
    return font;
}

// What a platform without a desktop theme reports, which no person chose.
bool isGeneric(const QString& family)
{
    static const QStringList generic{QStringLiteral("sans serif"),
                                     QStringLiteral("sans-serif"),
                                     QStringLiteral("sans"),
                                     QStringLiteral("helvetica"),
                                     QStringLiteral("arial"),
                                     QStringLiteral("dejavu sans"),
                                     QStringLiteral("monospace"),
                                     QStringLiteral("fixed"),
                                     QStringLiteral("courier"),
                                     QStringLiteral("courier new"),
                                     QStringLiteral("dejavu sans mono"),
                                     QString()};
    return generic.contains(family.toLower());
}

QStringList installed(const QStringList& wanted)
{
    QStringList result;
    for (const QString& family : wanted) {
        if (QFontDatabase::hasFamily(family) && !result.contains(family))
            result.append(family);
    }
    return result;
}

QStringList desktopFirst(const QString& desktop, const QString& preferred, const QStringList& rest)
{
    QStringList result = installed({preferred});
    if (isGeneric(desktop))
        result.append(desktop);
    else
        result.prepend(desktop);
    result.append(installed(rest));
    result.removeAll(QString());
    result.removeDuplicates();
    return result;
}

} // namespace

Theme::Theme(Options options) : m_options(std::move(options))
{
    m_options.textScale = std::clamp(m_options.textScale, 0.8, 2.0);
}

const ColorTable& Theme::colors() const
{
    if (isDark())
        return m_options.highContrast ? tokens.darkHigh : tokens.dark;
    return m_options.highContrast ? tokens.lightHigh : tokens.light;
}

QColor Theme::color(Color token) const { return QColor::fromRgba(colors()[indexOf(token)]); }

QColor Theme::color(Color token, double opacity) const
{
    QColor result = color(token);
    result.setAlphaF(static_cast<float>(opacity));
    return result;
}

double Theme::measure(Measure token) const
{
    return (m_options.highContrast ? tokens.measuresHigh : tokens.measures)[indexOf(token)];
}

double Theme::pxF(Measure token) const { return measure(token) * m_options.textScale; }

int Theme::px(Measure token) const { return static_cast<int>(std::lround(pxF(token))); }

int Theme::px(double designPixels) const { return static_cast<int>(std::lround(designPixels * m_options.textScale)); }

int Theme::motion(Motion token) const { return tokens.motion[indexOf(token)]; }

QFont Theme::font(TextRole role, QFont::Weight weight) const
{
    if (role != TextRole::Code)
        return fontOf(m_options.uiFamilies, pxF(sizeOf(role)), weight);
    QFont code = fontOf(m_options.monoFamilies, pxF(Measure::FsCode), weight);
    code.setStyleStrategy(QFont::PreferNoShaping); // fonts of code make one dash of "--", and an arrow of "->"
    return code;
}

QFont Theme::font(double designPixels, QFont::Weight weight) const
{
    return fontOf(m_options.uiFamilies, designPixels * m_options.textScale, weight);
}

QFont Theme::monoFont(double designPixels, QFont::Weight weight) const
{
    return fontOf(m_options.monoFamilies, designPixels * m_options.textScale, weight);
}

QPalette Theme::palette() const
{
    QPalette result;
    const auto set = [&](QPalette::ColorRole role, Color token) { result.setColor(role, color(token)); };
    set(QPalette::Window, Color::BgWindow);
    set(QPalette::Base, Color::BgInput);
    set(QPalette::AlternateBase, Color::BgSunken);
    set(QPalette::Button, Color::BgRaised);
    set(QPalette::WindowText, Color::Text1);
    set(QPalette::Text, Color::Text1);
    set(QPalette::ButtonText, Color::Text1);
    set(QPalette::BrightText, Color::OnAccent);
    set(QPalette::PlaceholderText, Color::Text3);
    set(QPalette::Highlight, Color::Accent);
    set(QPalette::HighlightedText, Color::OnAccent);
    set(QPalette::Link, Color::Accent);
    set(QPalette::LinkVisited, Color::Accent);
    set(QPalette::ToolTipBase, Color::BgTooltip);
    set(QPalette::ToolTipText, Color::TextOnTooltip);
    set(QPalette::Mid, Color::Line2);
    set(QPalette::Midlight, Color::Line1);
    set(QPalette::Dark, Color::Line3);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        result.setColor(QPalette::Disabled, role, color(Color::TextDisabled));
    result.setColor(QPalette::Disabled, QPalette::Highlight, color(Color::BgPressed));
    return result;
}

QString Theme::styleSheet(const QString& sheetTemplate) const
{
    static const QRegularExpression placeholder(QStringLiteral("@(?:px\\(([0-9.]+)\\)|([a-z0-9-]+))"));
    QString result;
    qsizetype at = 0;
    for (auto it = placeholder.globalMatch(sheetTemplate); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        result += QStringView(sheetTemplate).mid(at, match.capturedStart() - at);
        at = match.capturedEnd();
        const QString length = match.captured(1);
        const std::string name = match.captured(2).toStdString();
        if (!length.isEmpty()) {
            result += QStringLiteral("%1px").arg(px(length.toDouble()));
        } else if (const auto c = std::find(colorNames.begin(), colorNames.end(), name); c != colorNames.end()) {
            result += color(static_cast<Color>(c - colorNames.begin())).name(QColor::HexRgb);
        } else if (const auto m = std::find(measureNames.begin(), measureNames.end(), name); m != measureNames.end()) {
            const auto token = static_cast<Measure>(m - measureNames.begin());
            result += QStringLiteral("%1px").arg(name.starts_with("r-") ? static_cast<int>(measure(token)) : px(token));
        } else {
            result += match.captured(0); // left visible, so that the test which looks for '@' finds it
        }
    }
    result += QStringView(sheetTemplate).mid(at);
    return result;
}

QStringList interfaceFamilies()
{
    return desktopFirst(QFontDatabase::systemFont(QFontDatabase::GeneralFont).family(), QStringLiteral("Inter"),
                        {QStringLiteral("Cantarell"), QStringLiteral("Noto Sans"), QStringLiteral("Segoe UI"),
                         QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"),
                         QStringLiteral("PingFang SC"), QStringLiteral("Microsoft YaHei UI"),
                         QStringLiteral("Noto Color Emoji")});
}

QStringList monospaceFamilies()
{
    return desktopFirst(QFontDatabase::systemFont(QFontDatabase::FixedFont).family(), QStringLiteral("JetBrains Mono"),
                        {QStringLiteral("Cascadia Mono"), QStringLiteral("DejaVu Sans Mono"),
                         QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Noto Sans CJK SC")});
}

Scheme schemeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
        ? Scheme::Dark
        : Scheme::Light;
}

namespace {

/// Enter presses the button that has the focus, as Space does; Qt would let it press a dialog's default button instead.
bool isPressedByEnter(QObject* watched, const QKeyEvent& key)
{
    auto* button = qobject_cast<QAbstractButton*>(watched);
    const bool isEnter = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (button == nullptr || !isEnter || key.isAutoRepeat() || (key.modifiers() & ~Qt::KeypadModifier) != 0)
        return false;
    if (qobject_cast<QCheckBox*>(button) != nullptr || qobject_cast<QRadioButton*>(button) != nullptr)
        return false;
    if (auto* push = qobject_cast<QPushButton*>(button); push != nullptr && push->menu() != nullptr)
        push->showMenu();
    else if (auto* tool = qobject_cast<QToolButton*>(button); tool != nullptr && tool->menu() != nullptr)
        tool->showMenu();
    else
        button->click();
    return true;
}

} // namespace

ThemeController::ThemeController(QApplication& application, QObject* parent)
    : QObject(parent)
    , m_application(application)
{
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    // Some desktops hide them, and Qt considers any menu that no menu bar opened a context menu.
    QGuiApplication::styleHints()->setShowShortcutsInContextMenus(true);
    Theme::Options options;
    // Ours is not set yet, so this palette is the desktop's.
    options.scheme = schemeOf(QApplication::palette());
    options.uiFamilies = interfaceFamilies();
    options.monoFamilies = monospaceFamilies();
    m_theme = Theme(std::move(options));
    dress();
    m_application.installEventFilter(this);
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        Theme::Options next = m_theme.options();
        next.scheme = wantedScheme();
        rebuild(std::move(next));
    });
#endif
}

ThemeController::~ThemeController() = default;

Scheme ThemeController::desktopScheme() const
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (const auto scheme = QGuiApplication::styleHints()->colorScheme(); scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark ? Scheme::Dark : Scheme::Light;
#endif
    // Every role but Light is ours (see Theme::palette), so Light tells what the desktop uses.
    return QApplication::palette().color(QPalette::Light).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

Scheme ThemeController::wantedScheme() const
{
    switch (m_choice) {
    case ThemeChoice::Light:
        return Scheme::Light;
    case ThemeChoice::Dark:
        return Scheme::Dark;
    case ThemeChoice::System:
        break;
    }
    return desktopScheme();
}

void ThemeController::setChoice(ThemeChoice choice)
{
    const bool isOther = std::exchange(m_choice, choice) != choice;
    Theme::Options next = m_theme.options();
    next.scheme = wantedScheme();
    rebuild(std::move(next));
    if (isOther)
        emit choiceChanged();
}

void ThemeController::setTextScale(double scale)
{
    Theme::Options next = m_theme.options();
    next.textScale = scale;
    rebuild(std::move(next));
}

void ThemeController::setHighContrast(bool on)
{
    Theme::Options next = m_theme.options();
    next.highContrast = on;
    rebuild(std::move(next));
}

void ThemeController::rebuild(Theme::Options options)
{
    Theme next(std::move(options));
    if (next.options() == m_theme.options())
        return;
    m_theme = std::move(next);
    dress();
    emit changed();
}

void ThemeController::dress()
{
    const QScopedValueRollback<bool> guard(m_isDressing, true);
    QApplication::setPalette(m_theme.palette());
    QApplication::setFont(m_theme.font(TextRole::Ui));
    QFile sheet(QStringLiteral(":/quarterdeck/theme/widgets.qss"));
    if (sheet.open(QIODevice::ReadOnly))
        m_application.setStyleSheet(m_theme.styleSheet(QString::fromUtf8(sheet.readAll())));
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == &m_application && !m_isDressing
        && m_choice == ThemeChoice::System) {
        // Queued: Qt is still passing the new palette to the windows.
        QTimer::singleShot(0, this, [this] { setChoice(m_choice); });
    }
    if (event->type() == QEvent::KeyPress && isPressedByEnter(watched, static_cast<const QKeyEvent&>(*event)))
        return true;
    return QObject::eventFilter(watched, event);
}

} // namespace quarterdeck::ui::theme
