#include "ui/panels/team_list_model.h"

#include "ui/panels/team_text.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

TeamListModel::TeamListModel(QObject* parent) : QAbstractListModel(parent) { }

void TeamListModel::setTeam(view::Team team)
{
    const auto before = static_cast<int>(m_team.size());
    const auto after = static_cast<int>(team.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_team.resize(team.size());
        endRemoveRows();
    }
    for (std::size_t i = 0; i < m_team.size(); ++i) {
        if (m_team[i] == team[i])
            continue;
        m_team[i] = team[i];
        emit dataChanged(index(static_cast<int>(i)), index(static_cast<int>(i)));
    }
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        m_team = std::move(team);
        endInsertRows();
    }
}

void TeamListModel::setNow(conversation::Timestamp now)
{
    m_now = now;
    if (!m_team.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {WordsRole, Qt::AccessibleTextRole});
}

int TeamListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_team.size());
}

QVariant TeamListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const view::TeamMember& member = m_team[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return member.name;
    case Qt::AccessibleTextRole:
        return team::accessibleWords(member, m_now);
    case Qt::ToolTipRole:
        return team::toolTip(member);
    case WordsRole:
        return team::stateWords(member, m_now);
    case MemberRole:
        return QVariant::fromValue(member);
    default:
        return {};
    }
}

} // namespace quarterdeck::ui
