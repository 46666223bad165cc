#include "ui/controllers/image_gallery.h"

#include "ui/present/present.h"

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

} // namespace quarterdeck::ui
