#pragma once

#include "model/conversation/compose.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/panels/composer.h"
#include "ui/present/notice_board.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace quarterdeck::ui {

/// What was begun in the composer: a message that was to be private is private again after a restart.
struct ComposerDraft
{
    QString text;
    conversation::Audience audience = conversation::Audience::ByDefault;

    friend bool operator==(const ComposerDraft&, const ComposerDraft&) = default;
};

/// A session's drafts by whom they are for: the member of a private chat, or nobody for the team. What was begun for
/// the team never becomes a private message, nor the other way round.
using ComposerDrafts = std::map<conversation::RoleName, ComposerDraft>;

/// For Library::saveDraft; empty = there is nothing to keep.
std::string toStored(const ComposerDrafts& drafts);
/// From Library::readDraft. Anything not written by `toStored` is a text for the team: earlier versions kept nothing
/// else.
ComposerDrafts keptDrafts(const std::string& stored);

/// Gives the composer its rules, keeps unsent input per session and private chat (the text across restarts, images
/// until the window closes), takes in images and sends. What cannot be sent stays where it was written, whatever
/// session is viewed by then. Thread: ui.
class ComposerController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ComposerController)
public:
    ComposerController(Composer& composer, CurrentSession& viewed, NoticeBoard& notices, QObject* parent = nullptr);
    ~ComposerController() override;

    /// The channel being viewed: in a private chat, a message that names nobody is for its role, and private.
    void writeIn(const conversation::ChannelKey& channel);

signals:
    /// What the person said in the current session is durable.
    void sent(quarterdeck::conversation::EventSeq message);
    /// The person wants a stopped or paused team to read what was sent.
    void resumeRequested(const quarterdeck::conversation::SessionId& session);

private:
    /// Where something is written: a session, and the member whose private chat it is; empty = the team.
    using Place = std::pair<conversation::SessionId, conversation::RoleName>;
    /// What was written in a place that is not shown.
    struct Unsent
    {
        QString text;
        Composer::Audience audience = Composer::Audience::ByDefault;
        std::vector<PickedImage> images;
    };
    /// A message on its way, as it was when the person sent it.
    struct Outgoing
    {
        std::shared_ptr<SessionProxy> client;
        Unsent message;
        bool isResuming = false; ///< the team goes on then
    };

    void show(const Place& place);
    void keepUnsent();
    void showUnsent();
    void readDrafts(const conversation::SessionId& session);
    void saveDraft();
    void saveDrafts(const conversation::SessionId& session);
    void takeFiles(const QStringList& paths);
    [[nodiscard]] std::function<void(conversation::Result<PickedImage>)> imageTaken();
    void addImage(const Place& place, conversation::Result<PickedImage> image);
    void send(bool isResuming);
    void publish(const Place& place, std::vector<conversation::ContentBlock> images);
    void finish(const Place& place, conversation::EventSeq message);
    void refuse(const Place& place, const conversation::Error& error);
    void say(const Place& place, const QString& sentence);
    void endOutgoing(const Place& place);

    Composer& m_composer;
    CurrentSession& m_viewed;
    NoticeBoard& m_notices;
    QTimer m_draftTimer;
    Place m_shown; ///< the one the composer writes in
    std::map<Place, Unsent> m_unsent;
    std::map<Place, Outgoing> m_outgoing;
    std::set<conversation::SessionId> m_asked; ///< whose stored drafts are or were being read
    std::set<conversation::SessionId> m_read;  ///< and are here
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
