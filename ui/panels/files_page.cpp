#include "ui/panels/files_page.h"

#include "ui/present/quantities.h"
#include "ui/theme/data_table.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextLabel;
using theme::TextRole;

namespace {

constexpr int filesInset = 24;
constexpr int widest = 1100;    // as the page of costs
constexpr int shownDigits = 12; // of a checksum

DataRow rowOf(const view::ArtifactRow& file)
{
    DataCell path;
    path.text = file.path;
    path.isCode = true;
    path.isStrong = true;
    DataCell change;
    change.text = file.isNew ? FilesPage::tr("new") : FilesPage::tr("changed");
    change.isDim = !file.isNew;
    DataCell size;
    size.text = file.bytes ? wording::bytes(*file.bytes) : QString();
    size.isNumber = true;
    DataCell author;
    author.text = file.author;
    author.avatar = file.avatar;
    DataCell checksum;
    checksum.text = file.checksum.left(shownDigits);
    checksum.more = file.checksum;
    checksum.isCode = true;
    checksum.isDim = true;
    return {std::move(path), std::move(change), std::move(size), std::move(author), std::move(checksum)};
}

} // namespace

FilesPage::FilesPage(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgCanvas, {}, parent)
    , m_scroll(new QScrollArea(this))
    , m_content(new QWidget)
    , m_title(new TextLabel(theme, TextRole::Meta, Color::Text2, QFont::DemiBold, m_content))
    , m_table(new DataTable(theme, "files.table", m_content))
    , m_empty(new TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_goTo(new QAction(m_table))
    , m_open(makeAction("files.open", Qt::CTRL | Qt::Key_Return, &FilesPage::openRequested))
    , m_showFolder(makeAction("files.folder", Qt::CTRL | Qt::SHIFT | Qt::Key_Return, &FilesPage::folderRequested))
{
    setObjectName(QStringLiteral("filesPage"));
    m_empty->setObjectName(QStringLiteral("files.empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(filesInset, filesInset, filesInset, filesInset);
    column->setSpacing(8);
    column->addWidget(m_title);
    column->addWidget(m_table);
    column->addStretch(1);
    const auto restyle = [this, &theme] { m_content->setMaximumWidth(theme.theme().px(widest)); };
    connect(&theme, &theme::ThemeController::changed, this, restyle);
    restyle();
    m_scroll->setObjectName(QStringLiteral("files.scroll"));
    m_scroll->setWidget(m_content);
    m_content->setAutoFillBackground(false); // the scroll area has made it opaque
    m_scroll->setWidgetResizable(true);
    m_scroll->setAlignment(Qt::AlignHCenter);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    setFocusProxy(m_table);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_scroll);
    whole->addWidget(m_empty, 1);
    connect(m_table, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        emit messageRequested(m_files[static_cast<std::size_t>(index.row())].seq);
    });
    connect(m_table, &QAbstractItemView::clicked, m_table, &QAbstractItemView::activated);
    m_goTo->setObjectName(QStringLiteral("files.goTo"));
    connect(m_goTo, &QAction::triggered, this, [this] {
        if (const view::ArtifactRow* file = chosen())
            emit messageRequested(file->seq);
    });
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &FilesPage::openMenu);
    setCanOpen(false);
    retranslate();
}

/// For the row selected in the table, through its menu or its keys.
QAction* FilesPage::makeAction(const char* name, const QKeySequence& shortcut,
                               void (FilesPage::*wanted)(const std::string& path))
{
    auto* action = new QAction(m_table);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setShortcutVisibleInContextMenu(true);
    connect(action, &QAction::triggered, this, [this, wanted] {
        if (const view::ArtifactRow* file = chosen())
            emit(this->*wanted)(file->key);
    });
    m_table->addAction(action);
    return action;
}

const view::ArtifactRow* FilesPage::chosen() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_files[static_cast<std::size_t>(index.row())] : nullptr;
}

void FilesPage::setCanOpen(bool can)
{
    for (QAction* action : {m_open, m_showFolder}) {
        action->setEnabled(can);
        action->setVisible(can);
    }
}

void FilesPage::openMenu(const QPoint& position)
{
    // The menu key reports the position of the focused cell.
    if (const QModelIndex index = m_table->indexAt(position); index.isValid())
        m_table->setCurrentIndex(index);
    if (chosen() == nullptr)
        return;
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("files.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions({m_goTo, m_open, m_showFolder});
    menu->popup(m_table->viewport()->mapToGlobal(position));
}

void FilesPage::setFiles(view::ArtifactRows files, bool isReading)
{
    if (files == m_files && isReading == m_isReading)
        return;
    const std::string chosenKey = chosen() != nullptr ? chosen()->key : std::string();
    m_files = std::move(files);
    m_isReading = isReading;
    fill();
    const auto again = std::ranges::find(m_files, chosenKey, &view::ArtifactRow::key);
    if (again != m_files.end())
        m_table->setCurrentIndex(m_table->model()->index(static_cast<int>(again - m_files.begin()), 0));
}

void FilesPage::fill()
{
    m_scroll->setVisible(!m_files.empty());
    m_empty->setVisible(m_files.empty());
    m_empty->setText(m_isReading ? tr("Scanning the session…")
                                 : tr("The team has not made or changed any files in this session."));
    m_title->setText(tr("%n file(s) that the team created or changed", nullptr, static_cast<int>(m_files.size())));
    std::vector<DataRow> rows;
    for (const view::ArtifactRow& file : m_files)
        rows.push_back(rowOf(file));
    m_table->setRows(std::move(rows));
}

void FilesPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void FilesPage::retranslate()
{
    setAccessibleName(tr("Files"));
    m_scroll->setAccessibleName(accessibleName());
    m_goTo->setText(tr("Go to the change"));
    m_open->setText(tr("Open"));
    m_showFolder->setText(tr("Show in folder"));
    m_table->setAccessibleName(tr("Files that the team created or changed"));
    m_table->setHeaders({tr("File"), tr("Change"), tr("Size"), tr("By"), tr("SHA-256")},
                        {false, false, true, false, false}, 0);
    fill();
}

} // namespace quarterdeck::ui
