#pragma once

#include "gateway/connected_program.h"

#include <QString>
#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Who is connected now, and who was until some minutes ago: those are greyed. A row stays where it is as long as its
/// place does, so that nothing flickers once a second. Thread: ui; `theme` must outlive it.
class ProgramList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProgramList)
public:
    explicit ProgramList(const theme::ThemeController& theme, QWidget* parent = nullptr);
    ~ProgramList() override;

    void setPrograms(gateway::ConnectedPrograms programs);
    void retranslate();

signals:
    /// The session of a program is to be shown.
    void sessionWanted(const QString& id);

private:
    class Row;
    void refresh();

    const theme::ThemeController& m_theme;
    gateway::ConnectedPrograms m_programs;
    QVBoxLayout* m_column;
    std::vector<Row*> m_rows;
    QLabel* m_rest; ///< that there is nobody, or more than are shown
};

} // namespace quarterdeck::ui
