#include "ui/panels/session_list_model.h"

#include "ui/present/quantities.h"
#include "ui/present/sessions.h"
#include "ui/theme/labels.h"

#include <QCollator>
#include <QDateTime>
#include <QString>

#include <algorithm>
#include <map>
#include <utility>

namespace quarterdeck::ui {

/// Which sessions of the list match what was typed above it. Pure; case does not matter.

/// In its title, a tag (also typed as "#tag") or its note. An empty text matches all.
[[nodiscard]] bool matches(const view::SessionRow& row, const QString& typed);
/// If only its note matches: the note, from shortly before the match. Otherwise empty.
[[nodiscard]] QString noteThatMatches(const view::SessionRow& row, const QString& typed);

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

namespace {

QDate dayOf(conversation::Timestamp time) { return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch).date(); }

/// Sorted as the language does, "Run 9" before "Run 10".
QCollator inOrderOfWords()
{
    QCollator collator{QLocale()};
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    collator.setNumericMode(true);
    return collator;
}

/// A copy has the same times as its original: which comes first must not change with every update.
bool isNewer(const view::SessionRow& a, const view::SessionRow& b)
{
    return a.lastActivity == b.lastActivity ? a.id < b.id : a.lastActivity > b.lastActivity;
}

/// In the order of `before`, followed by the new ones.
view::SharedSessionRows inOrderOf(const view::SharedSessionRows& before, view::SharedSessionRows rows)
{
    QHash<QStringView, qsizetype> places;
    places.reserve(static_cast<qsizetype>(before.size()));
    for (const view::SharedSessionRow& row : before)
        places.insert(row->id, places.size());
    std::vector<std::pair<qsizetype, view::SharedSessionRow>> placed;
    placed.reserve(rows.size());
    for (view::SharedSessionRow& row : rows)
        placed.emplace_back(places.value(row->id, places.size()), std::move(row));
    std::stable_sort(placed.begin(), placed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = std::move(placed[i].second);
    return rows;
}

/// If only the note contains what was typed, the line shows the note.
view::SharedSessionRow withNote(const view::SharedSessionRow& row, const QString& typed)
{
    const QString note = noteThatMatches(*row, typed);
    if (note.isEmpty())
        return row;
    view::SessionRow other = *row;
    other.detail = note;
    other.tags.clear(); // the line is the note's
    return std::make_shared<const view::SessionRow>(std::move(other));
}

} // namespace

SessionListModel::SessionListModel(QObject* parent) : QAbstractListModel(parent) { }

view::SharedSessionRows SessionListModel::shared(view::SessionRows rows)
{
    view::SharedSessionRows result;
    result.reserve(rows.size());
    for (view::SessionRow& row : rows)
        result.push_back(std::make_shared<const view::SessionRow>(std::move(row)));
    return result;
}

void SessionListModel::setSharedSessions(view::SharedSessionRows rows)
{
    // Comparing titles is slow; in their previous order they need not be sorted again.
    m_rows = m_order == view::SessionOrder::Title ? inOrderOf(m_rows, std::move(rows)) : std::move(rows);
    sortRows();
    rebuild();
}

void SessionListModel::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    rebuild();
}

void SessionListModel::setFound(view::FoundMessages found)
{
    if (found == m_found)
        return;
    m_found = std::move(found);
    rebuild();
}

void SessionListModel::setOrder(view::SessionOrder order)
{
    m_order = order;
    sortRows();
    rebuild();
    retranslate(); // what stands beside the titles
}

void SessionListModel::setSizes(QHash<QString, qint64> sizes)
{
    m_sizes = std::move(sizes);
    sortRows();
    rebuild();
    retranslate();
}

void SessionListModel::setArchiveShown(bool isShown)
{
    m_isArchiveShown = isShown;
    rebuild();
}

void SessionListModel::setNeedsYou(int count)
{
    m_needsYou = count;
    rebuild();
    if (!m_entries.empty() && m_entries.front().kind == Kind::NeedsYou)
        emit dataChanged(index(0), index(0));
}

void SessionListModel::setCurrent(const QString& sessionId)
{
    const QString before = std::exchange(m_current, sessionId);
    for (const QString& id : {before, sessionId}) {
        if (const QModelIndex at = indexOf(id); at.isValid())
            emit dataChanged(at, at, {CurrentRole});
    }
}

void SessionListModel::setNow(conversation::Timestamp now)
{
    m_now = now;
    const QDate day = dayOf(now);
    const conversation::Timestamp today{day.startOfDay().toMSecsSinceEpoch()};
    if (std::exchange(m_today, today) != today)
        rebuild(); // midnight moves sessions from Today to Earlier
    if (!m_entries.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_entries.size()) - 1), {WhenRole});
}

