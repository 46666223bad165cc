#pragma once

#include "model/agents/provider/token_costs.h"

#include <QDialog>

class QLabel;
class QPushButton;
class QTableWidget;

namespace quarterdeck::ui {

namespace theme {
class TextLabel;
class ThemeController;
} // namespace theme

/// Token prices as a table that a person can change: a line for each prompt length that a model prices differently.
/// Thread: ui; `theme` must outlive it.
class PricesDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PricesDialog)

public:
    /// `builtIn` is the app's own; the person's `changes` precede it.
    PricesDialog(const theme::ThemeController& theme, team::PriceTable builtIn, const team::PriceTable& changes,
                 QWidget* parent = nullptr);

    /// What differs from the app's own. Valid only after `saveRequested`.
    [[nodiscard]] const team::PriceTable& changes() const { return m_changes; }
    void setFailure(const QString& sentence);

signals:
    void saveRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void fill(const team::PriceTable& table);
    void addLine(const QStringList& cells);
    void removeLine();
    void save();
    /// Empty, with the reason shown, if a cell is not a number.
    [[nodiscard]] std::optional<team::PriceTable> read();
    void retranslate();

    const theme::ThemeController& m_theme;
    team::PriceTable m_builtIn;
    team::PriceTable m_changes;
    QLabel* m_explanation;
    QTableWidget* m_table;
    theme::TextLabel* m_trouble;
    QPushButton* m_add;
    QPushButton* m_remove;
    QPushButton* m_cancel;
    QPushButton* m_save;
};

} // namespace quarterdeck::ui
