#pragma once

#include "session/receiver.h"
#include "ui/composer/composer.h"
#include "ui/view/notice.h"
#include "ui/workspace/viewed_session.h"

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>

namespace quarterdeck::ui {

struct KeptDraft;

/// Gives the composer its rules, keeps unsent input per session (the text across restarts, images and audience until
/// the window closes), takes in images and sends. What cannot be sent stays where it was written, whatever session is
/// viewed by then. Thread: ui.
class ComposerController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerController)
public:
    ComposerController(Composer& composer, ViewedSession& viewed, QObject* parent = nullptr);
    ~ComposerController() override;

    /// The channel being viewed: in a private chat, a message that names nobody is for its role, and private.
    void writeIn(const conversation::ChannelKey& channel);

signals:
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);
    void noticeDismissed(const QString& id);
    /// What the person said in the current session is durable.
    void sent(quarterdeck::conversation::EventSeq message);
    /// The person wants a stopped or paused team to read what was sent.
    void resumeWanted(const quarterdeck::conversation::SessionId& session);

private:
    /// What was written for a session that is not shown.
    struct Unsent
    {
        QString text;
        Composer::Audience audience = Composer::Audience::ByDefault;
        std::vector<PickedImage> images;
    };
    /// A message on its way, as it was when the person sent it.
    struct Outgoing
    {
        std::shared_ptr<SessionClient> client;
        Unsent message;
        conversation::RoleName chatWith;
        bool isResuming = false; ///< the team goes on then
    };

    void showSession();
    void keepUnsent();
    void showUnsent(const Unsent& unsent);
    void showDraft(const KeptDraft& draft);
    void saveDraft();
    void takeFiles(const QStringList& paths);
    [[nodiscard]] std::function<void(conversation::Result<PickedImage>)> imageTaken();
    void addImage(const conversation::SessionId& session, conversation::Result<PickedImage> image);
    void send(bool isResuming);
    void publish(const conversation::SessionId& session, std::vector<conversation::ContentBlock> images);
    void finish(const conversation::SessionId& session, conversation::EventSeq message);
    void refuse(const conversation::SessionId& session, const conversation::Error& error);
    void say(const QString& sentence);
    void endOutgoing(const conversation::SessionId& session);

    Composer& m_composer;
    ViewedSession& m_viewed;
    QTimer m_draftTimer;
    conversation::SessionId m_shown;   ///< the one the composer writes for
    conversation::RoleName m_chatWith; ///< the one whose private chat it writes in; empty = none
    std::map<conversation::SessionId, Unsent> m_unsent;
    std::map<conversation::SessionId, Outgoing> m_outgoing;
    session::Receiver m_receiver{this};
};

} // namespace quarterdeck::ui
