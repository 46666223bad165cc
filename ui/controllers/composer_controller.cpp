#include "ui/controllers/composer_controller.h"

#include "model/conversation/channel.h"
#include "model/conversation/compose.h"
#include "ui/controllers/image_intake.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::Audience;

const QString textKey = QStringLiteral("text");
const QString audienceKey = QStringLiteral("audience");
const QString chatsKey = QStringLiteral("chats");

constexpr std::array audienceWords{"by_default", "everyone", "only_named"}; // in the order of Audience

QJsonObject toJson(const ComposerDraft& draft)
{
    return {{textKey, draft.text},
            {audienceKey, QLatin1String(audienceWords.at(static_cast<std::size_t>(draft.audience)))}};
}

std::optional<ComposerDraft> fromJson(const QJsonObject& fields)
{
    for (std::size_t i = 0; i < audienceWords.size(); ++i)
        if (fields[textKey].isString() && fields[audienceKey].toString() == QLatin1String(audienceWords.at(i)))
            return ComposerDraft{fields[textKey].toString(), static_cast<Audience>(i)};
    return std::nullopt;
}

} // namespace

std::string toStored(const ComposerDrafts& drafts)
{
    QJsonObject all;
    QJsonObject chats;
    for (const auto& [role, draft] : drafts) {
        if (draft.text.isEmpty())
            continue;
        if (role.isEmpty())
            all = toJson(draft);
        else
            chats.insert(wording::text(role.str()), toJson(draft));
    }
    if (!chats.isEmpty())
        all.insert(chatsKey, chats);
    return all.isEmpty() ? std::string() : QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
}

ComposerDrafts keptDrafts(const std::string& stored)
{
    if (stored.empty())
        return {};
    ComposerDrafts drafts;
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(stored)).object();
    const QJsonObject chats = all[chatsKey].toObject();
    bool isOurs = all.size() == (chats.isEmpty() ? 2 : all.contains(textKey) ? 3 : 1);
    if (all.contains(textKey)) {
        const auto team = fromJson(all);
        isOurs = isOurs && team;
        drafts[{}] = team.value_or(ComposerDraft());
    }
    for (auto chat = chats.begin(); chat != chats.end(); ++chat) {
        const auto draft = fromJson(chat.value().toObject());
        isOurs = isOurs && draft;
        drafts[conversation::RoleName(chat.key().toStdString())] = draft.value_or(ComposerDraft());
    }
    return isOurs ? drafts : ComposerDrafts{{{}, {wording::text(stored)}}};
}

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

ComposerController::ComposerController(Composer& composer, CurrentSession& viewed, NoticeBoard& notices,
                                       QObject* parent)
    : QObject(parent)
    , m_composer(composer)
    , m_viewed(viewed)
    , m_notices(notices)
{
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(draftDelayMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ComposerController::saveDraft);
    composer.setRules({[this](const QString& typed, Composer::Audience audience) {
                           if (!m_viewed.state())
                               return ComposerPreview{};
                           ComposerPreview view = present::composerPreview(*m_viewed.state(), m_viewed.members(), typed,
                                                                           audience, m_shown.second);
                           if (m_viewed.isHeld())
                               present::setHeld(view);
                           return view;
                       },
                       [this](const QString& prefix, const QString&) {
                           return m_viewed.state()
                               ? present::completions(*m_viewed.state(), m_viewed.members(), prefix, m_shown.second)
                               : std::vector<CompletionRow>{};
                       },
                       [this](const QString& typed) {
                           return m_viewed.state() ? present::namesLength(*m_viewed.state(), typed) : 0;
                       }});
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        if (m_viewed.id() != m_shown.first)
            show({m_viewed.id(), {}}); // until its channel is known
    });
    connect(&viewed, &CurrentSession::membersChanged, this,
            [this] { m_composer.setMembers(present::composerMembers(m_viewed.members())); });
    connect(&viewed, &CurrentSession::stateChanged, &composer, &Composer::refresh);
    connect(&composer, &Composer::edited, this, [this] {
        m_notices.withdraw(noticeId);
        m_draftTimer.start();
    });
    connect(&composer, &Composer::audienceChosen, &m_draftTimer, qOverload<>(&QTimer::start));
    connect(&composer, &Composer::sendRequested, this, [this] { send(false); });
    connect(&composer, &Composer::sendAndResumeRequested, this, [this] { send(true); });
    connect(&composer, &Composer::sendRefused, this, [this](const QString& sentence) { say(m_shown, sentence); });
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
    show({m_viewed.id(),
          conversation::channel::isPrivate(channel) ? conversation::channel::roleOf(channel)
                                                    : conversation::RoleName()});
}

void ComposerController::show(const Place& place)
{
    if (place != m_shown) {
        if (m_draftTimer.isActive())
            saveDraft();
        keepUnsent();
        m_shown = place;
        const QSignalBlocker quiet(m_composer);
        m_composer.clear();
        m_composer.setSending(m_outgoing.contains(m_shown));
        if (m_viewed.isEmpty())
            return;
        showUnsent();
        if (m_asked.insert(place.first).second)
            readDrafts(place.first);
    }
    m_composer.refresh();
}

void ComposerController::keepUnsent()
{
    if (m_shown.first.isEmpty())
        return;
    m_unsent.erase(m_shown); // also what came from the disk while this was shown
    Unsent unsent{m_composer.text(), m_composer.audience(), m_composer.images()};
    if (!unsent.text.isEmpty() || !unsent.images.empty())
        m_unsent.insert_or_assign(m_shown, std::move(unsent));
}

