#pragma once

#include "session/receiver.h"
#include "ui/composer/composer.h"
#include "ui/view/notice.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <QTimer>

namespace quarterdeck::ui {

/// Gives the composer its rules, keeps a draft per session, takes in images and sends. What cannot be sent stays in the
/// composer. Thread: ui.
class ComposerController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerController)
public:
    ComposerController(Composer& composer, ViewedSession& viewed, QObject* parent = nullptr);
    ~ComposerController() override;

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);
    void noticeDismissed(const QString& id);

private:
    void showSession();
    void saveDraft();
    void chooseImages();
    void readImages(const QStringList& paths);
    void takeImage(conversation::Result<PickedImage> image);
    void send();
    void storeNextImage(std::vector<PickedImage> waiting, std::vector<conversation::ContentBlock> stored);
    void publish(std::vector<conversation::ContentBlock> images);
    void refuse(const conversation::Error& error);

    Composer& m_composer;
    ViewedSession& m_viewed;
    QTimer m_draftTimer;
    conversation::SessionId m_draftOf; ///< whose draft the composer holds
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
