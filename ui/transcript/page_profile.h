#pragma once

#include "model/session/library.h"
#include "ui/transcript/scheme_handler.h"

#include <QWebEngineProfile>
#include <memory>

namespace quarterdeck::ui::transcript {

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