void ComposerController::showUnsent()
{
    const auto kept = m_unsent.extract(m_shown);
    if (!kept)
        return;
    m_composer.setText(kept.mapped().text);
    m_composer.setAudience(kept.mapped().audience);
    for (const PickedImage& image : kept.mapped().images)
        m_composer.addImage(image);
}

/// What was typed before the stored ones came stays.
void ComposerController::readDrafts(const conversation::SessionId& session)
{
    m_viewed.library().readDraft(
        session,
        m_receiver.wrap<session::Result<std::string>>([this, session](const session::Result<std::string>& stored) {
            m_read.insert(session);
            for (const auto& [role, draft] : keptDrafts(stored.value_or(std::string())))
                m_unsent.try_emplace({session, role}, Unsent{draft.text, draft.audience, {}});
            if (m_shown.first == session && m_composer.text().isEmpty() && m_composer.images().empty()) {
                const QSignalBlocker quiet(m_composer);
                showUnsent();
            }
        }));
}

void ComposerController::saveDraft()
{
    m_draftTimer.stop();
    saveDrafts(m_shown.first);
}

/// All of a session's, since they are stored together; not before those of an earlier start have been read.
void ComposerController::saveDrafts(const conversation::SessionId& session)
{
    if (session.isEmpty() || m_viewed.library().isReadOnly())
        return;
    if (!m_read.contains(session)) {
        m_draftTimer.start();
        return;
    }
    ComposerDrafts drafts;
    for (const auto& [place, unsent] : m_unsent)
        if (place.first == session)
            drafts[place.second] = {unsent.text, unsent.audience};
    if (m_shown.first == session)
        drafts[m_shown.second] = {m_composer.text(), m_composer.audience()};
    m_viewed.library().saveDraft(session, toStored(drafts), [](session::Result<session::Nothing>) {});
}

void ComposerController::takeFiles(const QStringList& paths)
{
    image_intake::readFiles(paths, m_receiver, imageTaken());
}

/// For the place shown now, whichever is shown when the image has been read.
std::function<void(conversation::Result<PickedImage>)> ComposerController::imageTaken()
{
    return [this, place = m_shown](conversation::Result<PickedImage> image) { addImage(place, std::move(image)); };
}

void ComposerController::addImage(const Place& place, conversation::Result<PickedImage> image)
{
    if (!image)
        say(place, wording::text(image.error().sentence));
    else if (place == m_shown)
        m_composer.addImage(std::move(*image));
    else
        m_unsent[place].images.push_back(std::move(*image));
}

void ComposerController::send(bool isResuming)
{
    if (!m_viewed.canSpeak() || m_outgoing.contains(m_shown))
        return;
    m_outgoing.insert_or_assign(
        m_shown,
        Outgoing{m_viewed.live(), {m_composer.text(), m_composer.audience(), m_composer.images()}, isResuming});
    m_composer.setSending(true);
    using Blocks = conversation::Result<std::vector<conversation::ContentBlock>>;
    image_intake::store(m_viewed.library(), m_receiver, m_composer.images(), [this, place = m_shown](Blocks images) {
        if (images)
            publish(place, std::move(*images));
        else
            refuse(place, images.error());
    });
}

void ComposerController::publish(const Place& place, std::vector<conversation::ContentBlock> images)
{
    Outgoing& outgoing = m_outgoing.at(place);
    auto intent = conversation::composeMessage(*outgoing.client->state(), outgoing.message.text.toStdString(),
                                               outgoing.message.audience, std::move(images), newId, place.second);
    if (!intent) {
        refuse(place, intent.error());
        return;
    }
    outgoing.client->submit(std::move(*intent), [this, place](conversation::Decision outcome) {
        if (outcome.error)
            refuse(place, *outcome.error);
        else
            finish(place, messageIn(outcome.events));
    });
}

void ComposerController::finish(const Place& place, conversation::EventSeq message)
{
    const Outgoing& outgoing = m_outgoing.at(place);
    const std::size_t sentImages = outgoing.message.images.size();
    const bool isResuming = outgoing.isResuming;
    endOutgoing(place);
    if (isResuming)
        emit resumeRequested(place.first);
    if (place != m_shown) {
        m_unsent.erase(place);
        saveDrafts(place.first);
        return;
    }
    const std::vector<PickedImage> images = m_composer.images();
    m_composer.clear();
    for (std::size_t i = sentImages; i < images.size(); ++i)
        m_composer.addImage(images[i]); // that came while the others were on their way
    saveDraft();
    emit sent(message);
}

void ComposerController::refuse(const Place& place, const conversation::Error& error)
{
    endOutgoing(place);
    say(place, wording::text(error.sentence));
}

void ComposerController::endOutgoing(const Place& place)
{
    // The client may be the caller, so it is deleted later.
    QMetaObject::invokeMethod(
        this, [client = std::move(m_outgoing.at(place).client)] {}, Qt::QueuedConnection);
    m_outgoing.erase(place);
    if (place == m_shown)
        m_composer.setSending(false);
}

void ComposerController::say(const Place& place, const QString& sentence)
{
    m_notices.post({noticeId, view::NoticeTone::Danger, sentence, tr("Nothing was sent; your text is still here."), {}},
                   place.first);
}

} // namespace quarterdeck::ui
