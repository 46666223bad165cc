#include "ui/theme/data_table.h"

#include "ui/theme/labels.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>

namespace quarterdeck::ui {

using theme::Color;
using theme::TextRole;

namespace {

constexpr double heightOfRow = 31;
constexpr double inset = 10;
constexpr double avatarSize = 18;
constexpr double barWidth = 96; // of a share of 100 %
constexpr double barHeight = 6;
constexpr double leastWide = 200; // of the column that takes what room is left, if it has so much to say

class CellDelegate final : public QStyledItemDelegate
{
public:
    CellDelegate(const theme::ThemeController& theme, const DataTableModel& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    { }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const theme::Theme& look = m_theme.theme();
        const DataCell& cell = m_model.cell(index);
        const QRectF whole(option.rect);
        const bool leads = index.flags().testFlag(Qt::ItemIsSelectable);
        if (leads && (option.state.testFlag(QStyle::State_MouseOver) || option.state.testFlag(QStyle::State_Selected)))
            theme::paintRowBackground(*painter, look, whole, option.state.testFlag(QStyle::State_Selected), true, 0);
        theme::paintHairline(*painter, look, whole, Qt::BottomEdge);
        QRectF room = whole.adjusted(look.px(inset), 0, -look.px(inset), 0);
        if (cell.avatar) {
            const double size = look.px(avatarSize);
            theme::paintAvatar(*painter, look, QRectF(room.left(), room.center().y() - size / 2, size, size),
                               *cell.avatar, Color::BgCanvas);
            room.setLeft(room.left() + size + look.px(inset));
        }
        if (cell.share)
            room.setLeft(paintShare(*painter, cell, room));
        theme::paintText(*painter, room, cell.text, fontOf(cell), colorOf(cell),
                         (cell.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const theme::Theme& look = m_theme.theme();
        const DataCell& cell = m_model.cell(index);
        double width = theme::textWidth(fontOf(cell), cell.text) + 2 * look.px(inset) + 1;
        if (cell.avatar)
            width += look.px(avatarSize + inset);
        if (cell.share)
            width += *cell.share * look.px(barWidth) + look.px(inset);
        return {static_cast<int>(width), look.px(heightOfRow)};
    }

private:
    [[nodiscard]] QFont fontOf(const DataCell& cell) const
    {
        const theme::Theme& look = m_theme.theme();
        if (cell.isCode)
            return look.monoFont(12);
        return look.font(TextRole::Ui, cell.isStrong || cell.avatar ? QFont::Medium : QFont::Normal);
    }

    [[nodiscard]] QColor colorOf(const DataCell& cell) const
    {
        const theme::Theme& look = m_theme.theme();
        if (cell.avatar)
            return look.color(theme::roleColor(cell.avatar->hue, theme::RoleShade::Text));
        return look.color(cell.isDim ? Color::Text3 : cell.isStrong ? Color::Text1 : Color::Text2);
    }

    /// Returns where the text starts.
    [[nodiscard]] double paintShare(QPainter& painter, const DataCell& cell, const QRectF& room) const
    {
        const theme::Theme& look = m_theme.theme();
        const double height = look.px(barHeight);
        const double width = std::clamp(*cell.share, 0.0, 1.0) * look.px(barWidth);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.color(theme::roleColor(cell.hue, theme::RoleShade::Line)));
        painter.drawRoundedRect(QRectF(room.left(), room.center().y() - height / 2, std::max(width, 2.0), height), 2,
                                2);
        painter.restore();
        return room.left() + width + look.px(inset);
    }

    const theme::ThemeController& m_theme;
    const DataTableModel& m_model;
};

} // namespace

void DataTableModel::setHeaders(QStringList headers, std::vector<bool> areNumbers)
{
    beginResetModel();
    m_headers = std::move(headers);
    m_areNumbers = std::move(areNumbers);
    endResetModel();
}

void DataTableModel::setRows(std::vector<DataRow> rows, std::vector<bool> doLead)
{
    if (rows == m_rows && doLead == m_doLead)
        return; // what has the focus keeps it
    beginResetModel();
    m_rows = std::move(rows);
    m_doLead = std::move(doLead);
    endResetModel();
}

Qt::ItemFlags DataTableModel::flags(const QModelIndex& index) const
{
    const bool leads = m_doLead.empty() || m_doLead[static_cast<std::size_t>(index.row())];
    return leads ? QAbstractTableModel::flags(index) : Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

const DataCell& DataTableModel::cell(const QModelIndex& index) const
{
    return m_rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
}

int DataTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DataTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headers.size());
}

QVariant DataTableModel::data(const QModelIndex& index, int role) const
{
    const QString& more = cell(index).more;
    if (role == Qt::ToolTipRole && !more.isEmpty())
        return theme::plainToolTip(more);
    if (role == Qt::AccessibleDescriptionRole && !more.isEmpty())
        return more;
    return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(cell(index).text) : QVariant();
}

QVariant DataTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((m_areNumbers[static_cast<std::size_t>(section)] ? Qt::AlignRight : Qt::AlignLeft)
                        | Qt::AlignVCenter);
    return role == Qt::DisplayRole ? QVariant(m_headers.at(section)) : QVariant();
}

DataTable::DataTable(const theme::ThemeController& theme, const char* objectName, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_model(new DataTableModel(this))
{
    setObjectName(QString::fromLatin1(objectName));
    setModel(m_model);
    setItemDelegate(new CellDelegate(theme, *m_model, this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    verticalHeader()->hide();
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(&theme, &theme::ThemeController::changed, this, &DataTable::dress);
    dress();
}

void DataTable::setHeaders(const QStringList& headers, const std::vector<bool>& areNumbers, int wide)
{
    m_model->setHeaders(headers, areNumbers);
    m_wide = wide;
    fit();
}

void DataTable::setRows(std::vector<DataRow> rows, std::vector<bool> doLead)
{
    m_model->setRows(std::move(rows), std::move(doLead));
    fit();
}

void DataTable::setColumnShown(int column, bool isShown)
{
    setColumnHidden(column, !isShown);
    fit();
}

void DataTable::dress()
{
    const theme::Theme& look = m_theme.theme();
    horizontalHeader()->setFont(look.font(TextRole::Meta));
    horizontalHeader()->setFixedHeight(look.px(heightOfRow));
    verticalHeader()->setDefaultSectionSize(look.px(heightOfRow));
    fit();
}

/// The wide column takes the remaining width; if that is too little, the table becomes wider than its view.
void DataTable::fitWideColumn()
{
    QHeaderView* header = horizontalHeader();
    if (header->count() == 0)
        return;
    const auto needed = [&](int column) {
        return header->isSectionHidden(column) ? 0
                                               : std::max(sizeHintForColumn(column), header->sectionSizeHint(column));
    };
    int others = 0;
    for (int column = 0; column < header->count(); ++column)
        others += column == m_wide ? 0 : needed(column);
    const int least = std::min(needed(m_wide), m_theme.theme().px(leastWide));
    const bool isTooLittle = others + least > viewport()->width();
    header->setSectionResizeMode(m_wide, isTooLittle ? QHeaderView::Fixed : QHeaderView::Stretch);
    if (isTooLittle)
        header->resizeSection(m_wide, least);
}

void DataTable::fit()
{
    fitWideColumn();
    const bool isWider = horizontalHeader()->length() > viewport()->width();
    const int bar = isWider ? horizontalScrollBar()->sizeHint().height() : 0;
    setFixedHeight(horizontalHeader()->height() + verticalHeader()->length() + bar + 1);
}

void DataTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fit();
}

} // namespace quarterdeck::ui