QModelIndex SessionListModel::indexOf(const QString& sessionId) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.kind == Kind::Session && entry.row->id == sessionId;
    });
    return found == m_entries.end() ? QModelIndex() : index(static_cast<int>(found - m_entries.begin()));
}

bool SessionListModel::isShown(theme::StateGlyph glyph) const
{
    return std::any_of(m_entries.begin(), m_entries.end(),
                       [&](const Entry& entry) { return entry.row && entry.row->glyph == glyph; });
}

int SessionListModel::firstArchived() const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [](const Entry& entry) {
        return entry.kind == Kind::Session && entry.group == Group::Archive;
    });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int SessionListModel::firstFound() const
{
    const auto found = std::ranges::find(m_entries, Kind::Message, &Entry::kind);
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

SessionListModel::Group SessionListModel::groupOf(const view::SessionRow& row) const
{
    if (row.isArchived)
        return Group::Archive;
    if (row.isPinned)
        return Group::Pinned;
    if (m_order != view::SessionOrder::Activity)
        return Group::Sorted;
    if (row.isLive)
        return Group::Running;
    if (row.isSample)
        return Group::Samples;
    // A long recording without times ends in the future: its messages are a second apart, counted from when its file
    // was written.
    return row.lastActivity >= m_today ? Group::Today : Group::Earlier;
}

bool SessionListModel::isWanted(const view::SessionRow& row) const
{
    if (m_filter.isEmpty())
        return !row.isArchived || m_isArchiveShown;
    return matches(row, m_filter);
}

void SessionListModel::sortRows()
{
    using Row = view::SharedSessionRow;
    const auto by = [this](const auto& order) {
        const auto isBefore = [&order](const Row& a, const Row& b) {
            const int sign = order(*a, *b);
            return sign == 0 ? isNewer(*a, *b) : sign < 0;
        };
        if (!std::is_sorted(m_rows.begin(), m_rows.end(), isBefore)) // it mostly is
            std::sort(m_rows.begin(), m_rows.end(), isBefore);
    };
    const auto largestFirst = [](auto a, auto b) { return a > b ? -1 : a < b ? 1 : 0; };
    switch (m_order) {
    case view::SessionOrder::Activity:
        by([](const auto&, const auto&) { return 0; });
        break;
    case view::SessionOrder::Title:
        by([collator = inOrderOfWords()](const auto& a, const auto& b) { return collator.compare(a.title, b.title); });
        break;
    case view::SessionOrder::Start:
        by([&](const auto& a, const auto& b) {
            return largestFirst(a.startedAt.msSinceEpoch, b.startedAt.msSinceEpoch);
        });
        break;
    case view::SessionOrder::Size:
        by([&](const auto& a, const auto& b) { return largestFirst(m_sizes.value(a.id), m_sizes.value(b.id)); });
        break;
    }
}

std::vector<SessionListModel::Entry> SessionListModel::wanted() const
{
    std::vector<Entry> result;
    if (m_needsYou > 0)
        result.push_back({Kind::NeedsYou, Group::Running, {}});
    addSessions(result);
    addFound(result);
    return result;
}

void SessionListModel::addSessions(std::vector<Entry>& entries) const
{
    std::map<Group, std::vector<const view::SharedSessionRow*>> groups; // in the order of the list
    for (const view::SharedSessionRow& row : m_rows)
        if (isWanted(*row))
            groups[groupOf(*row)].push_back(&row);
    for (const auto& [group, rows] : groups) {
        entries.push_back({Kind::Heading, group});
        for (const view::SharedSessionRow* row : rows)
            entries.push_back({Kind::Session, group, m_filter.isEmpty() ? *row : withNote(*row, m_filter)});
    }
}

void SessionListModel::addFound(std::vector<Entry>& entries) const
{
    if (!m_found.isAsked)
        return;
    entries.push_back({Kind::Heading, Group::Messages, {}});
    for (const view::FoundMessage& message : m_found.messages)
        entries.push_back({Kind::Message, Group::Messages, {}, std::make_shared<const view::FoundMessage>(message)});
    if (!noteOnFound().isEmpty())
        entries.push_back({Kind::Note, Group::Messages, {}});
}

QString SessionListModel::noteOnFound() const
{
    if (m_found.isReading)
        return tr("Searching…");
    if (!m_found.note.isEmpty())
        return m_found.note;
    return m_found.messages.empty() ? tr("No message matches.") : QString();
}

int SessionListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant SessionListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        if (entry.kind == Kind::NeedsYou)
            return tr("Needs you");
        if (entry.kind == Kind::Note)
            return noteOnFound();
        if (entry.kind == Kind::Message)
            return entry.message->excerpt;
        return entry.kind == Kind::Heading ? headingOf(entry.group) : entry.row->title;
    case Qt::AccessibleTextRole:
        return accessibleText(entry);
    case Qt::ToolTipRole:
        return entry.kind == Kind::Session ? toolTipOf(*entry.row) : QString();
    case KindRole:
        return QVariant::fromValue(static_cast<int>(entry.kind));
    case RowRole:
        return QVariant::fromValue(entry.row ? *entry.row : view::SessionRow());
    case CurrentRole:
        return entry.kind == Kind::Session && entry.row->id == m_current;
    case MessageRole:
        return QVariant::fromValue(entry.message ? *entry.message : view::FoundMessage());
    case WhenRole:
        if (entry.kind == Kind::Message)
            return entry.message->time ? wording::whenInList(*entry.message->time, m_now) : QString();
        return entry.kind == Kind::Session ? whenOf(*entry.row) : QString();
    case CountRole:
        return entry.kind == Kind::NeedsYou ? m_needsYou : entry.row ? entry.row->questions : 0;
    default:
        return {};
    }
}

