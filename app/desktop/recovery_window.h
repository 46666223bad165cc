#pragma once

#include <QWidget>
#include <memory>

class QProgressBar;

namespace quarterdeck::app {

/// Shown while a damaged library is recovered, a backup is restored, or a large package is read, before there is a
/// window for the contents. Cannot be closed: ending the program meanwhile loses nothing, since a library is only
/// replaced at the end. Thread: ui.
class RecoveryWindow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RecoveryWindow)
public:
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofLibrary(const QString& library);
    /// Nobody knows how far it is; it can be cancelled.
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofRestoring(const QString& library);
    [[nodiscard]] static std::unique_ptr<RecoveryWindow> ofPackage(const QString& package);
    ~RecoveryWindow() override = default;

    void setProgress(int percent);

signals:
    /// The person cancelled it. At most once.
    void cancelled();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    RecoveryWindow(const QString& title, const QString& what);
    void addCancel();

    QProgressBar* m_bar;
};

} // namespace quarterdeck::app
