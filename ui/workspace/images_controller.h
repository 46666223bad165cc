#pragma once

#include "session/receiver.h"
#include "ui/images/image_viewer.h"
#include "ui/view/notice.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <functional>

namespace quarterdeck::ui {

/// Opens the pictures of a row, or a diagram, in the viewer. Thread: ui.
class ImagesController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ImagesController)
public:
    /// The viewer lies over `window`.
    ImagesController(const theme::ThemeController& theme, QWidget& window, ViewedSession& viewed,
                     QObject* parent = nullptr);

    /// `index`: which of the row's pictures, from 0.
    void open(conversation::EventSeq seq, int index);
    void openDiagram(const QByteArray& png);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

private:
    void show(const session::Event& event, int index);
    void refuse(const QString& sentence);

    /// Reads the bytes of a picture for the viewer, whose keys are hashes of attachments.
    void read(const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done);

    ViewedSession& m_viewed;
    session::Receiver m_receiver{this};
    QByteArray m_diagram; ///< the one that was opened last
    ImageViewer m_viewer;
};

} // namespace quarterdeck::ui
