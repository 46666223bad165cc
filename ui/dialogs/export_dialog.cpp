#include "ui/dialogs/export_dialog.h"

#include "ui/present/names_and_links.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int exportListWidth = 196;
constexpr int exportDetailsWidth = 420;
constexpr int exportLeastHeight = 340;
constexpr int exportRowHeight = 32;
constexpr int shownExamples = 3;
constexpr int besideTheSwitch = 23; ///< where its words begin

QLabel* wrapped(const theme::ThemeController& theme, const QString& text, TextRole role, Color color, QWidget* parent)
{
    auto* label = new theme::TextLabel(theme, role, color, QFont::Normal, parent);
    label->setWordWrap(true);
    label->setText(text);
    return label;
}

} // namespace

ExportDialog::ExportDialog(const theme::ThemeController& theme, QString title, Formats formats, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_title(std::move(title))
    , m_titleWithoutSecrets(m_title)
    , m_formatsNow(std::move(formats))
    , m_formats(m_formatsNow())
    , m_list(new QListWidget(this))
    , m_description(wrapped(theme, {}, TextRole::Ui, Color::Text2, this))
    , m_lossHead(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_losses(new QVBoxLayout)
    , m_redactionHead(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_redact(new theme::PaintedCheckBox(theme, this))
    , m_redactions(new QVBoxLayout)
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "export.cancel", this))
    , m_export(theme::makeDialogButton(theme, "export.export", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("export"));
    m_list->setObjectName(QStringLiteral("export.formats"));
    m_list->setItemDelegate(new TitleDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_redact->setObjectName(QStringLiteral("export.redact"));
    m_redact->setChecked(true);
    m_state->setObjectName(QStringLiteral("export.state"));
    for (qsizetype i = 0; i < m_formats.size(); ++i)
        (new QListWidgetItem(m_list))->setSizeHint({0, theme.theme().px(exportRowHeight)});
    m_list->setCurrentRow(0);
    m_export->setDefault(true);
    arrange();
    connect(m_list, &QListWidget::currentRowChanged, this, &ExportDialog::beginPreview);
    connect(m_redact, &QCheckBox::toggled, this, &ExportDialog::beginPreview);
    connect(m_export, &QPushButton::clicked, this, &ExportDialog::chooseFile);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    retranslate();
}

void ExportDialog::arrange()
{
    const theme::Theme& look = m_theme.theme();
    m_list->setFixedWidth(look.px(exportListWidth));
    auto* parts = new QHBoxLayout;
    parts->setSpacing(20);
    parts->addWidget(m_list);
    parts->addWidget(makeDetails(), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(14);
    column->addLayout(parts, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_export);
    column->addLayout(buttons);
}

QWidget* ExportDialog::makeDetails()
{
    const theme::Theme& look = m_theme.theme();
    auto* area = new QScrollArea(this);
    area->setObjectName(QStringLiteral("export.details"));
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumSize(look.px(exportDetailsWidth), look.px(exportLeastHeight));
    auto* details = new QWidget(area);
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 2, 8, 2);
    column->setSpacing(6);
    column->addWidget(m_description);
    column->addSpacing(12);
    column->addWidget(m_lossHead);
    column->addLayout(m_losses);
    column->addSpacing(12);
    column->addWidget(m_redactionHead);
    column->addWidget(m_redact);
    column->addLayout(m_redactions);
    column->addStretch(1);
    for (QBoxLayout* lines : {m_losses, m_redactions})
        lines->setSpacing(4);
    m_redactions->setContentsMargins(look.px(besideTheSwitch), 0, 0, 0);
    area->setWidget(details);
    return area;
}

const view::ExportFormatRow& ExportDialog::row() const { return m_formats.at(std::max(m_list->currentRow(), 0)); }

QString ExportDialog::format() const { return row().format; }

bool ExportDialog::isRedacted() const { return m_redact->isChecked(); }

void ExportDialog::beginPreview()
{
    m_preview.reset();
    m_percent = 0;
    retranslate();
    emit choiceChanged();
}

void ExportDialog::setPreview(const view::ExportPreview& preview)
{
    m_preview = preview;
    retranslate();
}

void ExportDialog::setProgress(int percent)
{
    m_percent = percent;
    if (!m_preview)
        m_state->setText(tr("Scanning the session: %1%").arg(percent));
}

/// The previous findings stay until the next are known, so nothing jumps while somebody browses the formats.
void ExportDialog::fillLosses()
{
    if (!m_preview || !m_preview->failure.isEmpty())
        return;
    theme::removeAll(*m_losses);
    QStringList lines = m_preview->losses;
    if (lines.isEmpty())
        lines.append(tr("Nothing is lost."));
    for (const QString& line : std::as_const(lines))
        m_losses->addWidget(wrapped(m_theme, line, TextRole::Meta, Color::Text2, this));
}

void ExportDialog::fillRedactions()
{
    if (!m_preview || !m_preview->failure.isEmpty())
        return;
    theme::removeAll(*m_redactions);
    const auto add = [this](const QString& text, Color color) {
        m_redactions->addWidget(wrapped(m_theme, text, TextRole::Meta, color, this));
    };
    if (!isRedacted())
        add(tr("Keys, tokens, passwords and home folders appear in the file as they were written."), Color::Text2);
    else if (m_preview->redactions.isEmpty())
        add(tr("None were recognised by their format."), Color::Text2);
    for (const view::ExportRedaction& redaction : std::as_const(m_preview->redactions))
        addRedaction(redaction);
    if (isRedacted())
        add(tr("Personal data, such as email addresses, phone numbers and card numbers, is not detected."),
            Color::Text2);
}

/// Shows the first places, and the others on request: whoever sends a file may want to see each.
void ExportDialog::addRedaction(const view::ExportRedaction& redaction)
{
    const auto add = [this](const QString& text, Color color) {
        m_redactions->addWidget(wrapped(m_theme, text, TextRole::Meta, color, this));
    };
    add(redaction.sentence, Color::Text2);
    const qsizetype all = redaction.examples.size();
    const bool isUnfolded = m_unfolded.contains(redaction.sentence);
    for (const QString& example : redaction.examples.first(isUnfolded ? all : std::min<qsizetype>(all, shownExamples)))
        add(example, Color::Text3);
    if (!isUnfolded && all > shownExamples) {
        const QString words = tr("Show %n more place(s)", nullptr, static_cast<int>(all) - shownExamples);
        auto* more = theme::makeButton(m_theme, QStringLiteral("export.more"), words, ButtonKind::Link,
                                       theme::Icon::None, theme::ButtonSize::Small, this);
        more->setAccessibleName(redaction.sentence + QLatin1Char(' ') + words);
        connect(more, &QPushButton::clicked, this, [this, sentence = redaction.sentence] {
            m_unfolded.insert(sentence);
            QMetaObject::invokeMethod(this, &ExportDialog::fillRedactions, Qt::QueuedConnection); // the button goes
        });
        m_redactions->addWidget(more, 0, Qt::AlignLeft);
    } else if (isUnfolded && redaction.places > all) {
        add(tr("%n more place(s) are not listed.", nullptr, static_cast<int>(redaction.places - all)), Color::Text3);
    }
}

void ExportDialog::chooseFile()
{
    auto* dialog = new QFileDialog(this, tr("Export as %1").arg(row().title));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(row().ending);
    dialog->setNameFilter(row().title + QStringLiteral(" (*.%1)").arg(row().ending));
    dialog->selectFile(safeNameOfTitle(isRedacted() ? m_titleWithoutSecrets : m_title, row().ending));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        emit exportChosen({format(), isRedacted(), path});
        accept();
    });
    dialog->open();
}

void ExportDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        beginPreview(); // its sentences are in the other language
}

void ExportDialog::retranslate()
{
    setWindowTitle(tr("Export “%1”").arg(m_title));
    setAccessibleName(windowTitle());
    m_list->setAccessibleName(tr("Format"));
    m_formats = m_formatsNow();
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setText(m_formats.at(i).title);
    m_description->setText(row().description);
    m_lossHead->setText(tr("What is lost in this format"));
    m_redactionHead->setText(tr("Secrets"));
    m_redact->setText(tr("Remove keys, tokens, passwords and home folders"));
    m_redact->setAccessibleName(m_redact->text());
    m_redact->updateGeometry();
    theme::setButtonText(m_theme, *m_cancel, tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    theme::setButtonText(m_theme, *m_export, tr("Export…"));
    m_export->setAccessibleName(tr("Export…"));
    fillLosses();
    fillRedactions();
    m_state->setText(!m_preview ? tr("Scanning the session: %1%").arg(m_percent) : m_preview->failure);
}

} // namespace quarterdeck::ui
