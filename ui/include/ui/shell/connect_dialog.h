#pragma once

#include <QDialog>
#include <QString>
#include <QStringList>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class ThemeController;
}

/// How agents of other programs connect: for each kind the one line to add, copied with a click, and who is connected
/// now. Does not keep the person from the window behind it. Thread: ui; `theme` must outlive it.
class ConnectDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectDialog)

public:
    explicit ConnectDialog(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// Where they connect, as "http://localhost:3000"; empty = nowhere.
    void setAddress(const QString& address);
    /// The titles of their sessions.
    void setConnected(const QStringList& titles);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line
    {
        const char* pattern; ///< %1 stands for the address
        QLabel* kind;
        QLabel* code;
        QToolButton* copy;
    };
    Line makeLine(const char* name, const char* pattern);
    void refresh();
    void retranslate();

    const theme::ThemeController& m_theme;
    QString m_address;
    QStringList m_connected;
    QLabel* m_state;
    QLabel* m_explanation;
    QLabel* m_connectedTitle;
    QLabel* m_connectedNames;
    std::vector<Line> m_lines;
    QPushButton* m_close;
};

} // namespace quarterdeck::ui
