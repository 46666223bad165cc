#pragma once

#include "model/agents/definition/team_definition.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QCheckBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Names and what they stand for, a row each. Thread: ui; `theme` must outlive it.
class ParameterFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ParameterFields)

public:
    explicit ParameterFields(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setParameters(const std::map<std::string, std::string>& parameters);
    /// Those with a name.
    [[nodiscard]] std::map<std::string, std::string> parameters() const;
    /// A sentence, if two have the same name or a text has none; otherwise empty.
    [[nodiscard]] QString problem() const;

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row
    {
        QWidget* widget;
        QLineEdit* name;
        QPlainTextEdit* text;
        QToolButton* remove;
    };
    void addRow(const QString& name, const QString& text);
    void removeRow(const QWidget* widget);
    void retranslate();

    const theme::ThemeController& m_theme;
    QVBoxLayout* m_column;
    QPushButton* m_add;
    std::vector<Row> m_rows;
    bool m_isFilling = false;
};

namespace theme {
class ComboBox;
class PaintedCheckBox;
} // namespace theme

/// What is removed from each tool's results before a model gets them: a tool is selected, with its filters below; a
/// tool without filters of its own has those of every other tool. Thread: ui; `theme` must outlive it.
class ResultFilterFields final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResultFilterFields)

public:
    using Filters = std::map<std::string, std::vector<std::string>>; ///< as a team has them
    explicit ResultFilterFields(const theme::ThemeController& theme, QWidget* parent = nullptr);

    void setFilters(const Filters& filters);
    [[nodiscard]] const Filters& filters() const { return m_filters; }

signals:
    void edited();

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] std::string tool() const;
    [[nodiscard]] std::vector<std::string> filtersOf(const std::string& tool) const;
    void takeOwn(bool hasOwn);
    void takeFilter(std::size_t place, bool isOn);
    void fill();
    void nameTools();
    void retranslate();

    std::vector<std::string> m_tools; ///< the first represents all others
    theme::ComboBox* m_tool;
    theme::PaintedCheckBox* m_own;
    std::vector<theme::PaintedCheckBox*> m_boxes; ///< as team::resultFilters() has them
    Filters m_filters;
    bool m_isFilling = false;
};

} // namespace quarterdeck::ui
