#include "ui/shell/help_windows.h"

#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <QVBoxLayout>
#include <qtwebenginecoreglobal.h>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

const QString firstPage = QStringLiteral("index.md");
constexpr int guideWidth = 960;
constexpr int guideHeight = 680;
constexpr int guideLeastWidth = 320;
constexpr int guideLeastHeight = 240;
constexpr int pageListWidth = 190;
constexpr double headingGap = 20;
constexpr double paragraphGap = 8;
constexpr double itemGap = 2;
constexpr double pageMargin = 24;
constexpr double listIndent = 24;
constexpr int lineHeightPercent = 130;

QString textOfPage(const QString& page)
{
    QFile file(QStringLiteral(":/guide/") + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Its first line, without the "# ".
QString titleOfPage(const QString& page) { return textOfPage(page).section(u'\n', 0, 0).mid(2); }

/// Markdown says nothing about space and lines; without them a page is hard to read. Lines of code are broken, so that
/// no page is wider than the window.
void styleBlocks(QTextDocument& document, const theme::Theme& look)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        if (format.nonBreakableLines()) {
            format.setNonBreakableLines(false);
            format.setBackground(look.color(Color::CodeBg));
        } else if (cursor.currentTable() == nullptr) {
            const bool isItem = block.textList() != nullptr;
            format.setTopMargin(look.px(format.headingLevel() > 0 ? headingGap : isItem ? itemGap : paragraphGap));
            format.setBottomMargin(look.px(isItem ? itemGap : paragraphGap));
            if (format.headingLevel() == 0)
                format.setLineHeight(lineHeightPercent, QTextBlockFormat::ProportionalHeight);
        }
        cursor.setBlockFormat(format);
    }
}

void styleTables(const QTextFrame& frame, const theme::Theme& look)
{
    for (QTextFrame* inner : frame.childFrames()) {
        auto* table = qobject_cast<QTextTable*>(inner);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(look.px(itemGap));
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(look.color(Color::Line2));
        format.setBorderCollapse(true);
        table->setFormat(format);
    }
}

/// Shows pages, follows the links between them, and hands the others to the desktop.
class PageBrowser final : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override
    {
        if (url.scheme() == QStringLiteral("qrc"))
            QTextBrowser::doSetSource(url, type);
        else
            QDesktopServices::openUrl(url);
    }
};

} // namespace

GuideWindow::GuideWindow(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_list(new QListWidget(this))
    , m_text(new PageBrowser(this))
{
    setObjectName(QStringLiteral("guide"));
    m_list->setObjectName(QStringLiteral("guide.pages"));
    m_list->setItemDelegate(new TitleDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setObjectName(QStringLiteral("guide.text"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 12, 12, 12);
    row->setSpacing(12);
    row->addWidget(m_list);
    row->addWidget(m_text, 1);
    addPages();
    connect(m_text, &QTextBrowser::sourceChanged, this, &GuideWindow::finishPage);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (item != nullptr && m_text->source() != urlOf(item->data(Qt::UserRole).toString()))
            showPage(item->data(Qt::UserRole).toString());
    });
    connect(&theme, &theme::ThemeController::changed, this, &GuideWindow::restyle);
    setMinimumSize(guideLeastWidth, guideLeastHeight);
    resize(QSize(theme.theme().px(guideWidth), theme.theme().px(guideHeight))
               .boundedTo(screen()->availableSize() * 9 / 10));
    restyle();
    retranslate();
    showPage(firstPage);
    m_text->setFocus();
}

QStringList GuideWindow::pages()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+\\.md)\\)"));
    QStringList found{firstPage};
    auto links = link.globalMatch(textOfPage(firstPage));
    while (links.hasNext()) {
        const QString page = links.next().captured(1);
        if (!found.contains(page))
            found.append(page);
    }
    return found;
}

QUrl GuideWindow::urlOf(const QString& page) { return QUrl(QStringLiteral("qrc:/guide/") + page); }

void GuideWindow::showPage(const QString& page) { m_text->setSource(urlOf(page)); }

void GuideWindow::addPages()
{
    for (const QString& page : pages()) {
        auto* item = new QListWidgetItem(titleOfPage(page), m_list);
        item->setData(Qt::UserRole, page);
    }
}

