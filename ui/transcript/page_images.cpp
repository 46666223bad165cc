#include "ui/transcript/page_images.h"

#include "ui/transcript/row_presenter.h"
#include "ui/transcript/row_source.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

PageMessage ready(const QJsonObject& picture)
{
    return messages::PictureReady{QString::fromUtf8(QJsonDocument(picture).toJson(QJsonDocument::Compact))};
}

/// The addresses of a presented row's pictures, by key.
QHash<QString, QString> addressesIn(const nlohmann::json& rows)
{
    QHash<QString, QString> addresses;
    for (const nlohmann::json& row : rows) {
        const auto pictures = row.find("pictures");
        if (pictures == row.end())
            continue;
        for (const nlohmann::json& picture : *pictures)
            addresses.insert(QString::fromStdString(picture["key"].get<std::string>()),
                             QString::fromStdString(picture["address"].get<std::string>()));
    }
    return addresses;
}

} // namespace

PageImages::PageImages(std::shared_ptr<session::Library> library, RemoteImages& pictures, QObject* parent)
    : QObject(parent)
    , m_library(std::move(library))
    , m_pictures(pictures)
{
    connect(&m_pictures, &RemoteImages::loaded, this, &PageImages::sayLoaded);
    connect(&m_pictures, &RemoteImages::failed, this, &PageImages::sayFailed);
}

void PageImages::setChoice(RemoteImagePolicy choice)
{
    // Emitted even if unchanged, since it may be another session's.
    m_choice = choice;
    m_readings.clear();
    if (choice != RemoteImagePolicy::Always)
        m_pictures.stop();
    sayChoice();
}

void PageImages::sayChoice() { emit told(messages::PictureChoice{m_choice}); }

void PageImages::use(const RowQuery& place, const calls::UsePicture& wanted)
{
    if (wanted.wish == PictureAction::Once)
        load(place, wanted.seq, wanted.key);
    else if (m_pictures.find(wanted.key) == nullptr)
        sayGone(wanted.key);
    else
        emit requested(wanted.key, wanted.wish);
}

/// What was loaded before needs no request.
void PageImages::show(const RowQuery& place, const calls::PictureInSight& picture)
{
    if (m_choice == RemoteImagePolicy::Always)
        load(place, picture.seq, picture.key);
    else if (m_choice == RemoteImagePolicy::Ask && m_pictures.find(picture.key) != nullptr)
        sayLoaded(picture.key);
}

void PageImages::load(const RowQuery& place, conversation::EventSeq seq, const QString& key)
{
    if (m_pictures.find(key) != nullptr) {
        sayLoaded(key);
        return;
    }
    // A message with many pictures is read once; requests made meanwhile are served by the same read.
    const auto underWay =
        std::ranges::find_if(m_readings, [&](const Reading& one) { return one.place == place && one.seq == seq; });
    if (underWay != m_readings.end()) {
        underWay->keys.append(key);
        return;
    }
    m_readings.push_back({++m_lastReading, place, seq, {key}});
    read(m_readings.back());
}

void PageImages::read(const Reading& wanted)
{
    const auto found =
        m_receiver.wrap<Addresses>([this, id = wanted.id](const Addresses& addresses) { loadThose(id, addresses); });
    const auto read = [found](const session::Result<std::int64_t>& total, const nlohmann::json& rows) {
        found(total ? addressesIn(rows) : Addresses());
    };
    const RowQuery& place = wanted.place;
    const auto reading =
        std::make_shared<RowReadJob>(m_library, std::make_shared<RowPresenter>(Presentation{}), place, read);
    m_library->ordinalOf(place.session, place.channel, wanted.seq,
                         [reading, found](const session::Result<conversation::Ordinal>& ordinal) {
                             if (ordinal)
                                 reading->start(*ordinal, 1);
                             else
                                 found({});
                         });
}

void PageImages::loadThose(int id, const Addresses& addresses)
{
    const auto done = std::ranges::find(m_readings, id, &Reading::id);
    if (done == m_readings.end())
        return; // wanted under an earlier choice
    const QStringList keys = std::exchange(done->keys, {});
    m_readings.erase(done);
    for (const QString& key : keys) {
        const auto picture = remoteImageUrl(addresses.value(key));
        if (picture && picture->key == key)
            m_pictures.load(*picture);
        else
            sayFailed(key, tr("This image is no longer in the message."));
    }
}

void PageImages::sayLoaded(const QString& key)
{
    const FetchedPicture* picture = m_pictures.find(key);
    if (picture != nullptr)
        emit told(ready({{QStringLiteral("key"), key},
                         {QStringLiteral("width"), picture->size.width()},
                         {QStringLiteral("height"), picture->size.height()}}));
}

void PageImages::sayGone(const QString& key) { emit told(ready({{QStringLiteral("key"), key}})); }

void PageImages::sayFailed(const QString& key, const QString& reason)
{
    emit told(ready({{QStringLiteral("key"), key}, {QStringLiteral("reason"), reason}}));
}

} // namespace quarterdeck::ui::transcript
