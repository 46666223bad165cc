#include "ui/theme/role_look.h"

#include <QHash>
#include <QList>

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

} // namespace quarterdeck::ui::theme
