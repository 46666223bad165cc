#include "ui/panels/cost_page.h"

#include "ui/panels/cost_chart.h"
#include "ui/present/quantities.h"
#include "ui/theme/data_table.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QScrollArea>
#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextLabel;
using theme::TextRole;
using view::CostLine;

namespace {

constexpr int costInset = 24;
constexpr int widestCostPage = 1100; // as the text of the conversation, a table is not to be read across a whole screen
constexpr int betweenFigures = 32;
constexpr int cachedColumn = 4; // many servers tell of neither
constexpr int reasoningColumn = 5;
constexpr int leastFigure = 116; // what a figure means stands in some lines under it
constexpr int betweenParts = 20;

QString numberText(std::int64_t number) { return QLocale().toString(static_cast<qlonglong>(number)); }

QLabel* titleIn(const theme::ThemeController& theme, QWidget* parent)
{
    return new TextLabel(theme, TextRole::Meta, Color::Text2, QFont::DemiBold, parent);
}

DataCell number(const QString& text, bool isStrong = false) { return {text, true, isStrong, false, false, {}, {}, 0}; }

DataCell nameCell(const QString& name, const theme::AvatarStyle& avatar)
{
    DataCell cell;
    cell.text = name;
    cell.avatar = avatar;
    return cell;
}

DataCell moneyCell(std::optional<double> dollars, const QString& otherwise)
{
    DataCell cell = number(dollars ? wording::exactMoney(*dollars) : otherwise, dollars.has_value());
    cell.isDim = !dollars;
    return cell;
}

DataRow tokenCells(const CostLine& line, bool isStrong)
{
    return {number(numberText(line.prompt), isStrong), number(numberText(line.completion), isStrong),
            number(numberText(line.cached), isStrong), number(numberText(line.reasoning), isStrong)};
}

} // namespace