void GuideWindow::finishPage(const QUrl& url)
{
    styleBlocks(*m_text->document(), m_theme.theme());
    styleTables(*m_text->document()->rootFrame(), m_theme.theme());
    for (int row = 0; row < m_list->count(); ++row) {
        if (urlOf(m_list->item(row)->data(Qt::UserRole).toString()) == url)
            m_list->setCurrentRow(row);
    }
}

void GuideWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

/// A page has its colours from the time when it was read, so it is read again, and scrolled to where it was.
void GuideWindow::restyle()
{
    m_list->setFixedWidth(m_theme.theme().px(pageListWidth));
    m_text->setFont(m_theme.theme().font(TextRole::Read));
    m_text->document()->setDocumentMargin(m_theme.theme().px(pageMargin));
    m_text->document()->setIndentWidth(m_theme.theme().px(listIndent));
    if (m_text->source().isEmpty())
        return;
    const int position = m_text->verticalScrollBar()->value();
    m_text->reload();
    m_text->verticalScrollBar()->setValue(position);
}

void GuideWindow::retranslate()
{
    setWindowTitle(tr("Guide"));
    setAccessibleName(windowTitle());
    m_list->setAccessibleName(tr("Pages of the guide"));
    m_text->setAccessibleName(tr("Page"));
}

namespace {

/// What is linked or bundled, with licences; the names are the same in every language.
const QString madeOf = QStringLiteral(
    "SQLiteCpp (MIT), nlohmann/json (MIT), tl::expected (CC0-1.0), QCoro (MIT), QtKeychain "
    "(BSD-3-Clause), Boost (BSL-1.0), libgit2 (GPL-2.0 + linking exception), protozero (BSD-2-Clause), zlib "
    "(Zlib), zstd (BSD-3-Clause), "
    "simdjson (Apache-2.0), cmark-gfm (BSD-2-Clause), markdown-it (MIT), "
    "DOMPurify (Apache-2.0), highlight.js (BSD-3-Clause), KaTeX (MIT), Mermaid (MIT), Lucide (ISC)");

} // namespace

AboutWindow::AboutWindow(const theme::ThemeController& theme, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_version(new theme::TextLabel(theme, TextRole::Title, Color::Text1, QFont::DemiBold, this))
    , m_purpose(new theme::TextLabel(theme, TextRole::Read, Color::Text2, QFont::Normal, this))
    , m_licence(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_qt(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::Normal, this))
    , m_parts(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_close(theme::makeButton(theme, QStringLiteral("about.close"), {}, theme::ButtonKind::Primary, theme::Icon::None,
                                theme::ButtonSize::Normal, this))
{
    setObjectName(QStringLiteral("about"));
    m_version->setObjectName(QStringLiteral("about.version"));
    m_licence->setObjectName(QStringLiteral("about.licence"));
    m_qt->setObjectName(QStringLiteral("about.qt"));
    m_parts->setObjectName(QStringLiteral("about.parts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(8);
    for (QLabel* label : {m_version, m_purpose, m_licence, m_qt, m_parts}) {
        label->setWordWrap(true);
        label->setFixedWidth(theme.theme().px(400));
        column->addWidget(label);
    }
    column->addSpacing(8);
    column->addWidget(m_close, 0, Qt::AlignRight);
    connect(m_close, &QPushButton::clicked, this, &QDialog::close);
    retranslate();
}

void AboutWindow::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void AboutWindow::retranslate()
{
    setWindowTitle(tr("About Quarterdeck"));
    setAccessibleName(windowTitle());
    m_version->setText(QStringLiteral("Quarterdeck ") + QCoreApplication::applicationVersion());
    m_purpose->setText(tr("Watch and steer conversations of AI agents."));
    m_licence->setText(tr("Free software under the %1 licence.").arg(QStringLiteral("Apache-2.0")));
    m_qt->setText(
        tr("Made with %1 and %2, both under %3.")
            .arg(QStringLiteral("Qt ") + QString::fromLatin1(qVersion()),
                 QStringLiteral("Qt WebEngine (Chromium %1)").arg(QString::fromLatin1(qWebEngineChromiumVersion())),
                 QStringLiteral("LGPL-3.0")));
    m_parts->setText(tr("Also includes %1, and %2 (public domain).").arg(madeOf, QStringLiteral("SQLite")));
    theme::setButtonText(m_theme, *m_close, tr("Close"));
    m_close->setAccessibleName(tr("Close"));
}

} // namespace quarterdeck::ui
