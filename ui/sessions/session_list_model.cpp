#include "ui/sessions/session_list_model.h"

#include "session_filter.h"

#include "ui/theme/tool_tip.h"
#include "ui/wording/quantities.h"

#include <QCollator>
#include <QDateTime>

#include <algorithm>
#include <map>
#include <utility>

namespace quarterdeck::ui {

namespace {

QDate dayOf(conversation::Timestamp time) { return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch).date(); }

/// As the language sorts words, "Run 9" before "Run 10".
QCollator inOrderOfWords()
{
    QCollator collator{QLocale()};
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    collator.setNumericMode(true);
    return collator;
}

} // namespace

SessionListModel::SessionListModel(QObject* parent) : QAbstractListModel(parent) { }

void SessionListModel::setSessions(view::SessionRows rows)
{
    m_rows = std::move(rows);
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
    rebuild(); // midnight moves sessions from Today to Earlier
    if (!m_entries.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_entries.size()) - 1), {WhenRole});
}

QModelIndex SessionListModel::indexOf(const QString& sessionId) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.kind == Kind::Session && entry.row.id == sessionId;
    });
    return found == m_entries.end() ? QModelIndex() : index(static_cast<int>(found - m_entries.begin()));
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
    // A long recording without times ends in the future: its messages are a second apart, from when its file was
    // written.
    return dayOf(row.lastActivity) >= dayOf(m_now) ? Group::Today : Group::Earlier;
}

bool SessionListModel::isWanted(const view::SessionRow& row) const
{
    if (m_filter.isEmpty())
        return !row.isArchived || m_isArchiveShown;
    return matches(row, m_filter);
}

void SessionListModel::sortRows()
{
    const auto by = [this](const auto& isBefore) { std::stable_sort(m_rows.begin(), m_rows.end(), isBefore); };
    using Row = view::SessionRow;
    // A copy has the times of what it was made from: which of them comes first must not change with every update.
    by([](const Row& a, const Row& b) {
        return a.lastActivity == b.lastActivity ? a.id < b.id : a.lastActivity > b.lastActivity;
    });
    switch (m_order) {
    case view::SessionOrder::Activity:
        break;
    case view::SessionOrder::Title:
        by([collator = inOrderOfWords()](const Row& a, const Row& b) {
            return collator.compare(a.title, b.title) < 0;
        });
        break;
    case view::SessionOrder::Start:
        by([](const Row& a, const Row& b) { return a.startedAt > b.startedAt; });
        break;
    case view::SessionOrder::Size:
        by([this](const Row& a, const Row& b) { return m_sizes.value(a.id) > m_sizes.value(b.id); });
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
    std::map<Group, std::vector<const view::SessionRow*>> groups; // in the order of the list
    for (const view::SessionRow& row : m_rows)
        if (isWanted(row))
            groups[groupOf(row)].push_back(&row);
    for (const auto& [group, rows] : groups) {
        entries.push_back({Kind::Heading, group, {}});
        for (const view::SessionRow* row : rows) {
            entries.push_back({Kind::Session, group, *row});
            if (const QString note = noteThatMatches(*row, m_filter); !note.isEmpty()) {
                entries.back().row.detail = note;
                entries.back().row.tags.clear(); // the line is the note's
            }
        }
    }
}

void SessionListModel::addFound(std::vector<Entry>& entries) const
{
    if (!m_found.isAsked)
        return;
    entries.push_back({Kind::Heading, Group::Messages, {}});
    for (const view::FoundMessage& message : m_found.messages)
        entries.push_back({Kind::Message, Group::Messages, {}, message});
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
            return entry.message.excerpt;
        return entry.kind == Kind::Heading ? headingOf(entry.group) : entry.row.title;
    case Qt::AccessibleTextRole:
        return accessibleText(entry);
    case Qt::ToolTipRole:
        return entry.kind == Kind::Session ? toolTipOf(entry.row) : QString();
    case KindRole:
        return QVariant::fromValue(static_cast<int>(entry.kind));
    case RowRole:
        return QVariant::fromValue(entry.row);
    case CurrentRole:
        return entry.kind == Kind::Session && entry.row.id == m_current;
    case MessageRole:
        return QVariant::fromValue(entry.message);
    case WhenRole:
        if (entry.kind == Kind::Message)
            return entry.message.time ? wording::whenInList(*entry.message.time, m_now) : QString();
        return entry.kind == Kind::Session ? whenOf(entry.row) : QString();
    case CountRole:
        return entry.kind == Kind::NeedsYou ? m_needsYou : entry.row.questions;
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
            : m_order == view::SessionOrder::Start  ? tr("By start")
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

/// What has no room in the row; empty when there is nothing.
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
        return accessibleText(entry.message);
    case Kind::Session:
        break;
    }
    QStringList parts{entry.row.title, entry.row.detail, entry.row.failure, entry.row.tags.join(QStringLiteral(", ")),
                      whenOf(entry.row)};
    if (entry.row.questions > 0)
        parts.append(tr("%n question(s) for you", nullptr, entry.row.questions));
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
