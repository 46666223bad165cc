#include "workspace/images_controller.h"

#include "ui/present/present.h"
#include "ui/wording/routing_words.h"

namespace quarterdeck::ui {

namespace {

const QString diagramKey = QStringLiteral("diagram"); ///< no hash is that short

} // namespace

ImagesController::ImagesController(const theme::ThemeController& theme, QWidget& window, ViewedSession& viewed,
                                   QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_viewer(theme, {[this](const QString& key, const auto& done) { read(key, done); }, {}}, &window)
{
    connect(&m_viewer, &ImageViewer::failed, this, &ImagesController::refuse);
}

void ImagesController::read(const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done)
{
    using Bytes = session::Result<std::string>;
    if (key == diagramKey) {
        done(m_diagram);
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
    for (const conversation::MediaSource& source : present::imagesOf(event))
        images.push_back({wording::text(source.hash.str()), wording::text(source.name)});
    if (index >= 0 && index < static_cast<int>(images.size()))
        m_viewer.open(std::move(images), index);
}

void ImagesController::refuse(const QString& sentence)
{
    emit noticeRaised({QStringLiteral("image"), view::NoticeTone::Danger, sentence, {}, {}});
}

} // namespace quarterdeck::ui
