#include "ui/dialogs/team_editor_dialog.h"

#include "model/agents/definition/team_definition.h"
#include "ui/dialogs/role_form.h"
#include "ui/dialogs/team_form.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/role_look.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QListWidget>
#include <QMenu>
#include <QPainter>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QString>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

struct TeamProblem
{
    int part = 0; ///< 0 = the team itself, then its roles from 1
    QString sentence;
};

/// Why no file could hold this team, in the words of the reader of such files. Pure.
[[nodiscard]] std::optional<TeamProblem> problemIn(const team::TeamDefinition& team);

namespace {

constexpr int padding = 10;
constexpr int rowHeight = 44;
constexpr int avatarSize = 24;
constexpr int gap = 10;
constexpr int mark = 14;

} // namespace

void PartDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const theme::Theme& look = m_theme.theme();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    theme::paintRowBackground(*painter, look, QRectF(option.rect), isSelected,
                              option.state.testFlag(QStyle::State_MouseOver), look.measure(theme::Measure::R2));
    QRectF place = QRectF(option.rect).adjusted(look.px(padding), 0, -look.px(padding), 0);
    const QString initials = index.data(InitialsRole).toString();
    const QRectF picture(place.left(), place.center().y() - look.px(avatarSize) / 2.0, look.px(avatarSize),
                         look.px(avatarSize));
    if (initials.isEmpty())
        theme::paintIcon(*painter, theme::Icon::Users, picture, look.px(mark + 4), look.color(theme::Color::Text2));
    else
        theme::paintAvatar(*painter, look, picture,
                           {initials, index.data(HueRole).toInt(), false, index.data(LeaderRole).toBool(), false});
    place.setLeft(picture.right() + look.px(gap));
    if (index.data(WrongRole).toBool()) {
        const QRectF sign(place.right() - look.px(mark), place.top(), look.px(mark), place.height());
        theme::paintIcon(*painter, theme::Icon::CircleAlert, sign, look.px(mark),
                         look.color(theme::Color::StatusFailed));
        place.setRight(sign.left() - look.px(gap) / 2.0);
    }
    const QString profile = index.data(ProfileRole).toString();
    QRectF name = place;
    if (!profile.isEmpty())
        name.setBottom(place.center().y() + 1);
    theme::paintText(*painter, name, index.data(Qt::DisplayRole).toString(),
                     look.font(theme::TextRole::Ui, QFont::Medium), look.color(theme::Color::Text1),
                     profile.isEmpty() ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignBottom);
    if (!profile.isEmpty())
        theme::paintText(*painter, place.adjusted(0, place.height() / 2 + 1, 0, 0), profile,
                         look.font(theme::TextRole::Meta), look.color(theme::Color::Text3),
                         Qt::AlignLeft | Qt::AlignTop);
    if (option.state.testFlag(QStyle::State_HasFocus))
        theme::paintRowFocus(*painter, look, QRectF(option.rect), look.measure(theme::Measure::R2));
}

QSize PartDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {0, m_theme.theme().px(rowHeight)};
}

std::optional<TeamProblem> problemIn(const team::TeamDefinition& team)
{
    const auto read = team::teamFromJson(team::jsonOf(team));
    if (read)
        return std::nullopt;
    // The detail starts with the path: "$.roles[1].goal: longer than …"
    static const QRegularExpression role(QStringLiteral(R"(^\$\.roles\[(\d{1,4})\])"));
    const auto found = role.match(QString::fromStdString(read.error().detail));
    return TeamProblem{found.hasMatch() ? found.captured(1).toInt() + 1 : 0,
                       QString::fromStdString(read.error().sentence)};
}

using team::RoleDefinition;
using team::TeamDefinition;

namespace {

bool isNamed(const RoleDefinition& role, const QString& name) { return role.name.str() == name.toStdString(); }

/// The name, or the name with the first free number.
template <typename IsTaken>
QString numbered(const QString& name, IsTaken isTaken)
{
    QString free = name;
    for (int number = 2; isTaken(free); ++number)
        free = QStringLiteral("%1 %2").arg(name).arg(number);
    return free;
}

} // namespace

