#pragma once

#include "model/agents/definition/team_definition.h"

#include <QWidget>
#include <map>
#include <string>
#include <vector>

class QCheckBox;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class PaintedCheckBox;
class ThemeController;
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
