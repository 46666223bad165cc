#include "workspace/composer_controller.h"

#include "conversation/channel.h"
#include "conversation/compose.h"
#include "ui/present/present.h"
#include "ui/wording/routing_words.h"
#include "workspace/image_intake.h"
#include "workspace/kept_draft.h"

#include <QUuid>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr int draftDelayMs = 400;
const QString noticeId = QStringLiteral("composer");

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

conversation::EventSeq messageIn(const std::vector<session::Event>& events)
{
    const auto isMessage = [](const session::Event& event) {
        return std::holds_alternative<conversation::MessagePublished>(event.body);
    };
    const auto message = std::find_if(events.begin(), events.end(), isMessage);
    return message == events.end() ? conversation::EventSeq() : message->seq;
}

} // namespace

ComposerController::ComposerController(Composer& composer, ViewedSession& viewed, QObject* parent)
    : QObject(parent)
    , m_composer(composer)
    , m_viewed(viewed)
{
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftDelayMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ComposerController::saveDraft);
    composer.setRules({[this](const QString& typed, Composer::Audience audience) {
                           return m_viewed.state()
                               ? present::sendView(*m_viewed.state(), m_viewed.members(), typed, audience, m_chatWith)
                               : SendView{};
                       },
                       [this](const QString& prefix, const QString&) {
                           return m_viewed.state()
                               ? present::completions(*m_viewed.state(), m_viewed.members(), prefix, m_chatWith)
                               : std::vector<CompletionRow>{};
                       },
                       [this](const QString& typed) {
                           return m_viewed.state() ? present::namesLength(*m_viewed.state(), typed) : 0;
                       }});
    connect(&viewed, &ViewedSession::sessionChanged, this, &ComposerController::showSession);
    connect(&viewed, &ViewedSession::membersChanged, this,
            [this] { m_composer.setMembers(present::composerMembers(m_viewed.members())); });
    connect(&viewed, &ViewedSession::stateChanged, &composer, &Composer::refresh);
    connect(&composer, &Composer::edited, this, [this] {
        emit noticeDismissed(noticeId);
        m_draftTimer.start();
    });
    connect(&composer, &Composer::audienceChosen, &m_draftTimer, qOverload<>(&QTimer::start));
    connect(&composer, &Composer::sendRequested, this, [this] { send(false); });
    connect(&composer, &Composer::sendAndResumeRequested, this, [this] { send(true); });
    connect(&composer, &Composer::sendRefused, this, &ComposerController::say);
    connect(&composer, &Composer::imagesButtonClicked, this,
            [this] { image_intake::choose(m_composer, [this](const QStringList& paths) { takeFiles(paths); }); });
    connect(&composer, &Composer::imageFilesChosen, this, &ComposerController::takeFiles);
    connect(&composer, &Composer::imagePasted, this,
            [this](const QImage& image) { image_intake::encodePasted(image, m_receiver, imageTaken()); });
}

ComposerController::~ComposerController()
{
    if (m_draftTimer.isActive())
        saveDraft();
}

void ComposerController::writeIn(const conversation::ChannelKey& channel)
{
    m_chatWith =
        conversation::channel::isPrivate(channel) ? conversation::channel::roleOf(channel) : conversation::RoleName();
    m_composer.refresh();
}

void ComposerController::showSession()
{
    if (m_draftTimer.isActive())
        saveDraft();
    keepUnsent();
    m_shown = m_viewed.id();
    const QSignalBlocker quiet(m_composer);
    m_composer.clear();
    m_composer.setSending(m_outgoing.contains(m_shown));
    if (m_viewed.isEmpty())
        return;
    if (const auto kept = m_unsent.extract(m_shown)) {
        showUnsent(kept.mapped());
        return;
    }
    m_viewed.library().readDraft(
        m_shown, m_receiver.on<session::Result<std::string>>([this, id = m_shown](session::Result<std::string> draft) {
            if (draft && !draft->empty() && id == m_shown && m_composer.text().isEmpty())
                showDraft(keptDraft(*draft));
        }));
}

void ComposerController::keepUnsent()
{
    if (m_shown.isEmpty())
        return;
    Unsent unsent{m_composer.text(), m_composer.audience(), m_composer.images()};
    if (!unsent.text.isEmpty() || !unsent.images.empty())
        m_unsent.insert_or_assign(m_shown, std::move(unsent));
}

