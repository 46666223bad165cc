#include "ui/dialogs/role_form.h"
#include "ui/dialogs/team_editor_dialog.h"
#include "ui/dialogs/team_form.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

#include <QListWidget>
#include <QMenu>
#include <QScreen>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <utility>

/// Layout and labels of the dialog; its behaviour is in team_editor_dialog.cpp.
namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::Icon;
using theme::TextRole;

namespace {

constexpr int partsWidth = 188;
constexpr int formWidth = 400;
constexpr int leastHeight = 240;
constexpr QSize startSize(720, 660);
constexpr int besideTheScreen = 80; // its frame and the desktop's panels

QToolButton* iconButton(const theme::ThemeController& theme, const char* name, Icon icon, QWidget* parent)
{
    return theme::makeIconButton(theme, QString::fromLatin1(name), {}, icon, theme::ButtonSize::Small, parent);
}

} // namespace

TeamEditorDialog::TeamEditorDialog(const theme::ThemeController& theme, Templates templates, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_templates(std::move(templates))
    , m_choice(new theme::ComboBox(theme, this))
    , m_new(theme::makeDialogButton(theme, "teamEditor.new", this, ButtonKind::Normal, Icon::Plus))
    , m_newMenu(new QMenu(this))
    , m_copy(theme::makeDialogButton(theme, "teamEditor.copy", this))
    , m_export(theme::makeDialogButton(theme, "teamEditor.export", this))
    , m_remove(theme::makeDialogButton(theme, "teamEditor.remove", this))
    , m_middle(new QStackedLayout)
    , m_body(new QWidget(this))
    , m_parts(new QListWidget(m_body))
    , m_addRole(theme::makeDialogButton(theme, "teamEditor.addRole", m_body, ButtonKind::Normal, Icon::Plus))
    , m_up(iconButton(theme, "teamEditor.up", Icon::ChevronUp, m_body))
    , m_down(iconButton(theme, "teamEditor.down", Icon::ChevronDown, m_body))
    , m_removeRole(iconButton(theme, "teamEditor.removeRole", Icon::X, m_body))
    , m_forms(new QStackedWidget(m_body))
    , m_teamForm(new TeamForm(theme))
    , m_roleForm(new RoleForm(theme))
    , m_empty(new theme::TextLabel(theme, TextRole::Ui, Color::Text3, QFont::Normal, this))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::StatusFailed, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "teamEditor.cancel", this))
    , m_save(theme::makeDialogButton(theme, "teamEditor.save", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("teamEditor"));
    m_newMenu->setObjectName(QStringLiteral("teamEditor.templates"));
    m_new->setMenu(m_newMenu);
    m_parts->setObjectName(QStringLiteral("teamEditor.parts"));
    m_parts->setItemDelegate(new PartDelegate(theme, m_parts));
    m_parts->setMouseTracking(true);
    m_empty->setObjectName(QStringLiteral("teamEditor.empty"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignVCenter);
    m_state->setObjectName(QStringLiteral("teamEditor.state"));
    m_state->setWordWrap(true);
    for (QPushButton* one : {m_new, m_copy, m_export, m_remove, m_addRole, m_cancel, m_save})
        one->setAutoDefault(false); // Enter in a field is no order to make or remove anything
    arrange();
    connectParts();
    retranslate();
    fillTeams(-1);
}

void TeamEditorDialog::arrange()
{
    const theme::Theme& look = m_theme.theme();
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_choice, 1);
    for (QPushButton* one : {m_new, m_copy, m_export, m_remove})
        head->addWidget(one);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    m_parts->setFixedWidth(look.px(partsWidth));
    left->addWidget(m_parts, 1);
    auto* beneath = new QHBoxLayout;
    beneath->setSpacing(2);
    beneath->addWidget(m_addRole);
    beneath->addStretch(1);
    for (QToolButton* one : {m_up, m_down, m_removeRole})
        beneath->addWidget(one);
    left->addLayout(beneath);
    m_forms->addWidget(new AutoScrollArea("teamEditor.teamArea", m_teamForm, look.px(formWidth), m_forms));
    m_forms->addWidget(new AutoScrollArea("teamEditor.roleArea", m_roleForm, look.px(formWidth), m_forms));
    m_forms->setMinimumHeight(look.px(leastHeight)); // as wide as its forms need, whatever the size of texts
    auto* body = new QHBoxLayout(m_body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(20);
    body->addLayout(left);
    body->addWidget(m_forms, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(14);
    column->addLayout(head);
    m_middle->addWidget(m_body);
    m_middle->addWidget(m_empty);
    column->addLayout(m_middle, 1);
    column->addLayout(buttons);
    const QSize wanted(look.px(startSize.width()), look.px(startSize.height()));
    resize(wanted.boundedTo(screen()->availableSize() - QSize(besideTheScreen, besideTheScreen)));
}

void TeamEditorDialog::retranslate()
{
    setWindowTitle(tr("Teams"));
    setAccessibleName(windowTitle());
    m_choice->setNames(QStringLiteral("teamEditor.choice"), tr("Team"));
    m_parts->setAccessibleName(tr("The team and its members"));
    m_empty->setText(tr("A team defines who its members are, what each one does and which model it uses. Start from "
                        "one of the built-in teams, or from a file."));
    const auto name = [this](QPushButton* one, const QString& text) {
        theme::setButtonText(m_theme, *one, text);
        one->setAccessibleName(text);
    };
    name(m_new, tr("New…"));
    name(m_copy, tr("Copy"));
    name(m_export, tr("Share…"));
    name(m_remove, tr("Delete"));
    name(m_addRole, tr("Add a member"));
    name(m_save, tr("Save"));
    const auto nameIcon = [](QToolButton* one, const QString& text) {
        one->setAccessibleName(text);
        one->setToolTip(text);
    };
    nameIcon(m_up, tr("Move up"));
    nameIcon(m_down, tr("Move down"));
    nameIcon(m_removeRole, tr("Remove this member"));
    fillTemplates();
    refresh();
}

} // namespace quarterdeck::ui
