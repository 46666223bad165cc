#include "ui/controllers/images_controller.h"

#include "model/conversation/decide/image_paths.h"
#include "ui/images/image_input.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"
#include "ui/transcript/transcript_page.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QThreadPool>

#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::Ordinal;
using Images = std::vector<GalleryImage>;

/// How many ordinals one read may span: rows without images in between are read for nothing.
constexpr std::int64_t widestBatch = 20;

void addImages(const session::Event& event, Images& images)
{
    int index = 0;
    for (conversation::MediaSource& source : present::imagesOf(event))
        images.push_back({event.seq, index++, std::move(source)});
}

/// Of the message or question, and of its answer.
Images imagesOf(const session::Row& row)
{
    Images images;
    addImages(row.event, images);
    for (const session::Event& amendment : row.amendments)
        addImages(amendment, images);
    return images;
}

/// One entry per wanted row; for a missing row it says that it is lost.
std::vector<Images> imagesOf(const session::Rows& read, const std::vector<std::int64_t>& wanted)
{
    std::vector<Images> images;
    images.reserve(wanted.size());
    for (const std::int64_t ordinal : wanted) {
        const auto row = std::ranges::find(read.rows, Ordinal{ordinal}, &session::Row::ordinal);
        images.push_back(row == read.rows.end() ? Images{GalleryImage{}} : imagesOf(*row));
    }
    return images;
}

} // namespace

ImageGallery::ImageGallery(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed) { }

ImageGallery::~ImageGallery() { m_stop.request_stop(); }

void ImageGallery::stop()
{
    ++m_wanted;
    m_stop.request_stop();
    m_stop = {};
    m_rows.clear();
    m_before.clear();
    m_behind.clear();
    m_foundTo = {};
    m_centre = 0;
    m_low = m_high = m_toldAt = 0;
    m_isOneByOne = m_isMet = false;
}

void ImageGallery::list(const conversation::ChannelKey& channel, const GalleryImage& around)
{
    stop();
    m_session = m_viewed.id();
    m_channel = channel;
    m_asOf = m_viewed.asOf();
    m_around = around;
    using Place = session::Result<Ordinal>;
    m_viewed.library().ordinalOf(m_session, channel, around.seq,
                                 m_receiver.wrap<Place>([this, wanted = m_wanted](const Place& place) {
                                     if (wanted != m_wanted)
                                         return;
                                     m_centre = place ? place->value : 0; // an answer has no row of its own
                                     findRows();
                                 }));
}

void ImageGallery::findRows()
{
    session::FindRequest request;
    request.session = m_session;
    request.channel = m_channel;
    request.terms.kinds = {session::SearchKind::Image};
    request.asOf = m_asOf;
    request.after = m_foundTo;
    request.stop = m_stop.get_token();
    using Found = session::Result<session::FindResult>;
    m_viewed.library().findRows(std::move(request),
                                m_receiver.wrap<Found>([this, wanted = m_wanted](const Found& found) {
                                    if (wanted != m_wanted)
                                        return;
                                    if (found)
                                        takeRows(*found);
                                    else
                                        emit failed();
                                }));
}

void ImageGallery::takeRows(const session::FindResult& piece)
{
    m_foundTo = piece.readTo;
    std::ranges::transform(piece.rows, std::back_inserter(m_rows), &Ordinal::value);
    if (!piece.isLast) {
        findRows();
        return;
    }
    std::ranges::sort(m_rows);
    m_rows.erase(std::unique(m_rows.begin(), m_rows.end()), m_rows.end());
    const auto centre = std::ranges::lower_bound(m_rows, m_centre);
    m_low = m_high = static_cast<std::size_t>(centre - m_rows.begin());
    readOn();
}

/// The next few, on the side of which less is known.
void ImageGallery::readOn()
{
    const bool hasBehind = m_high < m_rows.size();
    if (m_low == 0 && !hasBehind) {
        tell();
        if (m_isMet)
            emit completed();
        else
            emit failed();
        return;
    }
    const auto isNear = [this](std::size_t one, std::size_t other) {
        return !m_isOneByOne && m_rows[other] - m_rows[one] < widestBatch;
    };
    const auto centre = static_cast<std::size_t>(std::ranges::lower_bound(m_rows, m_centre) - m_rows.begin());
    if (hasBehind && (m_low == 0 || m_high - centre <= centre - m_low)) {
        std::size_t end = m_high + 1;
        while (end < m_rows.size() && isNear(m_high, end))
            ++end;
        readBatch(m_high, end);
    } else {
        std::size_t first = m_low - 1;
        while (first > 0 && isNear(first - 1, m_low - 1))
            --first;
        readBatch(first, m_low);
    }
}

