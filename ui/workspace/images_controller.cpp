#include "workspace/images_controller.h"

#include "ui/present/present.h"
#include "ui/wording/routing_words.h"

#include <QActionGroup>
#include <QMenu>

namespace quarterdeck::ui {

namespace {

const QString diagramKey = QStringLiteral("diagram");   ///< no hash is that short
const QString remotePrefix = QStringLiteral("remote/"); ///< before the key of one from elsewhere

} // namespace

ImagesController::ImagesController(const theme::ThemeController& theme, QWidget& window, ViewedSession& viewed,
                                   transcript::TranscriptView& page, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_page(page)
    , m_viewer(theme, {[this](const QString& key, const auto& done) { read(key, done); }, {}}, &window)
{
    connect(&m_viewer, &ImageViewer::failed, this, &ImagesController::refuse);
    connect(&m_page, &transcript::TranscriptView::imageClicked, this, &ImagesController::open);
    connect(&m_page, &transcript::TranscriptView::diagramClicked, this, &ImagesController::openDiagram);
    connect(&m_page, &transcript::TranscriptView::remotePictureClicked, this, &ImagesController::openRemote);
    connect(&m_page, &transcript::TranscriptView::pictureChoiceWanted, this,
            [this](PictureChoice choice) { choose(m_viewed.id(), choice); });
    connect(&m_viewed, &ViewedSession::sessionChanged, this, &ImagesController::showChoice);
}

void ImagesController::setChoices(const PictureChoices& choices)
{
    m_choices = choices;
    showChoice();
}

void ImagesController::showChoice()
{
    m_page.setPictureChoice(m_choices.value(wording::text(m_viewed.id().str()), PictureChoice::Ask));
}

void ImagesController::choose(const conversation::SessionId& session, PictureChoice choice)
{
    const QString id = wording::text(session.str());
    if (id.isEmpty())
        return;
    if (choice == PictureChoice::Ask)
        m_choices.remove(id);
    else
        m_choices.insert(id, choice);
    if (session == m_viewed.id())
        showChoice();
    emit choicesChanged(m_choices);
}

void ImagesController::addChoices(QMenu& menu, const conversation::SessionId& session)
{
    QMenu* choices = menu.addMenu(tr("Pictures from &elsewhere"));
    choices->setObjectName(QStringLiteral("sessions.pictures"));
    auto* group = new QActionGroup(choices);
    const PictureChoice now = m_choices.value(wording::text(session.str()), PictureChoice::Ask);
    const auto add = [&](PictureChoice choice, const QString& text) {
        QAction* action = choices->addAction(text);
        action->setCheckable(true);
        action->setChecked(choice == now);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, session, choice] { choose(session, choice); });
    };
    add(PictureChoice::Ask, tr("&Ask for each"));
    add(PictureChoice::Always, tr("&Load them"));
    add(PictureChoice::Never, tr("&Never load them"));
}

void ImagesController::openRemote(const QString& key) { m_viewer.open({{remotePrefix + key, tr("Picture")}}, 0); }

void ImagesController::read(const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done)
{
    using Bytes = session::Result<std::string>;
    if (key == diagramKey) {
        done(m_diagram);
        return;
    }
    if (key.startsWith(remotePrefix)) {
        const FetchedPicture* picture = m_page.pictures().find(key.mid(remotePrefix.size()));
        const QString lost = tr("This picture is no longer kept; load it again.");
        done(picture != nullptr
                 ? conversation::Result<QByteArray>(picture->bytes)
                 : tl::make_unexpected(session::Error{conversation::ErrorCode::NotFound, lost.toStdString(), {}}));
        return;
    }
    m_viewed.library().readAttachment(conversation::AttachmentHash(key.toStdString()),
                                      m_receiver.on<Bytes>([done](Bytes bytes) {
                                          if (bytes)
                                              done(QByteArray::fromStdString(*bytes));
                                          else
                                              done(tl::make_unexpected(bytes.error()));
                                      }));
}

void ImagesController::openDiagram(const QByteArray& png)
{
    m_diagram = png;
    m_viewer.open({{diagramKey, tr("Diagram")}}, 0);
}

void ImagesController::open(conversation::EventSeq seq, int index)
{
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1,
                                  m_receiver.on<Events>([this, seq, index](Events events) {
                                      if (!events)
                                          refuse(wording::text(events.error().sentence));
                                      else if (!events->empty() && events->front().seq == seq)
                                          show(events->front(), index);
                                  }));
}

void ImagesController::show(const session::Event& event, int index)
{
    std::vector<ViewerImage> images;
    for (const conversation::MediaSource& source : present::imagesOf(event)) {
        const auto elsewhere =
            source.hash.isEmpty() ? pictureAddress(QString::fromStdString(source.url)) : std::nullopt;
        images.push_back(
            {elsewhere ? remotePrefix + elsewhere->key : wording::text(source.hash.str()), wording::text(source.name)});
    }
    if (index >= 0 && index < static_cast<int>(images.size()))
        m_viewer.open(std::move(images), index);
}

void ImagesController::refuse(const QString& sentence)
{
    emit noticeRaised({QStringLiteral("image"), view::NoticeTone::Danger, sentence, {}, {}});
}

} // namespace quarterdeck::ui
