#pragma once

#include "ui/present/team_member.h"

#include <QAbstractListModel>

namespace quarterdeck::ui {

/// The team in hire order, one row each. Projects the value it was given; ui thread.
class TeamListModel final : public QAbstractListModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamListModel)

public:
    enum Role { MemberRole = Qt::UserRole, WordsRole };

    explicit TeamListModel(QObject* parent = nullptr);

    void setTeam(view::Team team);
    const view::Team& team() const { return m_team; }
    /// The time from which ages are measured.
    void setNow(conversation::Timestamp now);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    view::Team m_team;
    conversation::Timestamp m_now;
};

} // namespace quarterdeck::ui

Q_DECLARE_METATYPE(quarterdeck::ui::view::TeamMember)
