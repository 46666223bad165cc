#pragma once

#include <QObject>
#include <QString>

namespace quarterdeck::ui {
class MainWindow;
class MainController;
} // namespace quarterdeck::ui

namespace quarterdeck::app {

class WindowCommands;

/// The picture for which a window was opened: saved when everything is painted, then the program ends; with a sentence
/// on standard error if there is none, or it takes too long. Thread: ui; the rest must outlive it.
class ScreenshotJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ScreenshotJob)
public:
    /// What it should show, and so what to wait for.
    enum class Of {
        Window,
        Session,  ///< the first that is shown
        Question, ///< the first that is open
    };
    ScreenshotJob(QString file, ui::MainWindow& window, ui::MainController& workspace, const WindowCommands& commands);
    ~ScreenshotJob() override = default;

    void save(Of what);
    /// There will be none.
    void giveUp(const QString& sentence);

private:
    void save(bool isPainted);

    QString m_file;
    ui::MainWindow& m_window;
    ui::MainController& m_workspace;
};

} // namespace quarterdeck::app