CostPage::CostPage(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgCanvas, {}, parent)
    , m_theme(theme)
    , m_scroll(new QScrollArea(this))
    , m_content(new QWidget)
    , m_empty(new TextLabel(theme, TextRole::Ui, Color::Text2, QFont::Normal, this))
    , m_figures(new QGridLayout)
    , m_timeHead(new QWidget(m_content))
    , m_timeTitle(titleIn(theme, m_timeHead))
    , m_quantity(new theme::SegmentedChoice(theme, m_timeHead))
    , m_chart(new CostChart(theme, m_content))
    , m_linesTitle(titleIn(theme, m_content))
    , m_lines(new DataTable(theme, "cost.lines", m_content))
    , m_largestTitle(titleIn(theme, m_content))
    , m_largest(new DataTable(theme, "cost.largest", m_content))
{
    setObjectName(QStringLiteral("costPage"));
    m_empty->setObjectName(QStringLiteral("cost.empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_quantity->setChoices({QStringLiteral("cost.money"), QStringLiteral("cost.tokens")}, {tr("Money"), tr("Tokens")});
    connect(m_quantity, &theme::SegmentedChoice::chosen, this, [this](int index) {
        m_isQuantityChosen = true;
        chooseQuantity(index);
    });
    connect(m_largest, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const conversation::EventSeq seq = m_cost.largest[static_cast<std::size_t>(index.row())].seq;
        if (seq != conversation::EventSeq{})
            emit messageRequested(seq);
    });
    connect(m_largest, &QAbstractItemView::clicked, m_largest, &QAbstractItemView::activated);
    m_lines->setSelectionMode(QAbstractItemView::NoSelection);
    arrange();
    retranslate();
}

void CostPage::arrange()
{
    auto* timeHead = new QHBoxLayout(m_timeHead);
    timeHead->setContentsMargins(0, 0, 0, 0);
    timeHead->addWidget(m_timeTitle);
    timeHead->addStretch(1);
    timeHead->addWidget(m_quantity);
    m_figures->setVerticalSpacing(betweenParts);
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(costInset, costInset, costInset, costInset);
    column->setSpacing(8);
    column->addLayout(m_figures);
    column->addSpacing(betweenParts);
    column->addWidget(m_timeHead);
    column->addWidget(m_chart);
    column->addSpacing(betweenParts);
    column->addWidget(m_linesTitle);
    column->addWidget(m_lines);
    column->addSpacing(betweenParts);
    column->addWidget(m_largestTitle);
    column->addWidget(m_largest);
    column->addStretch(1);
    m_scroll->setWidget(m_content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setAlignment(Qt::AlignHCenter);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setObjectName(QStringLiteral("cost.scroll"));
    setFocusProxy(m_scroll);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_content->setAutoFillBackground(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_scroll);
    whole->addWidget(m_empty, 1);
    connect(&m_theme, &theme::ThemeController::changed, this, &CostPage::restyle);
    restyle();
}

void CostPage::restyle()
{
    m_content->setMaximumWidth(m_theme.theme().px(widestCostPage));
    m_figures->setHorizontalSpacing(m_theme.theme().px(betweenFigures));
    arrangeFigures();
}

void CostPage::setCost(view::Cost cost)
{
    if (cost == m_cost)
        return;
    m_cost = std::move(cost);
    fill();
}

void CostPage::fill()
{
    m_scroll->setVisible(!m_cost.isEmpty());
    m_empty->setVisible(m_cost.isEmpty());
    m_empty->setText(m_cost.isReading ? tr("Adding up…") : tr("No message in this session reports tokens or cost."));
    if (m_cost.isEmpty())
        return;
    fillFigures();
    const bool hasTimes = m_cost.curve.times.size() > 1;
    m_timeHead->setVisible(hasTimes);
    m_chart->setVisible(hasTimes);
    if (!m_isQuantityChosen)
        chooseQuantity(m_cost.isMoneyKnown ? 0 : 1);
    m_chart->setCurve(m_cost.curve);
    fillLines();
    fillLargest();
}

void CostPage::resizeEvent(QResizeEvent* event)
{
    Surface::resizeEvent(event);
    arrangeFigures();
}

/// As many side by side as fit.
void CostPage::arrangeFigures()
{
    std::vector<QWidget*> boxes;
    while (QLayoutItem* item = m_figures->takeAt(0)) {
        boxes.push_back(item->widget());
        delete item;
    }
    const theme::Theme& look = m_theme.theme();
    const int room = std::min(width(), look.px(widestCostPage)) - 2 * costInset;
    const int gap = look.px(betweenFigures);
    const int most = std::max(1, (room + gap) / (look.px(leastFigure) + gap));
    const int count = static_cast<int>(boxes.size());
    const int lines = (count + most - 1) / most;
    const int inLine = lines > 0 ? (count + lines - 1) / lines : 1; // all lines about as full
    for (int i = 0; i < count; ++i)
        m_figures->addWidget(boxes[static_cast<std::size_t>(i)], i / inLine, i % inLine, Qt::AlignTop);
    for (int column = 0; column < m_figures->columnCount(); ++column)
        m_figures->setColumnStretch(column, column < inLine ? 1 : 0);
}

void CostPage::fillFigures()
{
    theme::removeAll(*m_figures);
    for (const view::CostFigure& figure : m_cost.figures) {
        auto* box = new QWidget(m_content);
        auto* column = new QVBoxLayout(box);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(2);
        auto* value = new TextLabel(m_theme, TextRole::Title, Color::Text1, QFont::DemiBold, box);
        value->setObjectName(QStringLiteral("cost.figure"));
        value->setText(figure.value);
        auto* meaning = new TextLabel(m_theme, TextRole::Meta, Color::Text3, QFont::Normal, box);
        meaning->setWordWrap(true);
        meaning->setText(figure.meaning);
        column->addWidget(value);
        column->addWidget(meaning);
        m_figures->addWidget(box, 0, 0); // arrangeFigures() puts it into its place
    }
    arrangeFigures();
}

void CostPage::fillLines()
{
    std::vector<DataRow> rows;
    for (const CostLine& line : m_cost.lines) {
        DataRow cells{nameCell(line.name, line.avatar), {line.model}};
        for (DataCell& cell : tokenCells(line, false))
            cells.push_back(std::move(cell));
        cells.push_back(moneyCell(line.dollars, tr("no price")));
        DataCell share;
        share.text = tr("%1%").arg(qRound(line.share * 100));
        share.share = line.share;
        share.hue = line.avatar.hue;
        cells.push_back(std::move(share));
        rows.push_back(std::move(cells));
    }
    DataCell name;
    name.text = tr("Total");
    name.isStrong = true;
    DataRow total{std::move(name), {}};
    for (DataCell& cell : tokenCells(m_cost.total, true))
        total.push_back(std::move(cell));
    total.push_back(moneyCell(m_cost.total.dollars, tr("no price")));
    total.push_back({});
    rows.push_back(std::move(total));
    m_lines->setRows(std::move(rows));
    m_lines->setColumnShown(cachedColumn, m_cost.total.cached != 0);
    m_lines->setColumnShown(reasoningColumn, m_cost.total.reasoning != 0);
}

void CostPage::fillLargest()
{
    std::vector<DataRow> rows;
    std::vector<bool> doLead;
    for (const view::CostCall& call : m_cost.largest) {
        DataCell action;
        action.text = call.action;
        action.isCode = true;
        doLead.push_back(call.seq != conversation::EventSeq{});
        const QString tokens = tr("%1 → %2").arg(numberText(call.prompt), numberText(call.completion));
        rows.push_back({nameCell(call.name, call.avatar),
                        {call.time},
                        std::move(action),
                        number(tokens),
                        moneyCell(call.dollars, tr("no price"))});
    }
    m_largest->setRows(std::move(rows), std::move(doLead));
}

void CostPage::chooseQuantity(int index)
{
    m_quantity->setCurrent(index);
    m_chart->setQuantity(index == 0 ? CostChart::Quantity::Money : CostChart::Quantity::Tokens);
}

void CostPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void CostPage::retranslate()
{
    setAccessibleName(tr("Cost"));
    m_scroll->setAccessibleName(accessibleName());
    m_timeTitle->setText(tr("Over time, by member"));
    m_quantity->setNames({tr("Money"), tr("Tokens")});
    m_quantity->setAccessibleName(tr("What the chart shows"));
    m_linesTitle->setText(tr("By member and model"));
    m_largestTitle->setText(tr("Largest calls"));
    m_lines->setAccessibleName(m_linesTitle->text());
    m_largest->setAccessibleName(m_largestTitle->text());
    m_lines->setHeaders({tr("Member"), tr("Model"), tr("Prompt"), tr("Completion"), tr("Cached"), tr("Reasoning"),
                         tr("Money"), tr("Share")},
                        {false, false, true, true, true, true, true, false}, 1);
    m_largest->setHeaders({tr("Member"), tr("Time"), tr("Action"), tr("Tokens in → out"), tr("Money")},
                          {false, false, false, true, true}, 2);
    fill();
}

} // namespace quarterdeck::ui
