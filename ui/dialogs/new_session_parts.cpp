#include "ui/dialogs/new_session_parts.h"

#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr int membersPerRow = 2;
constexpr int mostMembers = 12;

QWidget* memberRow(const theme::ThemeController& theme, const view::TeamMemberRow& member,
                   const theme::AvatarStyle& look, QWidget* parent)
{
    auto* row = new QWidget(parent);
    auto* parts = new QHBoxLayout(row);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(8);
    auto* avatar = new theme::AvatarLabel(theme, theme::Measure::AvatarSmall, Color::BgWindow, row);
    avatar->setLook(look, member.name);
    auto* name = new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Medium, row);
    name->setText(member.name);
    auto* profile = new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, row);
    profile->setElideMode(Qt::ElideRight);
    profile->setText(member.profile);
    parts->addWidget(avatar, 0, Qt::AlignVCenter);
    parts->addWidget(name);
    parts->addWidget(profile);
    parts->addStretch(1);
    return row;
}

} // namespace

TeamSummary::TeamSummary(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_description(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_members(new QGridLayout)
{
    m_description->setWordWrap(true);
    m_members->setContentsMargins(0, 4, 0, 0);
    m_members->setHorizontalSpacing(16);
    m_members->setVerticalSpacing(6);
    for (int column = 0; column < membersPerRow; ++column)
        m_members->setColumnStretch(column, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_description);
    column->addLayout(m_members);
}

void TeamSummary::setTeam(const view::TeamRow& team)
{
    m_description->setText(team.description);
    theme::removeAll(*m_members);
    showMembers(team.members);
}

void TeamSummary::showMembers(const QList<view::TeamMemberRow>& members)
{
    QStringList names;
    for (const view::TeamMemberRow& member : members)
        names.append(member.name);
    const QStringList initials = theme::initialsFor(names);
    const auto shown = std::min<qsizetype>(names.size(), mostMembers);
    for (qsizetype i = 0; i < shown; ++i) {
        const view::TeamMemberRow& member = members.at(i);
        const theme::AvatarStyle look{initials.at(i), theme::hueOfHire(static_cast<int>(i)), false, member.isLeader,
                                      false};
        m_members->addWidget(memberRow(m_theme, member, look, this), static_cast<int>(i) / membersPerRow,
                             static_cast<int>(i) % membersPerRow);
    }
    if (shown == names.size())
        return;
    auto* more = new theme::TextLabel(m_theme, TextRole::Meta, Color::Text3, QFont::Normal, this);
    more->setText(tr("and %n more", nullptr, static_cast<int>(names.size() - shown)));
    m_members->addWidget(more, mostMembers / membersPerRow, 0);
}

using theme::ButtonKind;

namespace {

void name(const theme::ThemeController& theme, QPushButton& button, const QString& text)
{
    theme::setButtonText(theme, button, text);
    button.setAccessibleName(text);
}

} // namespace

FolderField::FolderField(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_label(theme::makeFieldLabel(theme, this))
    , m_path(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_useLast(theme::makeDialogButton(theme, "newSession.lastFolder", this, ButtonKind::Link))
    , m_useOwn(theme::makeDialogButton(theme, "newSession.ownFolder", this, ButtonKind::Link))
    , m_choose(theme::makeDialogButton(theme, "newSession.chooseFolder", this))
    , m_archive(new theme::PaintedCheckBox(theme, this))
{
    m_path->setObjectName(QStringLiteral("newSession.folder"));
    m_path->setElideMode(Qt::ElideMiddle);
    m_path->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_archive->setObjectName(QStringLiteral("newSession.autoArchive"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(m_label, 1);
    head->addWidget(m_useLast);
    head->addWidget(m_useOwn);
    column->addLayout(head);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_path, 1);
    row->addWidget(m_choose);
    column->addLayout(row);
    column->addWidget(m_archive);
    connect(m_useLast, &QPushButton::clicked, this, [this] { choose(m_last); });
    connect(m_useOwn, &QPushButton::clicked, this, [this] { choose({}); });
    connect(m_choose, &QPushButton::clicked, this, &FolderField::openChooser);
    retranslate();
}

void FolderField::setCheck(view::FolderCheck check)
{
    m_check = std::move(check);
    refresh();
}

void FolderField::setLastFolder(const QString& path)
{
    m_last = path;
    refresh();
}

void FolderField::choose(const QString& path)
{
    m_finding = path.isEmpty() || !m_check ? view::FolderFinding() : m_check(path);
    refresh();
    emit changed();
}

bool FolderField::isArchived() const { return m_archive->isEnabled() && m_archive->isChecked(); }

void FolderField::openChooser()
{
    auto* dialog = new QFileDialog(this, tr("A folder for the team"));
    dialog->setObjectName(QStringLiteral("newSession.folderChooser"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    const QString from = m_finding.path.isEmpty() ? m_last : m_finding.path;
    dialog->setDirectory(QDir(from).exists() && !from.isEmpty() ? from : QDir::homePath());
    connect(dialog, &QFileDialog::fileSelected, this, &FolderField::choose);
    dialog->open();
}

void FolderField::refresh()
{
    const bool isChosen = !m_finding.path.isEmpty();
    m_path->setText(isChosen ? QDir::toNativeSeparators(m_finding.path) : tr("A new folder for this session"));
    m_path->setColor(isChosen ? Color::Text1 : Color::Text3);
    m_useLast->setVisible(!m_last.isEmpty() && m_last != m_finding.path && m_check);
    m_useLast->setToolTip(QDir::toNativeSeparators(m_last));
    m_useOwn->setVisible(isChosen);
    m_choose->setEnabled(static_cast<bool>(m_check));
    m_archive->setEnabled(isChosen && m_finding.isRepository);
    if (!m_archive->isEnabled())
        m_archive->setChecked(false); // off unless it is wanted for this very folder
}

void FolderField::retranslate()
{
    m_label->setText(tr("Folder"));
    m_path->setAccessibleDescription(m_label->text());
    name(m_theme, *m_useLast, tr("Same as last time"));
    name(m_theme, *m_useOwn, tr("New folder"));
    name(m_theme, *m_choose, tr("Choose…"));
    m_choose->setAccessibleDescription(tr("A folder for the team"));
    m_archive->setText(tr("Auto-archive: commit what the team changes to git when a run ends"));
    m_archive->setAccessibleName(m_archive->text());
    m_archive->setToolTip(tr("Commits only the files the team changed, as “Quarterdeck”. What you have staged is left "
                             "alone, and nothing is pushed."));
    m_archive->updateGeometry();
    refresh();
}

} // namespace quarterdeck::ui
