#include "model/gateway/studio/studio_answers.h"

#include "model/formats/agentscope/msg.h"
#include "model/formats/json/python_json.h"

#include <QCoreApplication>
#include <QThreadPool>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway {

using conversation::AttachmentHash;
using conversation::MediaBlock;
using conversation::Message;
using conversation::QuestionEnd;
using conversation::QuestionEndKind;
using conversation::QuestionId;
using nlohmann::json;
using session::Result;

namespace {

/// The program would wait for ever if nothing came, so it is told in words, which are part of the protocol with agents.
std::string wordsOf(const QuestionEnd& end)
{
    switch (end.kind) {
    case QuestionEndKind::Declined:
        return "(The person declined to answer.)";
    case QuestionEndKind::TimedOut:
        return "(The person did not answer in time.)";
    case QuestionEndKind::Answered:
    case QuestionEndKind::Withdrawn:
        break;
    }
    QuestionEnd said = end;
    said.form = {}; // goes beside the words, which it is only where there are none
    const std::string words = conversation::answerText(said);
    return words.empty() ? conversation::answerText(end) : words;
}

/// As the program's message will have it.
Message messageOf(const QuestionEnd& end)
{
    Message message;
    if (const std::string words = wordsOf(end); !words.empty())
        message.content = conversation::textBlocks(words);
    for (const conversation::ContentBlock& block : end.content)
        if (std::holds_alternative<MediaBlock>(block))
            message.content.push_back(block);
    return message;
}

/// Compares a message's words, and its pictures in order.
bool saysTheSame(const Message& one, const Message& other)
{
    const auto isSame = [](const MediaBlock& left, const MediaBlock& right) {
        return left.source.hash == right.source.hash && left.source.url == right.source.url;
    };
    const std::vector<MediaBlock> left = conversation::blocksOf<MediaBlock>(one);
    const std::vector<MediaBlock> right = conversation::blocksOf<MediaBlock>(other);
    return textOf(one) == textOf(other) && std::equal(left.begin(), left.end(), right.begin(), right.end(), isSame);
}

/// The size as base64.
std::size_t sentBytes(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

using BytesOf = std::function<std::optional<std::string>(const AttachmentHash&)>;

json blocksOf(const Message& message, BytesOf bytesOf)
{
    formats::agentscope::WriteOptions options;
    options.bytesOf = std::move(bytesOf);
    const json content = formats::agentscope::toDict(message, options).value("content", json::array());
    return formats::agentscope::contentBlocks(content).value; // a text alone would be no list
}

std::string eventOf(const QuestionId& id, const QuestionEnd& end, const std::map<AttachmentHash, std::string>& pictures)
{
    json blocks = blocksOf(messageOf(end), [&](const AttachmentHash& hash) {
        const auto found = pictures.find(hash);
        return found == pictures.end() || found->second.empty() ? std::optional<std::string>() : found->second;
    });
    return formats::python_json::text(json::array({"forwardUserInput", id.str(), std::move(blocks), end.form.json()}));
}

/// What the program will then say: media that were only named have become words.
Message toldOf(const QuestionEnd& end, const std::set<AttachmentHash>& named)
{
    Message told = messageOf(end);
    const json blocks = blocksOf(told, [&](const AttachmentHash& hash) {
        return named.contains(hash) ? std::optional<std::string>() : std::string();
    });
    for (std::size_t i = 0; i < told.content.size() && i < blocks.size(); ++i)
        if (blocks[i].value("type", "") == "text")
            told.content[i] = conversation::TextBlock{blocks[i].value("text", "")};
    return told;
}

} // namespace

StudioAnswers::StudioAnswers(session::Library& library, Emit emitTo, std::size_t mostPictures)
    : m_library(library)
    , m_emit(std::move(emitTo))
    , m_mostPictureBytes(mostPictures)
{ }
StudioAnswers::~StudioAnswers() = default;

void StudioAnswers::forget()
{
    m_unproved.clear();
    m_questions.forget();
    m_isSettled = false;
}

void StudioAnswers::settled()
{
    m_isSettled = true;
    for (const auto& [socket, state] : m_sockets)
        sendAll(socket);
}

void StudioAnswers::sendAll(const std::string& socket)
{
    if (!m_isSettled)
        return;
    for (const Answer& answer : m_unproved)
        send(socket, answer.id);
}

void StudioAnswers::follow(const session::Event& event, bool isOld)
{
    m_questions.follow(event);
    if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        const conversation::RoleName asker = m_questions.find(ended->id)->asker;
        if (ended->end.kind == QuestionEndKind::Withdrawn)
            return;
        m_unproved.push_back({ended->id, asker, ended->end, toldOf(ended->end, {}), isOld, isOld});
        sendAgain(ended->id);
    } else if (const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body)) {
        std::erase_if(m_unproved, [&](const Answer& one) { return one.id == delivered->id; });
    }
}