void ImageGallery::readBatch(std::size_t first, std::size_t end)
{
    const std::vector<std::int64_t> wanted(m_rows.begin() + static_cast<std::ptrdiff_t>(first),
                                           m_rows.begin() + static_cast<std::ptrdiff_t>(end));
    const auto count = static_cast<std::int32_t>(wanted.back() - wanted.front() + 1);
    const session::RowsRequest request{m_session, m_channel, {wanted.front()}, count, m_asOf};
    using Read = session::Result<std::vector<Images>>;
    const std::function<void(Read)> take =
        m_receiver.wrap<Read>([this, listing = m_wanted, first, end](const Read& read) {
            if (listing == m_wanted)
                takeBatch(read, first, end);
        });
    // What a row contains besides images may be long, so it stays on the library's thread.
    m_viewed.library().readRows(request, [take, wanted](const session::Result<session::Rows>& rows) {
        take(rows.map([&](const session::Rows& read) { return imagesOf(read, wanted); }));
    });
}

void ImageGallery::takeBatch(const session::Result<std::vector<Images>>& read, std::size_t first, std::size_t end)
{
    if (!read && end - first > 1) {
        m_isOneByOne = true;
        readOn();
        return;
    }
    const bool isBehind = first == m_high;
    add(read ? *read : std::vector<Images>{{GalleryImage{}}}, isBehind);
    (isBehind ? m_high : m_low) = isBehind ? end : first;
    if (!m_isMet)
        split();
    if (m_isMet && m_high - m_low >= m_toldAt * 2)
        tell();
    readOn();
}

void ImageGallery::add(const std::vector<Images>& rows, bool isBehind)
{
    if (isBehind) {
        for (const Images& row : rows)
            m_behind.insert(m_behind.end(), row.begin(), row.end());
        return;
    }
    std::deque<GalleryImage>& before = m_isMet ? m_before : m_behind;
    std::for_each(rows.rbegin(), rows.rend(),
                  [&](const Images& row) { before.insert(before.begin(), row.begin(), row.end()); });
}

/// Finds the one around which it lists, which separates those before from those after.
void ImageGallery::split()
{
    const auto met = std::ranges::find_if(m_behind, [this](const GalleryImage& image) {
        return image.seq == m_around.seq && image.index == m_around.index;
    });
    if (met == m_behind.end())
        return;
    m_isMet = true;
    m_before.assign(m_behind.begin(), met);
    m_behind.erase(m_behind.begin(), met + 1);
}

void ImageGallery::tell()
{
    m_toldAt = m_high - m_low;
    if (!m_isMet || (m_before.empty() && m_behind.empty()))
        return;
    const Images before(m_before.begin(), m_before.end());
    const Images behind(m_behind.begin(), m_behind.end());
    m_before.clear();
    m_behind.clear();
    emit extended(before, behind);
}

namespace {

const QString diagramKey = QStringLiteral("diagram");   ///< no hash is that short
const QString remotePrefix = QStringLiteral("remote/"); ///< before the key of one from elsewhere
constexpr qsizetype longestSvg = 1'000'000;             ///< as in the page
const QString lostKey = QStringLiteral("lost");         ///< of whatever stood in a row that cannot be read

ViewerImage viewerImage(const conversation::MediaSource& source)
{
    const QString name = wording::text(source.name);
    if (!source.hash.isEmpty())
        return {wording::text(source.hash.str()), name};
    const std::optional<RemoteImageUrl> address = remoteImageUrl(QString::fromStdString(source.url));
    return {remotePrefix + (address ? address->key : QString()), name};
}

std::vector<ViewerImage> viewerImages(const std::vector<GalleryImage>& images)
{
    std::vector<ViewerImage> shown;
    shown.reserve(images.size());
    for (const GalleryImage& image : images)
        shown.push_back(image.isLost() ? ViewerImage{lostKey, ImagesController::tr("Lost image")}
                                       : viewerImage(image.source));
    return shown;
}

conversation::Result<QByteArray> refusal(const QString& sentence)
{
    return tl::make_unexpected(session::Error{conversation::ErrorCode::NotFound, sentence.toStdString(), {}});
}

} // namespace