void ComposerController::showUnsent(const Unsent& unsent)
{
    m_composer.setText(unsent.text);
    m_composer.setAudience(unsent.audience);
    for (const PickedImage& image : unsent.images)
        m_composer.addImage(image);
}

void ComposerController::showDraft(const KeptDraft& draft)
{
    m_composer.setText(draft.text);
    m_composer.setAudience(draft.audience);
}

void ComposerController::saveDraft()
{
    m_draftTimer.stop();
    if (!m_shown.isEmpty() && !m_viewed.library().isReadOnly())
        m_viewed.library().saveDraft(m_shown, toStored({m_composer.text(), m_composer.audience()}),
                                     [](session::Result<session::Nothing>) {});
}

void ComposerController::takeFiles(const QStringList& paths)
{
    image_intake::readFiles(paths, m_receiver, imageTaken());
}

/// For the session shown now, whichever is shown when the image has been read.
std::function<void(conversation::Result<PickedImage>)> ComposerController::imageTaken()
{
    return [this, session = m_shown](conversation::Result<PickedImage> image) { addImage(session, std::move(image)); };
}

void ComposerController::addImage(const conversation::SessionId& session, conversation::Result<PickedImage> image)
{
    if (!image)
        say(wording::text(image.error().sentence));
    else if (session == m_shown)
        m_composer.addImage(std::move(*image));
    else
        m_unsent[session].images.push_back(std::move(*image));
}

void ComposerController::send(bool isResuming)
{
    if (!m_viewed.canSpeak() || m_outgoing.contains(m_shown))
        return;
    m_outgoing.insert_or_assign(
        m_shown,
        Outgoing{
            m_viewed.live(), {m_composer.text(), m_composer.audience(), m_composer.images()}, m_chatWith, isResuming});
    m_composer.setSending(true);
    using Blocks = conversation::Result<std::vector<conversation::ContentBlock>>;
    image_intake::store(m_viewed.library(), m_receiver, m_composer.images(), [this, session = m_shown](Blocks images) {
        if (images)
            publish(session, std::move(*images));
        else
            refuse(session, images.error());
    });
}

void ComposerController::publish(const conversation::SessionId& session, std::vector<conversation::ContentBlock> images)
{
    Outgoing& outgoing = m_outgoing.at(session);
    auto intent = conversation::composeMessage(*outgoing.client->state(), outgoing.message.text.toStdString(),
                                               outgoing.message.audience, std::move(images), newId, outgoing.chatWith);
    if (!intent) {
        refuse(session, intent.error());
        return;
    }
    outgoing.client->submit(std::move(*intent), [this, session](session::IntentOutcome outcome) {
        if (outcome.error)
            refuse(session, *outcome.error);
        else
            finish(session, messageIn(outcome.events));
    });
}

void ComposerController::finish(const conversation::SessionId& session, conversation::EventSeq message)
{
    const Outgoing& outgoing = m_outgoing.at(session);
    const std::size_t sentImages = outgoing.message.images.size();
    // Whoever resumed it meanwhile must not find it paused by this.
    using conversation::RunState;
    const RunState run = outgoing.client->state()->runState();
    const bool isResuming = outgoing.isResuming && (run == RunState::Stopped || run == RunState::Paused);
    endOutgoing(session);
    if (isResuming)
        emit resumeWanted(session);
    if (session != m_shown) {
        m_unsent.erase(session);
        m_viewed.library().saveDraft(session, {}, [](session::Result<session::Nothing>) {});
        return;
    }
    const std::vector<PickedImage> images = m_composer.images();
    m_composer.clear();
    for (std::size_t i = sentImages; i < images.size(); ++i)
        m_composer.addImage(images[i]); // that came while the others were on their way
    saveDraft();
    emit sent(message);
}

void ComposerController::refuse(const conversation::SessionId& session, const conversation::Error& error)
{
    endOutgoing(session);
    say(wording::text(error.sentence));
}

void ComposerController::endOutgoing(const conversation::SessionId& session)
{
    // The client may be the caller, so it is deleted later.
    QMetaObject::invokeMethod(
        this, [client = std::move(m_outgoing.at(session).client)] {}, Qt::QueuedConnection);
    m_outgoing.erase(session);
    if (session == m_shown)
        m_composer.setSending(false);
}

void ComposerController::say(const QString& sentence)
{
    emit noticeRaised(
        {noticeId, view::NoticeTone::Danger, sentence, tr("Nothing was sent; your text is still here."), {}});
}

} // namespace quarterdeck::ui
