#include "ui/dialogs/prices_dialog.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScreen>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::ui {

using team::ModelPrice;
using team::PriceClass;
using team::PriceTable;
using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

enum Column { Model, UpTo, Prompt, Cached, Completion, Per, ColumnCount };
constexpr int tableWidth = 720;
constexpr int tableHeight = 420;
constexpr int leastTableHeight = 160; // what is wrong takes its room from the table

QString amount(double value) { return QString::number(value, 'g', 12); }

QStringList cellsOf(const ModelPrice& price, const PriceClass& one)
{
    return {QString::fromStdString(price.model),
            one.upToPromptTokens > 0 ? QString::number(one.upToPromptTokens) : QString(),
            amount(one.prompt),
            one.cached ? amount(*one.cached) : QString(),
            amount(one.completion),
            QString::number(price.perTokens)};
}

/// Keeps what the table does not show of a class.
void keepUnshown(ModelPrice& read, const PriceTable& known)
{
    for (const ModelPrice& row : known.rows()) {
        if (row.model != read.model)
            continue;
        read.contextTokens = row.contextTokens;
        read.answerTokens = row.answerTokens;
        read.hasImages = row.hasImages;
        for (std::size_t i = 0; i < std::min(row.classes.size(), read.classes.size()); ++i) {
            read.classes[i].cacheWritten = row.classes[i].cacheWritten;
            read.classes[i].reasoning = row.classes[i].reasoning;
        }
    }
}

} // namespace