ImagesController::ImagesController(const theme::ThemeController& theme, QWidget& window, CurrentSession& viewed,
                                   transcript::TranscriptView& page, TranscriptController& transcript,
                                   NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_page(page)
    , m_transcript(transcript)
    , m_notices(notices)
    , m_gallery(viewed)
    , m_viewer(theme, {[this](const QString& key, const auto& done) { read(key, done); }, {}}, &window)
{
    connect(&m_viewer, &ImageViewer::failed, this, &ImagesController::refuse);
    connect(&m_viewer, &ImageViewer::closed, &m_gallery, &ImageGallery::stop);
    connect(&m_gallery, &ImageGallery::extended, this,
            [this](const std::vector<GalleryImage>& before, const std::vector<GalleryImage>& behind) {
                m_viewer.extend(viewerImages(before), viewerImages(behind));
            });
    connect(&m_gallery, &ImageGallery::completed, &m_viewer, &ImageViewer::complete);
    connect(&m_gallery, &ImageGallery::failed, this, &ImagesController::showTheirsOnly);
    using namespace transcript::calls;
    transcript::TranscriptPage& shown = m_page.page();
    shown.onCall<OpenImage>(this, [this](const OpenImage& call) { open(call.seq, call.index); });
    shown.onCall<CopyImage>(this, [this](const CopyImage& call) { copy(call.seq, call.index); });
    shown.onCall<OpenDiagram>(this, [this](const OpenDiagram& call) { openDiagram(call.png); });
    shown.onCall<ChoosePictures>(this, [this](const ChoosePictures& call) { choose(m_viewed.id(), call.choice); });
    connect(&shown, &transcript::TranscriptPage::remotePictureRequested, this,
            [this](const QString& key, transcript::PictureAction wish) {
                if (wish == transcript::PictureAction::Open)
                    openRemote(key);
                else if (wish == transcript::PictureAction::Copy)
                    copyRemote(key);
            });
    connect(&m_viewed, &CurrentSession::sessionChanged, this, &ImagesController::showChoice);
}

void ImagesController::setChoices(const RemoteImagePolicies& choices)
{
    m_choices = choices;
    showChoice();
}

void ImagesController::showChoice()
{
    m_page.page().setPictureChoice(m_choices.value(wording::text(m_viewed.id().str()), RemoteImagePolicy::Ask));
}

void ImagesController::choose(const conversation::SessionId& session, RemoteImagePolicy choice)
{
    const QString id = wording::text(session.str());
    if (id.isEmpty())
        return;
    if (choice == RemoteImagePolicy::Ask)
        m_choices.remove(id);
    else
        m_choices.insert(id, choice);
    if (session == m_viewed.id())
        showChoice();
    emit choicesChanged(m_choices);
}

void ImagesController::addChoices(QMenu& menu, const conversation::SessionId& session)
{
    QMenu* choices = menu.addMenu(tr("R&emote images"));
    choices->setObjectName(QStringLiteral("sessions.pictures"));
    auto* group = new QActionGroup(choices);
    const RemoteImagePolicy now = m_choices.value(wording::text(session.str()), RemoteImagePolicy::Ask);
    const auto add = [&](RemoteImagePolicy choice, const QString& text) {
        QAction* action = choices->addAction(text);
        action->setCheckable(true);
        action->setChecked(choice == now);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, session, choice] { choose(session, choice); });
    };
    add(RemoteImagePolicy::Ask, tr("&Ask for each"));
    add(RemoteImagePolicy::Always, tr("&Load them"));
    add(RemoteImagePolicy::Never, tr("&Never load them"));
}

void ImagesController::openRemote(const QString& key)
{
    m_gallery.stop();
    m_viewer.open({{remotePrefix + key, tr("Image")}}, 0);
}

void ImagesController::read(const QString& key, const std::function<void(conversation::Result<QByteArray>)>& done)
{
    using Bytes = session::Result<std::string>;
    if (key == diagramKey) {
        done(m_diagram);
        return;
    }
    if (key == lostKey) {
        done(refusal(tr("This image is lost: the message that had it cannot be read.")));
        return;
    }
    if (key.startsWith(remotePrefix)) {
        const FetchedPicture* picture = m_page.pictures().find(key.mid(remotePrefix.size()));
        done(picture != nullptr ? conversation::Result<QByteArray>(picture->bytes)
                                : refusal(tr("This remote image is not loaded. Load it in its message first.")));
        return;
    }
    m_viewed.library().readAttachment(
        conversation::AttachmentHash(key.toStdString()), m_receiver.wrap<Bytes>([this, done](Bytes bytes) {
            if (bytes && conversation::isSvg(*bytes))
                draw(QByteArray::fromStdString(*bytes), done);
            else if (bytes)
                done(QByteArray::fromStdString(*bytes));
            else if (bytes.error().code == conversation::ErrorCode::NotFound)
                done(refusal(tr("This image is lost: its message is there, but the library does not have the image.")));
            else
                done(tl::make_unexpected(bytes.error()));
        }));
}

