#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QRegularExpression>

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

} // namespace quarterdeck::ui::theme
