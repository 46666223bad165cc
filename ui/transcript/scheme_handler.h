#pragma once

#include "model/session/callback_guard.h"
#include "model/session/library.h"
#include "ui/images/remote_images.h"

#include <QPointer>
#include <QWebEngineUrlSchemeHandler>
#include <memory>

namespace quarterdeck::ui::transcript {

class DiagramRenderer;

/// Answers requests to the scheme `app`: GET only, by the tables of page_files.h. Small attachments are read whole on
/// one of the library's threads; large ones piece by piece as the engine wants them, which cuts ranges from either.
/// Pictures with too many pixels are refused before the engine sees them, and SVG it never sees: what is answered is
/// what `drawSvgBy`'s made of it. Thread: ui.
class SchemeHandler final : public QWebEngineUrlSchemeHandler
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SchemeHandler)
public:
    /// Both may be null: then there are none. `pictures`, which are remote, must outlive this.
    explicit SchemeHandler(std::shared_ptr<session::Library> attachments, const RemoteImages* pictures = nullptr,
                           QObject* parent = nullptr);

    /// Without it there is no SVG.
    void drawSvgBy(DiagramRenderer& renderer);

    void requestStarted(QWebEngineUrlRequestJob* job) override;

private:
    void answerAttachment(QWebEngineUrlRequestJob* job, const conversation::AttachmentHash& hash);
    /// A large picture whose first piece does not tell enough.
    void answerWhole(const QPointer<QWebEngineUrlRequestJob>& job, const conversation::AttachmentHash& hash);

    void answerDrawn(const QPointer<QWebEngineUrlRequestJob>& job, const QByteArray& svg);

    std::shared_ptr<session::Library> m_attachments;
    QPointer<QObject> m_renderer; ///< a DiagramRenderer
    const RemoteImages* m_pictures;
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