void ImagesController::draw(const QByteArray& svg, const std::function<void(conversation::Result<QByteArray>)>& done)
{
    const auto sentence = [] {
        return tr("This image (SVG) could not be drawn: it is damaged, takes too long, or is larger than 1 MB.");
    };
    if (svg.size() > longestSvg) {
        done(refusal(sentence()));
        return;
    }
    m_drawings.draw(*this, svg, [done, sentence](const QByteArray& png) {
        done(png.isEmpty() ? refusal(sentence()) : conversation::Result<QByteArray>(png));
    });
}

void ImagesController::openDiagram(const QByteArray& png)
{
    m_gallery.stop();
    m_diagram = png;
    m_viewer.open({{diagramKey, tr("Diagram")}}, 0);
}

void ImagesController::open(conversation::EventSeq seq, int index)
{
    withImages(seq, [this, seq, index](const Sources& images) { show(images, seq, index); });
}

void ImagesController::copy(conversation::EventSeq seq, int index)
{
    withImages(seq, [this, index](const Sources& images) {
        if (index >= 0 && index < static_cast<int>(images.size()))
            copyImage(viewerImage(images[static_cast<std::size_t>(index)]));
    });
}

void ImagesController::copyRemote(const QString& key) { copyImage({remotePrefix + key, tr("Image")}); }

void ImagesController::copyImage(const ViewerImage& image)
{
    using Decoded = conversation::Result<DecodedImage>;
    const auto put = m_receiver.wrap<Decoded>([this, copying = ++m_copying](const Decoded& decoded) {
        if (copying != m_copying)
            return;
        if (decoded)
            QGuiApplication::clipboard()->setImage(decoded->image);
        else
            refuse(wording::text(decoded.error().sentence));
    });
    read(image.key, [put, name = wording::visibleText(image.name)](const conversation::Result<QByteArray>& bytes) {
        if (bytes)
            QThreadPool::globalInstance()->start([put, name, bytes = *bytes] { put(decodeImage(bytes, name)); });
        else
            put(tl::make_unexpected(bytes.error()));
    });
}

void ImagesController::withImages(conversation::EventSeq seq, const UseSources& use)
{
    const auto take = m_receiver.wrap<session::Result<Sources>>([this, use](const session::Result<Sources>& images) {
        if (images)
            use(*images);
        else
            refuse(wording::text(images.error().sentence));
    });
    using Place = session::Result<conversation::Ordinal>;
    m_viewed.library().ordinalOf(m_viewed.id(), m_transcript.channel(), seq,
                                 m_receiver.wrap<Place>([this, seq, take](const Place& place) {
                                     if (place)
                                         readRow(*place, seq, take);
                                     else
                                         readEvent(seq, take);
                                 }));
}

/// What a message contains besides images may be long, so both leave it on the library's thread. A row has the whole of
/// a message that grew.
void ImagesController::readRow(conversation::Ordinal row, conversation::EventSeq seq, const TakeSources& take)
{
    using Rows = session::Result<session::Rows>;
    const session::RowsRequest request{m_viewed.id(), m_transcript.channel(), row, 1, m_viewed.asOf()};
    m_viewed.library().readRows(request, [take, seq](const Rows& rows) {
        take(rows.map([seq](const session::Rows& read) {
            return read.rows.empty() || read.rows.front().event.seq != seq ? Sources()
                                                                           : present::imagesOf(read.rows.front().event);
        }));
    });
}

/// An answer has no row of its own.
void ImagesController::readEvent(conversation::EventSeq seq, const TakeSources& take)
{
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1, [take, seq](const Events& events) {
        take(events.map([seq](const std::vector<session::Event>& read) {
            return read.empty() || read.front().seq != seq ? Sources() : present::imagesOf(read.front());
        }));
    });
}

void ImagesController::show(const Sources& images, conversation::EventSeq seq, int index)
{
    if (index < 0 || index >= static_cast<int>(images.size()))
        return;
    m_theirs.clear();
    std::ranges::transform(images, std::back_inserter(m_theirs), viewerImage);
    m_opened = index;
    const auto place = static_cast<std::size_t>(index);
    m_viewer.open({m_theirs[place]}, 0, true);
    m_gallery.list(m_transcript.channel(), {seq, index, images[place]});
}

/// For when the channel's images cannot be listed.
void ImagesController::showTheirsOnly()
{
    if (m_viewer.count() == 1) {
        const auto opened = m_theirs.begin() + m_opened;
        m_viewer.extend({m_theirs.begin(), opened}, {opened + 1, m_theirs.end()});
    }
    m_viewer.complete();
}

void ImagesController::refuse(const QString& sentence)
{
    m_notices.post({QStringLiteral("image"), view::NoticeTone::Danger, sentence, {}, {}}, m_viewed.id());
}

} // namespace quarterdeck::ui
