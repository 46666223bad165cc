#pragma once

#include "session/library.h"
#include "session/receiver.h"

#include <QWebEngineUrlSchemeHandler>
#include <memory>

namespace quarterdeck::ui::transcript {

/// Answers the requests of the scheme `app`: GET only, by the tables of page_files.h. Attachments are read on the
/// library's reader thread; ranges of them are cut by the engine. Thread: ui.
class SchemeHandler final : public QWebEngineUrlSchemeHandler
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SchemeHandler)
public:
    /// `attachments` may be null: then there are none.
    explicit SchemeHandler(std::shared_ptr<session::Library> attachments, QObject* parent = nullptr);

    void requestStarted(QWebEngineUrlRequestJob* job) override;

private:
    void answerAttachment(QWebEngineUrlRequestJob* job, const conversation::AttachmentHash& hash);

    std::shared_ptr<session::Library> m_attachments;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui::transcript
