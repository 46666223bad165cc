#pragma once

#include "session/library.h"
#include "transfer/export_job.h"
#include "ui/theme/theme_controller.h"
#include "ui/view/export_preview.h"
#include "ui/view/notice.h"

#include <QObject>
#include <QPointer>
#include <memory>

namespace quarterdeck::ui {
class ExportDialog;
}

namespace quarterdeck::app {

/// Asks how a session is to be exported, with what its file will be without, and exports it. The preview is the same
/// export, written to nowhere. Thread: ui. A child of the window.
class WindowExports final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WindowExports)
public:
    WindowExports(std::shared_ptr<session::Library> library, const ui::theme::ThemeController& theme, QWidget& window);
    ~WindowExports() override = default;

    void open(const session::SessionId& session, const QString& title);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

private:
    void preview();
    void write(const ui::view::ExportChoice& choice);
    void tell(const QString& path, const transfer::ExportReport& report);

    std::shared_ptr<session::Library> m_library;
    const ui::theme::ThemeController& m_theme;
    QWidget& m_window;
    QPointer<ui::ExportDialog> m_dialog;
    session::SessionId m_session; ///< of the dialog
    std::unique_ptr<transfer::ExportJob> m_preview;
};

} // namespace quarterdeck::app
