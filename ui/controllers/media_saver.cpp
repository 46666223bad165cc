#include "ui/controllers/media_saver.h"

#include "model/conversation/attachments.h"
#include "model/session/safe_files.h"
#include "ui/present/names_and_links.h"
#include "ui/present/routing_text.h"
#include "ui/transcript/transcript_page.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <optional>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::AttachmentHash;
using conversation::EventSeq;
using conversation::MediaSource;
using conversation::Ordinal;

/// Whoever asks, nobody gets what the event does not have.
std::optional<MediaSource> mediumIn(const session::Event& event, EventSeq seq, const AttachmentHash& hash)
{
    if (event.seq != seq)
        return std::nullopt;
    const std::vector<MediaSource> media = conversation::attachmentsOf(event.body);
    const auto found = std::ranges::find(media, hash, &MediaSource::hash);
    return found == media.end() ? std::nullopt : std::optional(*found);
}

} // namespace

MediaSaver::MediaSaver(QWidget& window, CurrentSession& viewed, transcript::TranscriptView& page,
                       TranscriptController& transcript, NoticeBoard& notices, AskPath askPath, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_viewed(viewed)
    , m_page(page)
    , m_transcript(transcript)
    , m_notices(notices)
    , m_askPath(std::move(askPath))
{
    using transcript::calls::SaveMedia;
    page.page().onCall<SaveMedia>(
        this, [this](const SaveMedia& call) { save(call.seq, conversation::AttachmentHash(call.hash.toStdString())); });
    connect(&page.page(), &transcript::TranscriptPage::remotePictureRequested, this,
            [this](const QString& key, transcript::PictureAction wish) {
                if (wish == transcript::PictureAction::Save)
                    saveRemote(key);
            });
    if (m_askPath)
        return;
    m_askPath = [this](const QString& proposedName, const auto& chosen) {
        auto* dialog = new QFileDialog(&m_window, tr("Save the file"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->selectFile(proposedName);
        connect(dialog, &QFileDialog::fileSelected, this, chosen);
        dialog->open();
    };
}

void MediaSaver::save(EventSeq seq, const AttachmentHash& hash)
{
    const auto take = m_receiver.wrap<Found>([this](const Found& found) {
        if (found && *found)
            ask(**found);
        else if (!found)
            refuse(wording::text(found.error().sentence));
    });
    using Place = session::Result<Ordinal>;
    m_viewed.library().ordinalOf(m_viewed.id(), m_transcript.channel(), seq,
                                 m_receiver.wrap<Place>([this, seq, hash, take](const Place& place) {
                                     if (place)
                                         findInRow(*place, seq, hash, take);
                                     else
                                         findInEvent(seq, hash, take);
                                 }));
}

/// What a message contains besides files may be long, so it stays on the library's thread.
void MediaSaver::findInRow(Ordinal row, EventSeq seq, const AttachmentHash& hash, const TakeFound& take)
{
    m_viewed.library().readRows({m_viewed.id(), m_transcript.channel(), row, 1, m_viewed.asOf()},
                                [take, seq, hash](const session::Result<session::Rows>& rows) {
                                    take(rows.map([&](const session::Rows& read) {
                                        return read.rows.empty() ? std::nullopt
                                                                 : mediumIn(read.rows.front().event, seq, hash);
                                    }));
                                });
}

/// An answer has no row of its own.
void MediaSaver::findInEvent(EventSeq seq, const AttachmentHash& hash, const TakeFound& take)
{
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {seq.value - 1}, 1, [take, seq, hash](const Events& events) {
        take(events.map([&](const std::vector<session::Event>& read) {
            return read.empty() ? std::nullopt : mediumIn(read.front(), seq, hash);
        }));
    });
}

void MediaSaver::ask(const MediaSource& source)
{
    m_askPath(safeFileName(wording::text(source.name), wording::text(source.mediaType)),
              [this, hash = source.hash](const QString& path) { readAndWrite(path, hash); });
}

/// As it is shown; by the time the person has chosen a place, it may be gone from memory.
void MediaSaver::saveRemote(const QString& key)
{
    const FetchedPicture* picture = m_page.pictures().find(key);
    if (picture == nullptr)
        return refuse(tr("This image is no longer loaded. Load it again in its message."));
    m_askPath(safeImageName(picture->name, QString::fromLatin1(picture->mediaType)),
              [this, bytes = picture->bytes](const QString& path) { writeTo(path, bytes); });
}

void MediaSaver::readAndWrite(const QString& path, const AttachmentHash& hash)
{
    using Bytes = session::Result<std::string>;
    m_viewed.library().readAttachment(hash, m_receiver.wrap<Bytes>([this, path](const Bytes& bytes) {
        if (!bytes) {
            const bool isLost = bytes.error().code == conversation::ErrorCode::NotFound;
            return refuse(isLost
                              ? tr("This file is lost: its message is there, but the library does not have the file.")
                              : wording::text(bytes.error().sentence));
        }
        writeTo(path, QByteArray::fromRawData(bytes->data(), static_cast<qsizetype>(bytes->size())));
    }));
}

void MediaSaver::writeTo(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !session::commitAtomically(file))
        refuse(tr("“%1” could not be saved: %2.").arg(QFileInfo(path).fileName(), file.errorString()));
}

void MediaSaver::refuse(const QString& sentence)
{
    m_notices.post({QStringLiteral("file"), view::NoticeTone::Danger, sentence, {}, {}}, m_viewed.id());
}

} // namespace quarterdeck::ui
