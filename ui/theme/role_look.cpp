#include "ui/theme/role_look.h"

#include <QHash>
#include <QList>

#include <algorithm>

namespace quarterdeck::ui::theme {

namespace {

// Code points rather than UTF-16 units: a name may start with a letter outside the first plane.
using Letters = QList<char32_t>;

Letters lettersOf(const QString& name)
{
    Letters result;
    for (const uint point : name.toUcs4()) {
        if (QChar::isLetterOrNumber(point))
            result.append(point);
    }
    return result;
}

QString textOf(char32_t first) { return QString::fromUcs4(&first, 1); }

QString joined(char32_t first, char32_t second)
{
    return textOf(QChar::toUpper(first)) + textOf(QChar::toLower(second));
}

// First the letter a person would choose, then the one that distinguishes most names, then whatever is left.
QStringList pairsFor(const QString& name)
{
    const Letters letters = lettersOf(name);
    QStringList result;
    if (letters.size() < 2)
        return result;
    result.append(joined(letters[0], letters[1]));
    result.append(joined(letters[0], letters.last()));
    for (qsizetype i = 2; i < letters.size(); ++i)
        result.append(joined(letters[0], letters[i]));
    for (char32_t digit = U'2'; digit <= U'9'; ++digit)
        result.append(joined(letters[0], digit));
    return result;
}

QString firstOf(const QString& name)
{
    const Letters letters = lettersOf(name);
    return letters.isEmpty() ? QStringLiteral("?") : textOf(QChar::toUpper(letters[0]));
}

} // namespace

Color roleColor(int hue, RoleShade shade)
{
    static_assert(static_cast<int>(Color::Role12Line) - static_cast<int>(Color::Role1) == roleHueCount * 4 - 1,
                  "the role colours stand side by side, four for each hue");
    if (hue >= 1 && hue <= roleHueCount)
        return static_cast<Color>(static_cast<int>(Color::Role1) + (hue - 1) * 4 + static_cast<int>(shade));
    switch (shade) {
    case RoleShade::Text:
        return Color::Text1;
    case RoleShade::Fill:
        return Color::BgPressed;
    case RoleShade::On:
        return Color::Text2;
    case RoleShade::Line:
        return Color::Line3;
    }
    return Color::Text1;
}

QStringList initialsFor(const QStringList& names)
{
    QHash<QString, int> shared;
    for (const QString& name : names)
        ++shared[firstOf(name)];
    QStringList result;
    for (const QString& name : names) {
        QString initials = firstOf(name);
        if (shared.value(initials) > 1) {
            for (const QString& pair : pairsFor(name)) {
                if (!result.contains(pair)) {
                    initials = pair;
                    break;
                }
            }
        }
        result.append(initials);
    }
    return result;
}

namespace {
constexpr int lanesAtFullPitch = 6;
constexpr double narrowPitch = 11;
constexpr int fullPitch = 15; // what is left free beside the last lane
// px of window, at 100 % text
constexpr double notAllBelow = 820;
constexpr double noneBelow = 740;
} // namespace

RailLanes firstLanes(const Theme& theme, int lanes)
{
    const int count = std::min(lanes, static_cast<int>(RailLanes::most));
    Theme::Options options = theme.options();
    options.textScale = 1.0;
    const RailGeometry geometry = railGeometry(Theme(options), lanes);
    RailLanes rail;
    for (int index = 0; index < count; ++index) {
        const bool isOthers = index + 1 == count && count < lanes;
        rail.lanes.push_back({isOthers ? RailLanes::others : index, geometry.laneX(index) + 0.5});
    }
    const int needed = geometry.laneX(count - 1) + fullPitch;
    rail.width = std::max(geometry.width, needed);
    return rail;
}

RailMode railModeFor(const Theme& theme, int windowWidth)
{
    if (windowWidth < theme.px(noneBelow))
        return RailMode::None;
    return windowWidth < theme.px(notAllBelow) ? RailMode::InView : RailMode::All;
}

RailGeometry railGeometry(const Theme& theme, int lanes)
{
    const int pitch = lanes > lanesAtFullPitch ? theme.px(narrowPitch) : theme.px(Measure::LanePitch);
    return {theme.px(Measure::LaneFirst), pitch, theme.px(Measure::WRail)};
}

} // namespace quarterdeck::ui::theme
