#pragma once

#include "model/gateway/clients/connected_client.h"

#include <QString>
#include <QWidget>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// Who is connected now, and, greyed, who was in the last few minutes. A row stays in place as long as its position
/// does, so that nothing flickers once a second. Thread: ui; `theme` must outlive it.
class ProgramList final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProgramList)
public:
    explicit ProgramList(const theme::ThemeController& theme, QWidget* parent = nullptr);
    ~ProgramList() override;

    void setPrograms(gateway::ConnectedClients programs);
    void retranslate();

signals:
    /// A program's session is to be shown.
    void sessionRequested(const QString& id);

private:
    class Row;
    void refresh();

    const theme::ThemeController& m_theme;
    gateway::ConnectedClients m_programs;
    QVBoxLayout* m_column;
    std::vector<Row*> m_rows;
    QLabel* m_rest; ///< that there is nobody, or more than are shown
};

} // namespace quarterdeck::ui