void StudioAnswers::attach(const std::string& socket)
{
    m_sockets.try_emplace(socket);
    sendAll(socket);
}

void StudioAnswers::detach(const std::string& socket) { m_sockets.erase(socket); }

void StudioAnswers::sendAgain(const QuestionId& id)
{
    if (!m_isSettled)
        return;
    for (const auto& [socket, state] : m_sockets)
        send(socket, id);
}

std::optional<QuestionId> StudioAnswers::confirmedBy(const std::string& speaker, const Message& message) const
{
    if (message.role != "user")
        return std::nullopt;
    const auto found = std::ranges::find_if(m_unproved, [&](const Answer& one) {
        const bool mayFollow = !one.isOld || message.timestamp >= one.end.at;
        return one.mayBeKnown && mayFollow && !one.isBeingProved && one.asker.str() == speaker
            && saysTheSame(one.told, message);
    });
    return found == m_unproved.end() ? std::nullopt : std::optional(found->id);
}

void StudioAnswers::setBeingProved(const QuestionId& id, bool on)
{
    if (const auto found = std::ranges::find(m_unproved, id, &Answer::id); found != m_unproved.end())
        found->isBeingProved = on;
}

/// Only once, however often it is asked for, since it may be large.
void StudioAnswers::send(const std::string& socket, const QuestionId& id)
{
    Socket& to = m_sockets.at(socket);
    if (to.taking == id || std::ranges::find(to.waiting, id) != to.waiting.end())
        return;
    to.waiting.push_back(id);
    sendNext(socket);
}

void StudioAnswers::sendNext(const std::string& socket)
{
    const auto to = m_sockets.find(socket);
    while (to != m_sockets.end() && !to->second.taking && !to->second.waiting.empty()) {
        const QuestionId id = to->second.waiting.front();
        to->second.waiting.pop_front();
        const auto answer = std::ranges::find(m_unproved, id, &Answer::id);
        if (answer == m_unproved.end())
            continue; // it is proved by now
        to->second.taking = id;
        return load(std::make_shared<Sending>(Sending{socket, *answer}));
    }
}

/// Loads picture after picture, then sends.
void StudioAnswers::load(const std::shared_ptr<Sending>& sending)
{
    const Message message = messageOf(sending->answer.end);
    for (const MediaBlock& media : conversation::blocksOf<MediaBlock>(message)) {
        const AttachmentHash hash = media.source.hash;
        if (!media.source.url.empty() || sending->pictures.contains(hash))
            continue;
        return m_library.readAttachment(
            hash, m_replies.wrap<Result<std::string>>([this, sending, hash](const Result<std::string>& bytes) {
                add(*sending, hash, bytes.value_or(std::string())); // without its bytes it is named in words
                load(sending);
            }));
    }
    write(sending);
}

void StudioAnswers::add(Sending& sending, const AttachmentHash& hash, std::string bytes) const
{
    if (sending.pictureBytes + sentBytes(bytes.size()) > m_mostPictureBytes) {
        sending.isShortened = true;
        bytes.clear();
    }
    if (bytes.empty())
        sending.named.insert(hash);
    sending.pictureBytes += sentBytes(bytes.size());
    sending.pictures[hash] = std::move(bytes);
}

/// With pictures this runs on a thread of its own, so that others need not wait.
void StudioAnswers::write(const std::shared_ptr<Sending>& sending)
{
    if (sending->pictureBytes == 0)
        return emitEvent(*sending, eventOf(sending->answer.id, sending->answer.end, {}));
    const auto written =
        m_replies.wrap<std::string>([this, sending](const std::string& event) { emitEvent(*sending, event); });
    QThreadPool::globalInstance()->start([sending, written] {
        const auto pictures = std::exchange(sending->pictures, {});
        written(eventOf(sending->answer.id, sending->answer.end, pictures));
    });
}

void StudioAnswers::emitEvent(const Sending& sending, const std::string& event)
{
    noteTold(sending);
    const auto told = m_replies.wrap<std::string>([this](const std::string& socket) { taken(socket); });
    m_emit(sending.socket, event, {static_cast<void*>(this), [told, socket = sending.socket](void*) { told(socket); }});
    if (sending.isShortened)
        emit shortened(
            QCoreApplication::translate(
                "Gateway", "The images in an answer are too large for the program: it got only the names of some.")
                .toStdString());
}

void StudioAnswers::noteTold(const Sending& sending)
{
    const auto answer = std::ranges::find(m_unproved, sending.answer.id, &Answer::id);
    if (answer == m_unproved.end())
        return;
    answer->mayBeKnown = true;
    answer->isOld = false;
    answer->told = toldOf(answer->end, sending.named);
}

void StudioAnswers::taken(const std::string& socket)
{
    const auto to = m_sockets.find(socket);
    if (to == m_sockets.end())
        return;
    to->second.taking.reset();
    sendNext(socket);
}

} // namespace quarterdeck::gateway