Qt::ItemFlags SessionListModel::flags(const QModelIndex& index) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return Qt::NoItemFlags;
    const Kind kind = m_entries[static_cast<std::size_t>(index.row())].kind;
    const bool isText = kind == Kind::Heading || kind == Kind::Note;
    return isText ? Qt::ItemNeverHasChildren : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QString SessionListModel::headingOf(Group group) const
{
    switch (group) {
    case Group::Pinned:
        return tr("Pinned");
    case Group::Sorted:
        return m_order == view::SessionOrder::Title ? tr("By title")
            : m_order == view::SessionOrder::Start  ? tr("By start time")
                                                    : tr("By size");
    case Group::Archive:
        return tr("Archive");
    case Group::Running:
        return tr("Running");
    case Group::Today:
        return tr("Today");
    case Group::Earlier:
        return tr("Earlier");
    case Group::Samples:
        return tr("Samples");
    case Group::Messages:
        return tr("Messages");
    }
    return {};
}

QString SessionListModel::whenOf(const view::SessionRow& row) const
{
    if (m_order == view::SessionOrder::Size)
        return m_sizes.contains(row.id) ? wording::bytes(m_sizes.value(row.id)) : QString();
    if (!row.areTimesKnown)
        return {};
    if (row.isSample && !row.isLive)
        //: how long a recorded session took
        return row.length ? tr("%1 long").arg(wording::duration(row.length->count())) : QString();
    return row.isLive                             ? wording::whenInList(row.lastActivity, m_now)
        : dayOf(row.lastActivity) == dayOf(m_now) ? wording::clockTime(row.lastActivity)
                                                  : wording::whenInList(row.lastActivity, m_now);
}

/// What does not fit into the row; empty if there is nothing.
QString SessionListModel::toolTipOf(const view::SessionRow& row) const
{
    QStringList lines;
    if (!row.failure.isEmpty())
        lines.append(row.failure);
    if (!row.tags.isEmpty())
        lines.append(QStringLiteral("#") + row.tags.join(QStringLiteral(" #")));
    if (!row.note.isEmpty())
        lines.append(row.note);
    if (row.connection) {
        lines.append(
            tr("%1 · %2", "by what a program connects, since when").arg(row.connection->who, row.connection->since));
        if (!row.connection->error.isEmpty())
            lines.append(row.connection->error);
    }
    return lines.isEmpty() ? QString() : theme::plainToolTip(row.title + u'\n' + lines.join(u'\n'));
}

QString SessionListModel::accessibleText(const Entry& entry) const
{
    switch (entry.kind) {
    case Kind::NeedsYou:
        return tr("Needs you: %n", nullptr, m_needsYou);
    case Kind::Heading:
        return headingOf(entry.group);
    case Kind::Note:
        return noteOnFound();
    case Kind::Message:
        return accessibleText(*entry.message);
    case Kind::Session:
        break;
    }
    const view::SessionRow& row = *entry.row;
    QStringList parts{row.title, row.detail, row.failure, row.tags.join(QStringLiteral(", ")), whenOf(row)};
    if (row.questions > 0)
        parts.append(tr("%n question(s) for you", nullptr, row.questions));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QString SessionListModel::accessibleText(const view::FoundMessage& message) const
{
    const QString when = message.time ? wording::whenInList(*message.time, m_now) : QString();
    QStringList parts{message.speaker, message.isPrivate ? tr("private") : QString(), message.title, when,
                      message.excerpt};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

void SessionListModel::retranslate()
{
    if (!m_entries.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_entries.size()) - 1));
}

} // namespace quarterdeck::ui