void TeamEditorDialog::connectParts()
{
    connect(m_choice, &QComboBox::currentIndexChanged, this, &TeamEditorDialog::showTeam);
    connect(m_parts, &QListWidget::currentRowChanged, this, &TeamEditorDialog::showPart);
    connect(m_teamForm, &TeamForm::edited, this, &TeamEditorDialog::takeForms);
    connect(m_roleForm, &RoleForm::edited, this, &TeamEditorDialog::takeForms);
    connect(m_roleForm, &RoleForm::renamed, this, &TeamEditorDialog::followName);
    connect(m_copy, &QPushButton::clicked, this, &TeamEditorDialog::copyTeam);
    connect(m_remove, &QPushButton::clicked, this, &TeamEditorDialog::removeTeam);
    connect(m_addRole, &QPushButton::clicked, this, &TeamEditorDialog::addRole);
    connect(m_removeRole, &QToolButton::clicked, this, &TeamEditorDialog::removeRole);
    connect(m_up, &QToolButton::clicked, this, [this] { moveRole(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { moveRole(1); });
    connect(m_export, &QPushButton::clicked, this, [this] { emit exportRequested(current()->team); });
    connect(m_cancel, &QPushButton::clicked, this, &TeamEditorDialog::reject);
    connect(m_save, &QPushButton::clicked, this, [this] {
        m_failure.clear();
        refresh();
        emit saveRequested();
    });
}

EditedTeam* TeamEditorDialog::current()
{
    const int index = m_choice->currentIndex();
    return index < 0 || index >= static_cast<int>(m_teams.size()) ? nullptr : &m_teams[static_cast<std::size_t>(index)];
}

int TeamEditorDialog::role() const { return m_parts->currentRow() - 1; }

void TeamEditorDialog::setTeams(std::vector<EditedTeam> teams)
{
    m_teams = std::move(teams);
    m_removed.clear();
    fillTeams(m_teams.empty() ? -1 : 0);
}

void TeamEditorDialog::setConnections(const QList<view::ConnectionRow>& connections)
{
    m_teamForm->setConnections(connections);
    m_roleForm->setConnections(connections);
}

QString TeamEditorDialog::freeName(const QString& wanted) const
{
    return numbered(wanted, [this](const QString& name) {
        return std::ranges::any_of(m_teams, [&](const EditedTeam& one) { return one.team.name == name.toStdString(); });
    });
}

void TeamEditorDialog::add(const TeamDefinition& team)
{
    EditedTeam made{{}, {}, team};
    made.team.name = freeName(QString::fromStdString(team.name)).toStdString();
    m_teams.push_back(std::move(made));
    fillTeams(static_cast<int>(m_teams.size()) - 1);
    m_teamForm->focusName();
}

void TeamEditorDialog::choose(const QString& id)
{
    for (std::size_t i = 0; i < m_teams.size(); ++i)
        if (m_teams[i].id == id)
            m_choice->setCurrentIndex(static_cast<int>(i));
}

void TeamEditorDialog::copyTeam()
{
    if (const EditedTeam* from = current())
        add(TeamDefinition(from->team));
}

void TeamEditorDialog::removeTeam()
{
    const int gone = m_choice->currentIndex();
    if (gone < 0)
        return;
    const QString id = m_teams[static_cast<std::size_t>(gone)].id;
    if (!id.isEmpty())
        m_removed.append(id);
    m_teams.erase(m_teams.begin() + gone);
    fillTeams(std::min(gone, static_cast<int>(m_teams.size()) - 1));
}

void TeamEditorDialog::fillTeams(int currentTeam)
{
    {
        const QSignalBlocker quiet(m_choice);
        m_choice->clear();
        for (const EditedTeam& one : m_teams)
            m_choice->addItem(QString::fromStdString(one.team.name));
        m_choice->setCurrentIndex(currentTeam);
    }
    showTeam();
}

void TeamEditorDialog::showTeam()
{
    const EditedTeam* shown = current();
    m_middle->setCurrentIndex(shown != nullptr ? 0 : 1);
    if (shown != nullptr) {
        m_teamForm->setTeam(shown->team);
        fillParts(0);
    }
    refresh();
}

void TeamEditorDialog::fillParts(int currentPart)
{
    {
        const QSignalBlocker quiet(m_parts);
        m_parts->clear();
        for (std::size_t i = 0; i <= current()->team.roles.size(); ++i)
            new QListWidgetItem(m_parts);
        m_parts->setCurrentRow(std::clamp(currentPart, 0, m_parts->count() - 1));
    }
    showPart();
}

/// Updates names, avatars and marks; the set of parts stays.
void TeamEditorDialog::markParts()
{
    EditedTeam* shown = current();
    if (shown == nullptr)
        return;
    const Problem wrong = problemOf(m_choice->currentIndex());
    QStringList names;
    for (const RoleDefinition& role : shown->team.roles)
        names.append(QString::fromStdString(role.name.str()));
    const QStringList initials = theme::initialsFor(names);
    for (int row = 0; row < m_parts->count(); ++row) {
        QListWidgetItem* item = m_parts->item(row);
        const bool isWrong = !wrong.sentence.isEmpty() && wrong.part == row;
        QString name = tr("The team");
        if (row > 0) {
            const RoleDefinition& role = shown->team.roles[static_cast<std::size_t>(row) - 1];
            name = names.at(row - 1).isEmpty() ? tr("Unnamed") : names.at(row - 1);
            item->setData(PartDelegate::ProfileRole, QString::fromStdString(role.profile));
            item->setData(PartDelegate::InitialsRole,
                          initials.at(row - 1).isEmpty() ? QStringLiteral("?") : initials.at(row - 1));
            item->setData(PartDelegate::HueRole, theme::hueOfHire(row - 1));
            item->setData(PartDelegate::LeaderRole, role.isLeader);
        }
        item->setText(name);
        item->setData(PartDelegate::WrongRole, isWrong);
        item->setData(Qt::AccessibleTextRole, isWrong ? tr("%1: has a problem").arg(name) : name);
    }
}

void TeamEditorDialog::showPart()
{
    EditedTeam* shown = current();
    if (shown == nullptr || m_parts->currentRow() < 0)
        return;
    const bool isRole = role() >= 0;
    if (isRole)
        m_roleForm->setRole(shown->team.roles[static_cast<std::size_t>(role())]);
    m_forms->setCurrentIndex(isRole ? 1 : 0);
    auto* area = static_cast<QScrollArea*>(m_forms->currentWidget());
    area->verticalScrollBar()->setValue(0);
    area->updateGeometry(); // another member has other tools
    refresh();
}

void TeamEditorDialog::takeForms()
{
    EditedTeam* shown = current();
    if (shown == nullptr)
        return;
    m_failure.clear();
    if (role() >= 0)
        shown->team.roles[static_cast<std::size_t>(role())] = m_roleForm->role();
    else
        m_teamForm->applyTo(shown->team);
    m_choice->setItemText(m_choice->currentIndex(), QString::fromStdString(shown->team.name));
    refresh();
}

void TeamEditorDialog::addRole()
{
    EditedTeam* shown = current();
    RoleDefinition made;
    const QString name = numbered(tr("New member"), [&](const QString& taken) {
        return std::ranges::any_of(shown->team.roles, [&](const RoleDefinition& role) { return isNamed(role, taken); });
    });
    made.name = conversation::RoleName(name.toStdString());
    shown->team.roles.push_back(std::move(made));
    fillParts(static_cast<int>(shown->team.roles.size()));
    m_roleForm->focusName();
}

void TeamEditorDialog::removeRole()
{
    if (role() < 0)
        return;
    std::vector<RoleDefinition>& roles = current()->team.roles;
    const std::string gone = roles[static_cast<std::size_t>(role())].name.str();
    const int row = m_parts->currentRow();
    roles.erase(roles.begin() + role());
    for (RoleDefinition& other : roles)
        other.watch.erase(gone);
    fillParts(row);
}

void TeamEditorDialog::moveRole(int by)
{
    std::vector<RoleDefinition>& roles = current()->team.roles;
    const int to = role() + by;
    if (role() < 0 || to < 0 || to >= static_cast<int>(roles.size()))
        return;
    std::swap(roles[static_cast<std::size_t>(role())], roles[static_cast<std::size_t>(to)]);
    fillParts(to + 1);
}

/// Members that watched it keep doing so, as long as it is clear who is meant.
void TeamEditorDialog::followName(const std::string& before, const std::string& now)
{
    EditedTeam* shown = current();
    if (shown == nullptr || before.empty() || now.empty())
        return;
    const auto bearersOf = [&](const std::string& name) {
        return std::ranges::count(shown->team.roles, conversation::RoleName(name), &RoleDefinition::name);
    };
    if (bearersOf(before) > 0 || bearersOf(now) > 1)
        return;
    for (RoleDefinition& other : shown->team.roles)
        if (other.name.str() != now && other.watch.erase(before) > 0)
            other.watch.insert(now);
    refresh();
}

TeamEditorDialog::Problem TeamEditorDialog::problemOf(int index) const
{
    const TeamDefinition& team = m_teams.at(static_cast<std::size_t>(index)).team;
    if (index == m_choice->currentIndex() && !m_teamForm->problem().isEmpty())
        return {index, 0, m_teamForm->problem()};
    const auto same = std::ranges::count_if(m_teams, [&](const EditedTeam& one) { return one.team.name == team.name; });
    if (same > 1 && !team.name.empty())
        return {index, 0, tr("Two teams are called “%1”.").arg(QString::fromStdString(team.name))};
    if (const auto wrong = problemIn(team))
        return {index, wrong->part, wrong->sentence};
    return {};
}

TeamEditorDialog::Problem TeamEditorDialog::problem() const
{
    if (const int shown = m_choice->currentIndex(); shown >= 0)
        if (const Problem found = problemOf(shown); !found.sentence.isEmpty())
            return found;
    for (std::size_t i = 0; i < m_teams.size(); ++i) {
        Problem found = problemOf(static_cast<int>(i));
        if (found.sentence.isEmpty())
            continue;
        const QString name = QString::fromStdString(m_teams[i].team.name);
        found.sentence = QStringLiteral("%1: %2").arg(name, found.sentence);
        return found;
    }
    return {};
}

bool TeamEditorDialog::hasChanges() const
{
    return !m_removed.isEmpty() || std::ranges::any_of(m_teams, &EditedTeam::isChanged);
}

void TeamEditorDialog::setKept(std::size_t index, const QString& id, const TeamDefinition& kept)
{
    EditedTeam& one = m_teams.at(index);
    one.id = id;
    one.kept = kept;
    one.team = kept;
    refresh();
}

void TeamEditorDialog::setFailure(const QString& sentence)
{
    m_failure = sentence;
    refresh();
}

void TeamEditorDialog::refresh()
{
    m_isWarned = false;
    const Problem wrong = problem();
    const QString sentence = m_failure.isEmpty() ? wrong.sentence : m_failure;
    m_state->setText(sentence);
    m_state->setColor(theme::Color::StatusFailed);
    m_save->setEnabled(wrong.sentence.isEmpty() && hasChanges());
    theme::setButtonText(m_theme, *m_cancel, hasChanges() ? tr("Cancel") : tr("Close"));
    m_cancel->setAccessibleName(m_cancel->text());
    const bool isAny = current() != nullptr;
    for (QWidget* part : std::initializer_list<QWidget*>{m_choice, m_copy, m_export, m_remove})
        part->setEnabled(isAny);
    m_export->setEnabled(isAny && problemOf(m_choice->currentIndex()).sentence.isEmpty());
    m_removeRole->setEnabled(role() >= 0);
    m_up->setEnabled(role() > 0);
    m_down->setEnabled(role() >= 0 && isAny && role() + 1 < static_cast<int>(current()->team.roles.size()));
    markParts();
}

void TeamEditorDialog::reject()
{
    if (hasChanges() && !m_isWarned) {
        m_isWarned = true;
        m_state->setColor(theme::Color::Text1);
        m_state->setText(tr("Your changes are not saved. Close anyway?"));
        theme::setButtonText(m_theme, *m_cancel, tr("Close without saving"));
        m_cancel->setAccessibleName(m_cancel->text());
        return;
    }
    QDialog::reject();
}

void TeamEditorDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TeamEditorDialog::fillTemplates()
{
    m_newMenu->clear();
    for (const TeamDefinition& from : m_templates()) {
        const QString name = theme::withoutShortcut(QString::fromStdString(from.name));
        connect(m_newMenu->addAction(name), &QAction::triggered, this, [this, from] { add(from); });
    }
    m_newMenu->addSeparator();
    connect(m_newMenu->addAction(tr("From a file…")), &QAction::triggered, this, &TeamEditorDialog::importRequested);
}

} // namespace quarterdeck::ui
