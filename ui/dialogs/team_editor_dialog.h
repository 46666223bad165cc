#pragma once

#include "model/agents/definition/team_definition.h"
#include "ui/present/new_session.h"

#include <QDialog>
#include <QStringList>
#include <QStyledItemDelegate>

#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QListWidget;
class QMenu;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QStackedWidget;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// The parts of a team in a list: the whole, and its members with their avatars. A part with a mistake has a mark,
/// which its accessible text puts into words. Thread: ui; `theme` must outlive it.
class PartDelegate final : public QStyledItemDelegate
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PartDelegate)

public:
    /// Beside DisplayRole. A row without initials is the team itself.
    enum DataRole { ProfileRole = Qt::UserRole, InitialsRole, HueRole, LeaderRole, WrongRole };

    PartDelegate(const theme::ThemeController& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) { }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    const theme::ThemeController& m_theme;
};

class RoleForm;
class TeamForm;

namespace theme {
class ComboBox;
class TextLabel;
} // namespace theme

/// One of the person's teams, as stored and as edited.
struct EditedTeam
{
    QString id;                ///< of what is saved; empty = new
    team::TeamDefinition kept; ///< meaningless for a new one
    team::TeamDefinition team;
    [[nodiscard]] bool isChanged() const { return id.isEmpty() || !(kept == team); }
};

/// The person's teams: which there are, and everything about one of them. Mistakes are reported while typing, in the
/// words of the reader of team files. Nothing is stored before *Save*; leaving with changes asks once more. Non-modal.
/// Thread: ui; `theme` must outlive it.
class TeamEditorDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamEditorDialog)

public:
    /// Those that come with the program, in the window's language.
    using Templates = std::function<std::vector<team::TeamDefinition>()>;
    TeamEditorDialog(const theme::ThemeController& theme, Templates templates, QWidget* parent = nullptr);

    void setTeams(std::vector<EditedTeam> teams);
    void setConnections(const QList<view::ConnectionRow>& connections);
    /// Adds a new one and shows it. It gets a number if another has its name.
    void add(const team::TeamDefinition& team);
    /// Shows the team of this id.
    void choose(const QString& id);

    [[nodiscard]] const std::vector<EditedTeam>& teams() const { return m_teams; }
    /// Ids of those that the person removed.
    [[nodiscard]] const QStringList& removed() const { return m_removed; }
    /// Its current state is stored, under this id.
    void setKept(std::size_t index, const QString& id, const team::TeamDefinition& kept);
    void setRemoved(const QString& id) { m_removed.removeAll(id); }
    [[nodiscard]] bool hasChanges() const;
    /// A sentence, shown until something else is done.
    void setFailure(const QString& sentence);

    /// Asks once whether changes may be lost.
    void reject() override;

signals:
    void saveRequested();
    void importRequested();
    void exportRequested(const quarterdeck::team::TeamDefinition& team);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Problem
    {
        int team = -1;
        int part = 0; ///< row of the list of parts
        QString sentence;
    };

    void arrange();
    void connectParts();
    void fillTemplates();
    void fillTeams(int current);
    void fillParts(int current);
    void markParts();
    void showTeam();
    void showPart();
    void takeForms();
    void addRole();
    void copyTeam();
    void removeTeam();
    void removeRole();
    void moveRole(int by);
    void followName(const std::string& before, const std::string& now);
    void refresh();
    [[nodiscard]] Problem problem() const;
    [[nodiscard]] Problem problemOf(int index) const;
    [[nodiscard]] QString freeName(const QString& wanted) const;
    [[nodiscard]] EditedTeam* current();
    [[nodiscard]] int role() const; ///< negative = the team itself
    void retranslate();

    const theme::ThemeController& m_theme;
    Templates m_templates;
    theme::ComboBox* m_choice;
    QPushButton* m_new;
    QMenu* m_newMenu;
    QPushButton* m_copy;
    QPushButton* m_export;
    QPushButton* m_remove;
    QStackedLayout* m_middle; ///< the body, or the text shown if there is no team
    QWidget* m_body;
    QListWidget* m_parts;
    QPushButton* m_addRole;
    QToolButton* m_up;
    QToolButton* m_down;
    QToolButton* m_removeRole;
    QStackedWidget* m_forms;
    TeamForm* m_teamForm;
    RoleForm* m_roleForm;
    QLabel* m_empty;
    theme::TextLabel* m_state;
    QPushButton* m_cancel;
    QPushButton* m_save;

    std::vector<EditedTeam> m_teams;
    QStringList m_removed;
    QString m_failure;
    bool m_isFilling = false;
    bool m_isWarned = false; ///< that changes are lost
};

} // namespace quarterdeck::ui
