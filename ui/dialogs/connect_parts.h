#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/gateway/program_access.h"

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class ThemeController;
} // namespace theme

/// The port through which programs connect, and who needs no token. Every choice is reported at once. Thread: ui;
/// `theme` must outlive it.
class PortForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PortForm)
public:
    explicit PortForm(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// 0 = none is open, and none can be chosen.
    void setPort(quint16 port);
    /// Why the wanted port is not used: shown below the field, which keeps it, until the person types another.
    void setPortProblem(const QString& sentence);
    void setStudio(gateway::TokenlessAccess access);
    void setToken(const QString& token, const QString& file);
    void retranslate();

signals:
    /// Another port was chosen.
    void portRequested(quint16 port);
    void studioChosen(gateway::TokenlessAccess access);
    /// A new token should replace the current one; the person has confirmed it.
    void newTokenRequested();

private:
    void arrange();
    void askForNewToken();
    void choosePort();
    void refresh();

    const theme::ThemeController& m_theme;
    quint16 m_port = 0;
    QString m_token;
    QLabel* m_portName;
    QLineEdit* m_portField;
    QPushButton* m_usePort;
    QLabel* m_portProblem;
    QLabel* m_studioName;
    theme::ComboBox* m_studio;
    QLabel* m_tokenName;
    QLabel* m_tokenFile;
    QToolButton* m_copyToken;
    QPushButton* m_newToken;
};

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
