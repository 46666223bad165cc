#pragma once

#include <QWidget>

class QProgressBar;

namespace quarterdeck::app {

/// Shown while a damaged library is recovered, before there is a window for what is in it. Cannot be closed: whoever
/// ends the program meanwhile has lost nothing, the file is only replaced at the end. Thread: ui.
class RecoveryWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryWindow)
public:
    explicit RecoveryWindow(const QString& library);
    ~RecoveryWindow() override = default;

    void setProgress(int percent);

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    QProgressBar* m_bar;
};

} // namespace quarterdeck::app
