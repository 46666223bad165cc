#pragma once

#include "ui/theme/role_look.h"

#include <QAbstractTableModel>
#include <QTableView>
#include <optional>
#include <vector>

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// One cell of such a table.
struct DataCell
{
    QString text;
    bool isNumber = false; ///< right-aligned
    bool isStrong = false;
    bool isDim = false;
    bool isCode = false;
    std::optional<theme::AvatarStyle> avatar = {}; ///< before the text, which has its colour
    std::optional<double> share = {};              ///< 0 to 1: a bar before the text
    int hue = 0;                                   ///< the bar's
    QString more = {};                             ///< the full text, for a tooltip; empty = nothing more
    bool operator==(const DataCell&) const = default;
};
using DataRow = std::vector<DataCell>;

class DataTableModel final : public QAbstractTableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DataTableModel)

public:
    explicit DataTableModel(QObject* parent) : QAbstractTableModel(parent) { }

    void setHeaders(QStringList headers, std::vector<bool> areNumbers);
    void setRows(std::vector<DataRow> rows, std::vector<bool> doLead);
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] const DataCell& cell(const QModelIndex& index) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QStringList m_headers;
    std::vector<bool> m_areNumbers;
    std::vector<DataRow> m_rows;
    std::vector<bool> m_doLead;
};

/// A table as tall as its rows; whatever is around it scrolls. Thread: ui; the theme must outlive it.
class DataTable final : public QTableView
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DataTable)

public:
    DataTable(const theme::ThemeController& theme, const char* objectName, QWidget* parent = nullptr);

    /// Numbers are right-aligned. `wide`: the column that takes the remaining width.
    void setHeaders(const QStringList& headers, const std::vector<bool>& areNumbers, int wide);
    /// `doLead`: which rows lead somewhere when chosen; the others give no sign of that. Empty = all of them.
    void setRows(std::vector<DataRow> rows, std::vector<bool> doLead = {});
    void setColumnShown(int column, bool isShown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void dress();
    void fit();
    void fitWideColumn();

    const theme::ThemeController& m_theme;
    DataTableModel* m_model;
    int m_wide = 0;
};

} // namespace quarterdeck::ui