PricesDialog::PricesDialog(const theme::ThemeController& theme, PriceTable builtIn, const PriceTable& changes,
                           QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_builtIn(std::move(builtIn))
    , m_changes(changes)
    , m_explanation(new theme::TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_table(new QTableWidget(0, ColumnCount, this))
    , m_trouble(new theme::TextLabel(theme, TextRole::Ui, Color::StatusFailed, QFont::Normal, this))
    , m_add(theme::makeDialogButton(theme, "prices.add", this))
    , m_remove(theme::makeDialogButton(theme, "prices.remove", this))
    , m_cancel(theme::makeDialogButton(theme, "prices.cancel", this))
    , m_save(theme::makeDialogButton(theme, "prices.save", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("prices"));
    m_table->setObjectName(QStringLiteral("prices.table"));
    m_trouble->setObjectName(QStringLiteral("prices.trouble"));
    for (QPushButton* one : {m_add, m_remove, m_cancel, m_save})
        one->setAutoDefault(false); // Enter ends the editing of a cell
    m_save->setDefault(true);
    arrange();
    fill(m_builtIn.changedBy(m_changes));
    connect(m_add, &QPushButton::clicked, this, [this] {
        addLine({{}, {}, {}, {}, {}, QStringLiteral("1000000")});
        m_table->setCurrentCell(m_table->rowCount() - 1, Model);
        m_table->editItem(m_table->currentItem());
    });
    connect(m_remove, &QPushButton::clicked, this, &PricesDialog::removeLine);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_save, &QPushButton::clicked, this, &PricesDialog::save);
    retranslate();
    setFailure({});
    const QSize wanted = sizeHint() + QSize(0, theme.theme().px(tableHeight) - m_table->sizeHint().height());
    resize(wanted.boundedTo(screen()->availableSize() * 9 / 10));
}

void PricesDialog::arrange()
{
    const theme::Theme& look = m_theme.theme();
    m_explanation->setWordWrap(true);
    m_trouble->setWordWrap(true);
    m_table->setMinimumSize(look.px(tableWidth), look.px(leastTableHeight));
    m_table->verticalHeader()->hide();
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(Model, QHeaderView::Stretch);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(10);
    column->addWidget(m_explanation);
    column->addWidget(m_table, 1);
    column->addWidget(m_trouble);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    column->addLayout(buttons);
}

void PricesDialog::fill(const PriceTable& table)
{
    m_table->setRowCount(0);
    for (const ModelPrice& price : table.rows())
        for (const PriceClass& one : price.classes)
            addLine(cellsOf(price, one));
}

void PricesDialog::addLine(const QStringList& cells)
{
    const int line = m_table->rowCount();
    m_table->insertRow(line);
    for (int column = 0; column < ColumnCount; ++column) {
        auto* item = new QTableWidgetItem(cells.value(column));
        if (column != Model)
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_table->setItem(line, column, item);
    }
}

void PricesDialog::removeLine()
{
    if (m_table->currentRow() >= 0)
        m_table->removeRow(m_table->currentRow());
}

std::optional<PriceTable> PricesDialog::read()
{
    std::vector<ModelPrice> rows;
    for (int line = 0; line < m_table->rowCount(); ++line) {
        bool isGood = true;
        const auto text = [&](int column) { return m_table->item(line, column)->text().trimmed(); };
        const auto number = [&](int column) {
            bool isNumber = false;
            const double value = text(column).toDouble(&isNumber);
            isGood = isGood && isNumber && value >= 0 && value < 1e9;
            return value;
        };
        PriceClass one;
        one.upToPromptTokens = text(UpTo).isEmpty() ? 0 : static_cast<std::int64_t>(number(UpTo));
        one.prompt = number(Prompt);
        one.completion = number(Completion);
        if (!text(Cached).isEmpty())
            one.cached = number(Cached);
        const auto per = static_cast<std::int64_t>(number(Per));
        isGood = isGood && !text(Model).isEmpty() && (per == 1'000 || per == 1'000'000);
        if (!isGood) {
            m_table->setCurrentCell(line, Model);
            setFailure(tr("The row for “%1” is incomplete: prices must be numbers, per 1000 or 1000000 tokens.")
                           .arg(text(Model)));
            return std::nullopt;
        }
        const std::string name = text(Model).toStdString();
        auto known = std::ranges::find(rows, name, &ModelPrice::model);
        if (known == rows.end()) {
            rows.push_back({});
            known = std::prev(rows.end());
            known->model = name;
            known->perTokens = per;
        }
        known->classes.push_back(one);
    }
    // Sorted like any table before it is compared.
    std::vector<ModelPrice> sorted = PriceTable(std::move(rows)).rows();
    for (ModelPrice& row : sorted)
        keepUnshown(row, m_builtIn.changedBy(m_changes));
    return PriceTable(std::move(sorted));
}

void PricesDialog::save()
{
    const auto table = read();
    if (!table)
        return;
    std::vector<ModelPrice> changes;
    for (const ModelPrice& row : table->rows())
        if (std::ranges::find(m_builtIn.rows(), row) == m_builtIn.rows().end())
            changes.push_back(row);
    // A model that was removed has no price any more; whatever else is known of it stays.
    for (const ModelPrice& row : m_builtIn.rows()) {
        if (row.classes.empty()
            || std::ranges::find(table->rows(), row.model, &ModelPrice::model) != table->rows().end())
            continue;
        ModelPrice unpriced = row;
        unpriced.classes.clear();
        changes.push_back(unpriced);
    }
    m_changes = PriceTable(std::move(changes));
    setFailure({});
    emit saveRequested();
}

void PricesDialog::setFailure(const QString& sentence)
{
    m_trouble->setText(sentence);
    m_trouble->setVisible(!sentence.isEmpty());
}

void PricesDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void PricesDialog::retranslate()
{
    setWindowTitle(tr("Model prices"));
    setAccessibleName(windowTitle());
    m_table->setAccessibleName(windowTitle());
    m_explanation->setText(tr("US dollars per number of tokens, as published by the providers in %1. Correct any that "
                              "have changed. A name ending with * matches every model that starts with it. Models "
                              "without a price are counted in tokens only.")
                               .arg(QString::fromStdString(m_builtIn.date())));
    m_table->setHorizontalHeaderLabels(
        {tr("Model"), tr("Prompts up to"), tr("Prompt"), tr("Cached prompt"), tr("Reply"), tr("Per … tokens")});
    const auto name = [this](QPushButton* one, const QString& text) {
        theme::setButtonText(m_theme, *one, text);
        one->setAccessibleName(text);
    };
    name(m_add, tr("Add a row"));
    name(m_remove, tr("Remove the row"));
    name(m_cancel, tr("Cancel"));
    name(m_save, tr("Save"));
}

} // namespace quarterdeck::ui
