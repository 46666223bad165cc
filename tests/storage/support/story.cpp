#include "story.h"

#include "await.h"
#include "model/conversation/attachments.h"

#include <utility>

namespace quarterdeck::test {

using namespace session;

namespace {

QByteArray said(const Error& error) { return QByteArray::fromStdString(error.sentence + " (" + error.detail + ")"); }

} // namespace

std::optional<Error> Story::begin(Library& library, const char* session, int messages)
{
    LogBuilder log(session);
    log.start();
    const auto made =
        await<Nothing>([&](auto done) { library.createSession(log.summary(), log.takeRecords(), std::move(done)); });
    if (!made)
        return made.error();
    m_logs.insert_or_assign(session, log);
    std::optional<Error> refused;
    for (int i = 0; i < messages && !refused; ++i)
        refused = say(library, session);
    return refused;
}

std::optional<Error> Story::append(Library& library, LogBuilder log)
{
    const std::string session = log.id().str();
    const auto written =
        await<Nothing>([&](auto done) { library.append(log.summary(), log.takeRecords(), std::move(done)); });
    if (!written)
        return written.error();
    m_logs.insert_or_assign(session, std::move(log));
    return std::nullopt;
}

std::optional<Error> Story::say(Library& library, const char* session, std::size_t size)
{
    LogBuilder log = m_logs.at(session);
    ++m_steps;
    log.say(m_steps % 2 == 0 ? "Mike" : "Alice", std::to_string(m_steps) + " 你好 " + std::string(size, 'w'));
    if (m_steps % 3 == 0)
        log.ask("q" + std::to_string(m_steps));
    if (m_steps % 4 == 0)
        log.annotate({log.state().lastSeq().value - 1});
    return append(library, std::move(log));
}

std::optional<Error> Story::show(Library& library, const char* session, std::size_t size)
{
    const std::string bytes = std::to_string(++m_steps) + std::string(size, 'p');
    const auto put =
        await<AttachmentInfo>([&](auto done) { library.putAttachment(bytes, "image/png", 1, 1, std::move(done)); });
    if (!put)
        return put.error();
    LogBuilder log = m_logs.at(session);
    log.show(put->hash);
    std::optional<Error> refused = append(library, std::move(log));
    if (!refused)
        m_images[put->hash.str()] = bytes;
    return refused;
}

std::optional<Error> Story::snapshot(Library& library, const char* session)
{
    const auto saved = await<Nothing>(
        [&](auto done) { library.saveSnapshot(SessionId(session), m_logs.at(session).state(), std::move(done)); });
    return saved ? std::nullopt : std::optional(saved.error());
}

std::optional<Error> Story::remove(Library& library, const char* session)
{
    const auto removed = archiveAndRemove(library, SessionId(session));
    if (!removed)
        return removed.error();
    for (const Event& event : m_logs.at(session).events()) {
        for (const auto& attachment : conversation::attachmentsOf(event.body))
            m_images.erase(attachment.hash.str());
    }
    m_logs.erase(session);
    return std::nullopt;
}

QByteArray Story::faultsOf(Library& library, const LogBuilder& log, More more)
{
    const auto check = await<SessionCheck>([&](auto done) { library.verifySession(log.id(), std::move(done)); });
    if (!check)
        return said(check.error());
    if (!check->isSound())
        return QByteArray::fromStdString(check->faults.front());
    const EventSeq acknowledged = log.state().lastSeq();
    if (check->events < acknowledged.value || (check->events > acknowledged.value && more == More::IsWrong))
        return QByteArray::fromStdString(log.id().str() + ": " + std::to_string(check->events) + " events, of which "
                                         + std::to_string(acknowledged.value) + " were acknowledged");
    const auto state =
        await<ConversationState>([&](auto done) { library.readState(log.id(), acknowledged, std::move(done)); });
    if (!state)
        return said(state.error());
    return *state == log.state() ? QByteArray() : QByteArray("another state than what was acknowledged");
}

QByteArray Story::faultsOf(Library& library, More more) const
{
    const auto health = await<LibraryHealth>([&](auto done) { library.checkHealth(std::move(done)); });
    if (!health)
        return said(health.error());
    if (health->integrity != "ok")
        return QByteArray::fromStdString(health->integrity);
    for (const auto& [session, log] : m_logs) {
        if (const QByteArray fault = faultsOf(library, log, more); !fault.isEmpty())
            return fault;
    }
    for (const auto& [hash, bytes] : m_images) {
        const auto read = await<std::string>(
            [&, key = hash](auto done) { library.readAttachment(AttachmentHash(key), std::move(done)); });
        if (!read)
            return said(read.error());
        if (*read != bytes)
            return "an attachment with other bytes";
    }
    return {};
}

} // namespace quarterdeck::test
