#include "workspace/composer_controller.h"

#include "conversation/compose.h"
#include "ui/present/present.h"
#include "ui/wording/routing_words.h"

#include <QFileDialog>
#include <QThreadPool>
#include <QUuid>

namespace quarterdeck::ui {

namespace {

constexpr int draftDelayMs = 400;
const QString noticeId = QStringLiteral("composer");

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

conversation::ContentBlock imageBlock(const PickedImage& image, const session::AttachmentInfo& stored)
{
    conversation::MediaSource source;
    source.hash = stored.hash;
    source.mediaType = image.mediaType.toStdString();
    source.name = image.name.toStdString();
    source.size = stored.size;
    source.width = image.size.width();
    source.height = image.size.height();
    return conversation::MediaBlock{conversation::MediaKind::Image, source};
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
                               ? present::sendView(*m_viewed.state(), m_viewed.members(), typed, audience)
                               : SendView{};
                       },
                       [this](const QString& prefix, const QString&) {
                           return m_viewed.state() ? present::completions(*m_viewed.state(), m_viewed.members(), prefix)
                                                   : std::vector<CompletionRow>{};
                       }});
    connect(&viewed, &ViewedSession::sessionChanged, this, &ComposerController::showSession);
    connect(&viewed, &ViewedSession::membersChanged, this,
            [this] { m_composer.setMembers(present::composerMembers(m_viewed.members())); });
    connect(&viewed, &ViewedSession::stateChanged, &composer, &Composer::refresh);
    connect(&composer, &Composer::edited, this, [this] {
        emit noticeDismissed(noticeId);
        m_draftTimer.start();
    });
    connect(&composer, &Composer::sendRequested, this, &ComposerController::send);
    connect(&composer, &Composer::imagesButtonClicked, this, &ComposerController::chooseImages);
    connect(&composer, &Composer::imageFilesChosen, this, &ComposerController::readImages);
    connect(&composer, &Composer::imagePasted, this,
            [this](const QByteArray& bytes) { takeImage(checkImage(bytes, tr("pasted image.png"))); });
}

ComposerController::~ComposerController()
{
    if (m_draftTimer.isActive())
        saveDraft();
}

void ComposerController::showSession()
{
    if (m_draftTimer.isActive())
        saveDraft();
    m_draftTimer.stop();
    m_draftOf = m_viewed.id();
    const QSignalBlocker quiet(m_composer);
    m_composer.clear();
    if (m_viewed.isEmpty())
        return;
    m_viewed.library().readDraft(
        m_draftOf,
        m_receiver.on<session::Result<std::string>>([this, id = m_draftOf](session::Result<std::string> draft) {
            if (draft && !draft->empty() && id == m_draftOf && m_composer.text().isEmpty())
                m_composer.setText(wording::text(*draft));
        }));
}

void ComposerController::saveDraft()
{
    m_draftTimer.stop();
    if (!m_draftOf.isEmpty() && !m_viewed.library().isReadOnly())
        m_viewed.library().saveDraft(m_draftOf, m_composer.text().toStdString(),
                                     [](session::Result<session::Nothing>) {});
}

void ComposerController::chooseImages()
{
    auto* dialog = new QFileDialog(&m_composer, tr("Add images"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(tr("Images (*.png *.jpg *.jpeg *.webp *.gif)"));
    connect(dialog, &QFileDialog::filesSelected, this, &ComposerController::readImages);
    dialog->open();
}

void ComposerController::readImages(const QStringList& paths)
{
    const auto taken = m_receiver.on<conversation::Result<PickedImage>>(
        [this](conversation::Result<PickedImage> image) { takeImage(std::move(image)); });
    for (const QString& path : paths)
        QThreadPool::globalInstance()->start([path, taken] { taken(readImageFile(path)); });
}

void ComposerController::takeImage(conversation::Result<PickedImage> image)
{
    if (image)
        m_composer.addImage(std::move(*image));
    else
        refuse(image.error());
}

void ComposerController::send()
{
    if (m_viewed.isEmpty() || m_viewed.isReplaying())
        return;
    m_composer.setSending(true);
    storeNextImage(m_composer.images(), {});
}

void ComposerController::storeNextImage(std::vector<PickedImage> waiting,
                                        std::vector<conversation::ContentBlock> stored)
{
    if (waiting.empty()) {
        publish(std::move(stored));
        return;
    }
    const PickedImage image = waiting.front();
    waiting.erase(waiting.begin());
    const auto done = [this, image, waiting = std::move(waiting),
                       stored = std::move(stored)](session::Result<session::AttachmentInfo> info) mutable {
        if (!info) {
            refuse(info.error());
            return;
        }
        stored.push_back(imageBlock(image, *info));
        storeNextImage(std::move(waiting), std::move(stored));
    };
    m_viewed.library().putAttachment(image.bytes.toStdString(), image.mediaType.toStdString(), image.size.width(),
                                     image.size.height(),
                                     m_receiver.on<session::Result<session::AttachmentInfo>>(done));
}

void ComposerController::publish(std::vector<conversation::ContentBlock> images)
{
    if (m_viewed.isEmpty() || m_viewed.id() != m_draftOf) {
        m_composer.setSending(false); // another session was chosen meanwhile: its draft stays where it is
        return;
    }
    auto intent = conversation::composeMessage(*m_viewed.live()->state(), m_composer.text().toStdString(),
                                               m_composer.audience(), std::move(images), newId);
    if (!intent) {
        refuse(intent.error());
        return;
    }
    m_viewed.live()->submit(std::move(*intent), [this, id = m_draftOf](session::IntentOutcome outcome) {
        if (outcome.error) {
            refuse(*outcome.error);
            return;
        }
        m_composer.setSending(false);
        if (id != m_draftOf)
            return;
        m_composer.clear();
        saveDraft();
    });
}

void ComposerController::refuse(const conversation::Error& error)
{
    m_composer.setSending(false);
    emit noticeRaised({noticeId,
                       view::NoticeTone::Danger,
                       wording::text(error.sentence),
                       tr("Nothing was sent; your text is still here."),
                       {}});
}

} // namespace quarterdeck::ui
