#include "ui/panels/session_filter.h"

#include <algorithm>

namespace quarterdeck::ui {

namespace {

bool holds(const QString& text, const QString& part) { return text.contains(part, Qt::CaseInsensitive); }

bool isNamed(const view::SessionRow& row, const QString& typed)
{
    const QString tag = typed.startsWith(u'#') ? typed.mid(1).trimmed() : typed;
    return holds(row.title, typed)
        || std::any_of(row.tags.begin(), row.tags.end(), [&](const QString& one) { return holds(one, tag); });
}

} // namespace

bool matches(const view::SessionRow& row, const QString& typed)
{
    return isNamed(row, typed) || holds(row.note, typed);
}

QString noteThatMatches(const view::SessionRow& row, const QString& typed)
{
    constexpr qsizetype before = 12;
    if (isNamed(row, typed) || !holds(row.note, typed))
        return {};
    const QString note = row.note.simplified();
    const qsizetype at = note.indexOf(typed, 0, Qt::CaseInsensitive);
    return at <= before ? note : u'…' + note.mid(at - before);
}

} // namespace quarterdeck::ui
