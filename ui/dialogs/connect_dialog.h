#pragma once

#include "model/gateway/clients/connected_client.h"
#include "model/gateway/program_access.h"

#include <QDialog>
#include <QString>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace quarterdeck::ui {

class PortForm;
class ProgramList;
namespace theme {
class ThemeController;
}

/// How agents of other programs connect: for each kind what to add, to be copied with a click, and who is connected
/// now. Non-modal. Thread: ui; `theme` must outlive it.
class ConnectDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectDialog)

public:
    explicit ConnectDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Where they connect, as "http://localhost:3000"; empty = nowhere.
    void setAddress(const QString& address);
    /// Admits them where a token is needed: it can be copied, and is not shown.
    void setToken(const QString& token);
    /// The one of the address, which can be changed here; 0 = none is open.
    void setPort(quint16 port);
    /// The additional port for traces (0 = none), or why it is not open (may be empty).
    void setTraces(quint16 port, const QString& problem);
    /// Why the wanted one is not used: shown below its field, which keeps the input.
    void setPortProblem(const QString& sentence);
    /// The lines for programs that cannot send a token include it if they need it.
    void setStudio(gateway::TokenlessAccess access);
    /// The token's file, for programs that read it themselves.
    void setTokenFile(const QString& path);
    /// The path of the program that MCP clients start.
    /// `library`: the path of the one by which it finds Quarterdeck, empty for the usual one; nothing = by the port.
    void setBridge(const QString& program, const std::optional<QString>& library = {});
    /// The folder with the adapters that come with Quarterdeck.
    void setAdapters(const QString& folder);
    /// Who is connected, or was in the last few minutes.
    void setPrograms(const gateway::ConnectedClients& programs);

signals:
    /// The session of a program is to be shown.
    void sessionRequested(const QString& id);
    void portRequested(quint16 port);
    void studioChosen(quarterdeck::gateway::TokenlessAccess access);
    /// The token is to be replaced, and the old one to stop working.
    void newTokenRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    /// How to reach this window.
    struct Door
    {
        QString address;
        QString token;
        QString bridge;
        std::optional<QString> library;
        QString tokenFile;
        QString adapters;
        gateway::TokenlessAccess studio = gateway::TokenlessAccess::Open;
    };
    struct Line
    {
        QString (*text)(const Door&);
        bool isOfStudio; ///< programs that send no token by themselves
        QLabel* kind;
        QLabel* code;
        QToolButton* copy;
    };
    struct Snippets; ///< the additions for each kind
    void arrange();
    void fillColumn();
    Line makeLine(const char* name, QString (*text)(const Door&), bool isOfStudio = false);
    void refresh();
    [[nodiscard]] QString noteOnTraces() const;
    void retranslate();

    const theme::ThemeController& m_theme;
    Door m_door;
    quint16 m_tracePort = 0;
    QString m_traceProblem;
    QLabel* m_state;
    QLabel* m_explanation;
    QLabel* m_doorTitle;
    PortForm* m_form;
    QLabel* m_connectedTitle;
    ProgramList* m_programs;
    QVBoxLayout* m_column; ///< everything that can be scrolled
    QLabel* m_tracesNote;  ///< below their line
    std::vector<Line> m_lines;
    QPushButton* m_close;
};

} // namespace quarterdeck::ui
