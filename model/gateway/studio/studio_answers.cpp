#include "studio/studio_answers.h"

#include "formats/agentscope/content.h"
#include "formats/agentscope/msg.h"
#include "formats/python_json.h"

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

/// The program waits for ever when nothing comes; so it is told in words, which belong to the protocol with agents.
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
    return conversation::answerText(end);
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

} // namespace

StudioAnswers::StudioAnswers(session::Library& library, Emit emitTo) : m_library(library), m_emit(std::move(emitTo)) { }
StudioAnswers::~StudioAnswers() = default;

void StudioAnswers::forget() { m_unproved.clear(); }

void StudioAnswers::follow(const session::Event& event)
{
    if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body)) {
        if (ended->end.kind == QuestionEndKind::Withdrawn)
            return;
        m_unproved.push_back({ended->id, ended->end});
        send(m_unproved.back(), m_sockets);
    } else if (const auto* delivered = std::get_if<conversation::AnswerDelivered>(&event.body)) {
        std::erase_if(m_unproved, [&](const Answer& one) { return one.id == delivered->id; });
    }
}

void StudioAnswers::attach(const std::string& socket)
{
    m_sockets.insert(socket);
    for (const Answer& answer : m_unproved)
        send(answer, {socket});
}

void StudioAnswers::detach(const std::string& socket) { m_sockets.erase(socket); }

void StudioAnswers::sendAgain(const QuestionId& id)
{
    const auto found = std::ranges::find(m_unproved, id, &Answer::id);
    if (found != m_unproved.end())
        send(*found, m_sockets);
}

std::optional<QuestionId> StudioAnswers::provedBy(const Message& message) const
{
    if (message.role != "user")
        return std::nullopt;
    const std::string said = textOf(message);
    const auto found =
        std::ranges::find_if(m_unproved, [&](const Answer& one) { return textOf(messageOf(one.end)) == said; });
    return found == m_unproved.end() ? std::nullopt : std::optional(found->id);
}

void StudioAnswers::send(const Answer& answer, const std::set<std::string>& sockets)
{
    if (!sockets.empty())
        load(answer, sockets, {});
}

/// Picture after picture; then it goes.
void StudioAnswers::load(Answer answer, std::set<std::string> sockets, std::map<AttachmentHash, std::string> loaded)
{
    const Message message = messageOf(answer.end);
    for (const MediaBlock& media : conversation::blocksOf<MediaBlock>(message)) {
        const AttachmentHash hash = media.source.hash;
        if (!media.source.url.empty() || loaded.contains(hash))
            continue;
        return m_library.readAttachment(
            hash, m_replies.on<Result<std::string>>([=, this](const Result<std::string>& bytes) mutable {
                loaded[hash] = bytes.value_or(std::string()); // without its bytes it is named in words
                load(std::move(answer), std::move(sockets), std::move(loaded));
            }));
    }
    formats::agentscope::WriteOptions options;
    options.bytesOf = [&](const AttachmentHash& hash) {
        const auto found = loaded.find(hash);
        return found == loaded.end() || found->second.empty() ? std::optional<std::string>() : found->second;
    };
    const json content = formats::agentscope::toDict(message, options).value("content", json::array());
    const json blocks = formats::agentscope::contentBlocks(content).value; // a text alone would be no list
    const std::string event =
        formats::python_json::text(json::array({"forwardUserInput", answer.id.str(), blocks, answer.end.form.json()}));
    for (const std::string& socket : sockets)
        m_emit(socket, event);
}

} // namespace quarterdeck::gateway
