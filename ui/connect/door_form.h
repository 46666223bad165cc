#pragma once

#include "gateway/studio_access.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace quarterdeck::ui {

namespace theme {
class ComboBox;
class ThemeController;
} // namespace theme

/// By which port programs come in, and who needs no token. Every choice is told at once. Thread: ui; `theme` must
/// outlive it.
class DoorForm final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DoorForm)
public:
    explicit DoorForm(const theme::ThemeController& theme, QWidget* parent = nullptr);

    /// 0 = none is open, and none can be chosen.
    void setPort(quint16 port);
    /// Why the wanted one is not taken: stands under the field, in which it stays, until the person writes another.
    void setPortProblem(const QString& sentence);
    void setStudio(gateway::StudioAccess access);
    void setToken(const QString& token, const QString& file);
    void retranslate();

signals:
    /// It is another one.
    void portWanted(quint16 port);
    void studioChosen(gateway::StudioAccess access);
    /// Another token, in place of the one there is; the person has confirmed it.
    void newTokenWanted();

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

} // namespace quarterdeck::ui
