#pragma once

#include "app/services/keys.h"
#include "model/session/library.h"
#include "model/transfer/export_job.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/present/notice_board.h"
#include "ui/theme/theme.h"

#include <QObject>
#include <QPointer>
#include <QSet>
#include <chrono>
#include <functional>
#include <memory>

namespace quarterdeck::ui { }

namespace quarterdeck::app {

/// Asks how to export a session, showing what the file will lack, and exports it: what takes a while shows its
/// progress, and can be cancelled. The preview is the same export, written to nowhere. Thread: ui. A child of the
/// window.
class ExportController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ExportController)
public:
    /// The person's keys, which no export holds.
    using ReadKeys = std::function<void(const std::function<void(const KeyManager::Keys&)>&)>;
    /// `patience`: exports no longer than this are reported only when they end.
    ExportController(std::shared_ptr<session::Library> library, const ui::theme::ThemeController& theme,
                     ui::NoticeBoard& notices, QWidget& window, ReadKeys readKeys,
                     std::chrono::milliseconds patience = std::chrono::milliseconds{500});
    ~ExportController() override = default;

    void open(const session::SessionId& session, const QString& title);

private:
    void preview();
    void preview(const KeyManager::Keys& keys);
    void write(const ui::view::ExportChoice& choice);
    /// Each has a notice of its own while several are under way.
    [[nodiscard]] QString freeNotice() const;
    void follow(transfer::ExportJob& job, const QString& notice, const QString& path);
    void tellProgress(transfer::ExportJob& job, const QString& notice, const QString& path, const QString& howFar);
    void tell(const QString& notice, const QString& path, const transfer::ExportReport& report);

    std::shared_ptr<session::Library> m_library;
    const ui::theme::ThemeController& m_theme;
    ui::NoticeBoard& m_notices;
    QWidget& m_window;
    ReadKeys m_readKeys;
    std::chrono::milliseconds m_patience;
    QSet<QString> m_running; ///< the notices of exports that are under way
    QPointer<ui::ExportDialog> m_dialog;
    session::SessionId m_session; ///< of the dialog
    QString m_title;
    std::unique_ptr<transfer::ExportJob> m_preview;
};

} // namespace quarterdeck::app
