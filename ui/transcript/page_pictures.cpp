#include "transcript/page_pictures.h"

#include "transcript/row_presenter.h"
#include "transcript/row_reading.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

QString text(const QJsonObject& object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QString wordFor(PictureChoice choice)
{
    switch (choice) {
    case PictureChoice::Always:
        return QStringLiteral("always");
    case PictureChoice::Never:
        return QStringLiteral("never");
    case PictureChoice::Ask:
        break;
    }
    return QStringLiteral("ask");
}

/// Of a presented row: the address that its picture of this key has there; empty when it has none.
QString addressOf(const nlohmann::json& rows, const std::string& key)
{
    for (const nlohmann::json& row : rows) {
        const auto pictures = row.find("pictures");
        if (pictures == row.end())
            continue;
        for (const nlohmann::json& picture : *pictures) {
            if (picture["key"] == key)
                return QString::fromStdString(picture["address"].get<std::string>());
        }
    }
    return {};
}

} // namespace

PagePictures::PagePictures(std::shared_ptr<session::Library> library, RemotePictures& pictures, QObject* parent)
    : QObject(parent)
    , m_library(std::move(library))
    , m_pictures(pictures)
{
    connect(&m_pictures, &RemotePictures::loaded, this, &PagePictures::sayLoaded);
    connect(&m_pictures, &RemotePictures::failed, this, &PagePictures::sayFailed);
}

void PagePictures::setChoice(PictureChoice choice)
{
    // Said again, too: it may be that of another session.
    m_choice = choice;
    ++m_choices;
    if (choice != PictureChoice::Always)
        m_pictures.stop();
    sayChoice();
}

void PagePictures::sayChoice() { emit choiceSaid(text({{QStringLiteral("choice"), wordFor(m_choice)}})); }

void PagePictures::take(const RowPlace& place, conversation::EventSeq seq, const QString& key, PictureWish wish)
{
    switch (wish) {
    case PictureWish::Shown:
        show(place, seq, key);
        break;
    case PictureWish::Once:
        load(place, seq, key);
        break;
    case PictureWish::Always:
        emit choiceWanted(PictureChoice::Always);
        break;
    case PictureWish::Never:
        emit choiceWanted(PictureChoice::Never);
        break;
    case PictureWish::Ask:
        emit choiceWanted(PictureChoice::Ask);
        break;
    case PictureWish::Open:
        if (m_pictures.find(key) != nullptr)
            emit opened(key);
        break;
    }
}

/// What was loaded before costs nobody a request.
void PagePictures::show(const RowPlace& place, conversation::EventSeq seq, const QString& key)
{
    if (m_choice == PictureChoice::Always)
        load(place, seq, key);
    else if (m_choice == PictureChoice::Ask && m_pictures.find(key) != nullptr)
        sayLoaded(key);
}

void PagePictures::load(const RowPlace& place, conversation::EventSeq seq, const QString& key)
{
    if (m_pictures.find(key) != nullptr) {
        sayLoaded(key);
        return;
    }
    const auto found = m_receiver.on<QString>([this, key, choices = m_choices](const QString& address) {
        if (choices != m_choices)
            return;
        const auto picture = pictureAddress(address);
        if (picture && picture->key == key)
            m_pictures.load(*picture);
        else
            sayFailed(key, tr("This picture is no longer in the message."));
    });
    const auto read = [found, key = key.toStdString()](const session::Result<std::int64_t>& total,
                                                       const nlohmann::json& rows) {
        found(total ? addressOf(rows, key) : QString());
    };
    const auto reading =
        std::make_shared<RowReading>(m_library, std::make_shared<RowPresenter>(Presentation{}), place, read);
    m_library->ordinalOf(place.session, place.channel, seq,
                         [reading, found](const session::Result<conversation::Ordinal>& ordinal) {
                             if (ordinal)
                                 reading->start(*ordinal, 1);
                             else
                                 found({});
                         });
}

void PagePictures::sayLoaded(const QString& key)
{
    const FetchedPicture* picture = m_pictures.find(key);
    if (picture != nullptr)
        emit ready(text({{QStringLiteral("key"), key},
                         {QStringLiteral("width"), picture->size.width()},
                         {QStringLiteral("height"), picture->size.height()}}));
}

void PagePictures::sayFailed(const QString& key, const QString& reason)
{
    emit ready(text({{QStringLiteral("key"), key}, {QStringLiteral("reason"), reason}}));
}

} // namespace quarterdeck::ui::transcript
