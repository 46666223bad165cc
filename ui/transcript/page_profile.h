#pragma once

#include "model/conversation/ids.h"
#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/images/remote_images.h"

#include <QByteArray>
#include <QIODevice>
#include <QPointer>
#include <QString>
#include <QUrl>
#include <QWebEngineProfile>
#include <QWebEngineUrlSchemeHandler>

#include <memory>
#include <optional>
#include <string_view>

namespace quarterdeck::ui::transcript {

/// Everything that exists behind the scheme `app`: an exact table of files, pictures, sound and film of the library,
/// and remote pictures that were fetched because the person wanted them.

/// A file of a page: the resource with its bytes, and its type.
struct PageFile
{
    QString resource;
    QByteArray mediaType;
};
/// app://transcript/index.html, app://diagram/index.html, their style sheets and fonts. Empty for anything else.
[[nodiscard]] std::optional<PageFile> pageFile(const QUrl& url);

/// The hash of app://transcript/attachment/<hash>; empty for anything else.
[[nodiscard]] conversation::AttachmentHash attachmentOf(const QUrl& url);

/// The key of app://transcript/picture/<key>, a picture that was fetched; empty for anything else.
[[nodiscard]] QString pictureOf(const QUrl& url);

/// The type under which these bytes are shown, by content and never by name: png, jpeg, webp, gif, and the sound and
/// film formats that the engine plays. Empty = not shown as it is (such as HTML, and SVG, which is drawn first).
[[nodiscard]] QByteArray shownMediaType(std::string_view bytes);

/// An attachment of the library as a file that is read piece by piece, so that film and sound of any length cost the
/// memory of one piece. Thread: one at a time; reading waits for the library, so never the ui's (the engine reads on a
/// thread of its own).
class AttachmentDevice final : public QIODevice
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AttachmentDevice)
public:
    /// `begin`: the first piece, which also tells the size. Opened for reading.
    AttachmentDevice(std::shared_ptr<session::Library> library, conversation::AttachmentHash hash,
                     session::AttachmentPart begin, QObject* parent = nullptr);

    [[nodiscard]] bool isSequential() const override { return false; }
    [[nodiscard]] qint64 size() const override { return m_size; }

protected:
    /// -1 if the piece cannot be read, or not within ten seconds.
    qint64 readData(char* data, qint64 most) override;
    qint64 writeData(const char* data, qint64 count) override;

private:
    [[nodiscard]] bool load(std::int64_t from);

    std::shared_ptr<session::Library> m_library;
    conversation::AttachmentHash m_hash;
    std::int64_t m_size;
    std::int64_t m_first = 0; ///< of the piece held
    std::string m_piece;
};

class DiagramRenderer;

/// Answers requests to the scheme `app`: GET only, by the tables above. Small attachments are read whole on
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

/// An off-the-record profile in which only our scheme exists. Must outlive its pages. Thread: ui.
class PageProfile final : public QWebEngineProfile
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PageProfile)
public:
    /// Both may be null: then there are none. `pictures`, which are remote, must outlive this.
    explicit PageProfile(std::shared_ptr<session::Library> attachments, const RemoteImages* pictures = nullptr,
                         QObject* parent = nullptr);
    ~PageProfile() override;

    /// Attachments in SVG are shown as this draws them.
    void drawSvgBy(DiagramRenderer& renderer) { m_handler.drawSvgBy(renderer); }

signals:
    /// For tests and the log: something was requested that is not allowed.
    void requestBlocked(const QUrl& url);

private:
    SchemeHandler m_handler;
};

} // namespace quarterdeck::ui::transcript
