#include "ui/dialogs/folder_field.h"

#include "ui/theme/form_parts.h"
#include "ui/theme/painted_check_box.h"
#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

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
