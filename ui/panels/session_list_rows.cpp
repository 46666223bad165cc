#include "ui/panels/session_list_model.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

// Turns the list into what it is to show while views keep track of their rows.
namespace quarterdeck::ui {

bool SessionListModel::Entry::isSameThing(const Entry& other) const
{
    if (kind != other.kind)
        return false;
    switch (kind) {
    case Kind::NeedsYou:
    case Kind::Note:
        return true;
    case Kind::Heading:
        return group == other.group;
    case Kind::Message:
        return message->session == other.message->session && message->seq == other.message->seq;
    case Kind::Session:
        return row == other.row || row->id == other.row->id;
    }
    return false;
}

bool SessionListModel::Entry::operator==(const Entry& other) const
{
    const auto isSame = [](const auto& a, const auto& b) { return a == b || (a && b && *a == *b); };
    return kind == other.kind && group == other.group && isSame(row, other.row) && isSame(message, other.message);
}

bool SessionListModel::Entry::isBefore(const Entry& a, const Entry& b)
{
    // Only headings are identified by group: a session stays itself when it moves to another.
    const auto key = [](const Entry& entry) {
        const bool isHeading = entry.kind == Kind::Heading;
        return std::tuple<Kind, Group, QStringView, QStringView, conversation::EventSeq>(
            entry.kind, isHeading ? entry.group : Group{}, entry.row ? QStringView(entry.row->id) : QStringView(),
            entry.message ? QStringView(entry.message->session) : QStringView(),
            entry.message ? entry.message->seq : conversation::EventSeq{});
    };
    return key(a) < key(b);
}

// Equal entries at both ends stay. In between, unwanted ones are removed, the rest is reordered, and new ones are
// inserted. Nothing that stays is ever removed, or the focused row would become another session's.
void SessionListModel::rebuild()
{
    std::vector<Entry> next = wanted();
    const auto same = [](const Entry& a, const Entry& b) { return a.isSameThing(b); };
    const std::size_t shorter = std::min(m_entries.size(), next.size());
    std::size_t head = 0;
    while (head < shorter && same(m_entries[head], next[head]))
        ++head;
    std::size_t tail = 0;
    while (tail < shorter - head && same(m_entries[m_entries.size() - 1 - tail], next[next.size() - 1 - tail]))
        ++tail;
    const bool isOther = head + tail < std::max(m_entries.size(), next.size());
    if (isOther) {
        m_isChanging = true;
        exchange({next.data() + head, next.size() - head - tail}, head, m_entries.size() - head - tail);
        m_isChanging = false;
    }
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (m_entries[i] != next[i]) {
            m_entries[i] = std::move(next[i]);
            emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
        }
    }
    if (isOther)
        emit rowsSettled();
}

/// Replaces `count` entries from `first` on by `next`.
void SessionListModel::exchange(std::span<const Entry> next, std::size_t first, std::size_t count)
{
    std::multimap<std::reference_wrapper<const Entry>, std::size_t, bool (*)(const Entry&, const Entry&)> places(
        Entry::isBefore);
    for (std::size_t i = 0; i < next.size(); ++i)
        places.emplace(next[i], i);
    std::vector<std::optional<std::size_t>> goals; // of the entries there are, in `next`
    std::vector<bool> isThere(next.size());
    for (std::size_t i = first; i < first + count; ++i) {
        const auto place = places.find(m_entries[i]);
        goals.push_back(place == places.end() ? std::nullopt : std::optional(place->second));
        if (place != places.end()) {
            isThere[place->second] = true;
            places.erase(place);
        }
    }
    removeUnwanted(goals, first);
    std::erase(goals, std::nullopt);
    putInOrder(goals, first);
    insertMissing(next, isThere, first);
}

/// From the end, so that earlier positions stay valid.
void SessionListModel::removeUnwanted(const std::vector<std::optional<std::size_t>>& goals, std::size_t first)
{
    for (std::size_t end = goals.size(); end > 0;) {
        std::size_t begin = end;
        while (begin > 0 && !goals[begin - 1])
            --begin;
        if (begin < end) {
            const auto row = static_cast<std::ptrdiff_t>(first + begin);
            const auto past = static_cast<std::ptrdiff_t>(first + end);
            beginRemoveRows({}, static_cast<int>(row), static_cast<int>(past) - 1);
            m_entries.erase(m_entries.begin() + row, m_entries.begin() + past);
            endRemoveRows();
        }
        end = begin > 0 ? begin - 1 : 0;
    }
}

void SessionListModel::putInOrder(const std::vector<std::optional<std::size_t>>& goals, std::size_t first)
{
    if (std::ranges::is_sorted(goals))
        return;
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    std::vector<std::size_t> order(goals.size()); // where what stands in a place comes from
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t from) { return goals[from]; });
    const std::vector<Entry> before(m_entries.begin() + static_cast<std::ptrdiff_t>(first),
                                    m_entries.begin() + static_cast<std::ptrdiff_t>(first + goals.size()));
    QModelIndexList from;
    QModelIndexList to;
    for (std::size_t place = 0; place < order.size(); ++place) {
        m_entries[first + place] = before[order[place]];
        from.append(index(static_cast<int>(first + order[place])));
        to.append(index(static_cast<int>(first + place)));
    }
    changePersistentIndexList(from, to);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void SessionListModel::insertMissing(std::span<const Entry> next, const std::vector<bool>& isThere, std::size_t first)
{
    for (std::size_t begin = 0; begin < next.size(); ++begin) {
        if (isThere[begin])
            continue;
        std::size_t end = begin;
        while (end < next.size() && !isThere[end])
            ++end;
        beginInsertRows({}, static_cast<int>(first + begin), static_cast<int>(first + end) - 1);
        m_entries.insert(m_entries.begin() + static_cast<std::ptrdiff_t>(first + begin),
                         next.begin() + static_cast<std::ptrdiff_t>(begin),
                         next.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
        begin = end;
    }
}

} // namespace quarterdeck::ui
