#include "app/services/instance_client.h"

#include "app/services/instance_server.h"
#include "model/gateway/health.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>

#include <utility>

namespace quarterdeck::app {

using conversation::ErrorCode;
using gateway::HttpCall;
using session::Error;

namespace {

/// Time for the other side to write out its log and save its sessions' states.
constexpr std::chrono::seconds longestLeave{30};
constexpr int firstRefusal = 400;
constexpr int givenAway = 503; ///< it has just given the library away

struct LinkSentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error silent()
    {
        return {ErrorCode::Locked, tr("The Quarterdeck that has the library open does not respond.").toStdString(), {}};
    }
    static Error strange()
    {
        return {ErrorCode::BadInput,
                tr("The answer from the Quarterdeck that has the library open cannot be understood. It may be a "
                   "different version.")
                    .toStdString(),
                {}};
    }
};

/// Empty if the reply is no refusal with a sentence.
std::string sentenceIn(const QByteArray& refusal)
{
    const auto read = nlohmann::json::parse(refusal.toStdString(), nullptr, false);
    const nlohmann::json::json_pointer place("/error/message");
    const bool isSaid = read.is_object() && read.contains(place) && read.at(place).is_string();
    return isSaid ? read.at(place).get<std::string>() : std::string();
}

HttpCall* newCall(const QString& address, const char* method, const QByteArray& path, const std::string& body,
                  QObject* parent)
{
    return new HttpCall(
        {address, 0}, {method, path, {{"Content-Type", "application/json"}}, QByteArray::fromStdString(body)}, parent);
}

} // namespace

InstanceLink::InstanceLink(const QString& library) : m_address(instanceAddress(library))
{
    m_silence.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this] { fail(LinkSentences::silent()); });
}
InstanceLink::~InstanceLink() = default;

InstanceLink::End InstanceLink::hold(const InstanceRequest& what, std::function<bool(const InstanceMessage&)> hear,
                                     std::chrono::milliseconds patience)
{
    m_hear = std::move(hear);
    m_path = pathOf(what);
    m_call = newCall(m_address, "POST", m_path, bodyOf(what), this);
    connect(m_call, &HttpCall::readyRead, this, &InstanceLink::read);
    connect(m_call, &HttpCall::finished, this, &InstanceLink::readEnd);
    m_silence.start(patience);
    if (!m_hasEnded)
        m_loop.exec();
    return m_end;
}

void InstanceLink::read()
{
    if (m_call->status() >= firstRefusal)
        return;
    const QByteArray bytes = m_call->readAll();
    for (const auto& event : m_events.feed({bytes.data(), static_cast<std::size_t>(bytes.size())})) {
        if (m_hasEnded)
            return;
        if (const auto message = instanceMessageFrom(event.name, event.data))
            take(*message);
        else
            fail(LinkSentences::strange());
    }
    if (m_events.isOverLimit())
        fail(LinkSentences::strange());
}

void InstanceLink::readEnd()
{
    if (m_call->status() == givenAway)
        return end(End::NobodyThere);
    if (m_call->status() >= firstRefusal) {
        const std::string sentence = sentenceIn(m_call->readAll());
        return fail(sentence.empty() ? LinkSentences::strange() : Error{ErrorCode::BadInput, sentence, {}});
    }
    read();
    if (m_call->status() == 0 && m_call->hasHeard())
        return fail(LinkSentences::strange());
    end(m_id ? End::Gone : End::NobodyThere);
}

void InstanceLink::take(const InstanceMessage& message)
{
    m_silence.stop();
    if (const auto* rejected = std::get_if<RequestRejected>(&message))
        return fail({ErrorCode::BadInput, rejected->sentence.toStdString(), {}});
    const auto* accepted = std::get_if<RequestAccepted>(&message);
    if (!m_id)
        m_id = accepted != nullptr ? accepted->id : QString();
    if (accepted != nullptr && m_isCancelled)
        return send("DELETE", {});
    if (accepted == nullptr && !m_hear(message))
        fail(LinkSentences::strange());
}

void InstanceLink::cancel()
{
    if (!std::exchange(m_isCancelled, true) && m_id)
        send("DELETE", {});
}

void InstanceLink::answer(const RunAnswer& answer) { send("POST", "/answers", bodyOf(answer)); }

/// Concerning what was accepted. What is said to it is not answered with anything of interest.
void InstanceLink::send(const char* method, const QByteArray& below, const std::string& body)
{
    HttpCall* call = newCall(m_address, method, m_path + '/' + m_id.value_or(QString()).toUtf8() + below, body, this);
    connect(call, &HttpCall::finished, call, &QObject::deleteLater);
}

void InstanceLink::end(End how)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_end = how;
    m_silence.stop();
    m_loop.quit();
}

void InstanceLink::fail(const Error& error)
{
    if (!m_hasEnded)
        m_error = error;
    end(End::Failed);
}

HandoffResult InstanceClient::ask(const ShowWindow& what, std::chrono::milliseconds patience)
{
    m_importing.clear();
    auto link = std::make_unique<InstanceLink>(m_library);
    QTimer leaving;
    leaving.setSingleShot(true);
    QObject::connect(&leaving, &QTimer::timeout, link.get(), &InstanceLink::finish);
    bool isTaken = true;
    bool isLeft = false;
    const auto hear = [&](const InstanceMessage& message) {
        isTaken = false;
        if (const auto* busy = std::get_if<BusyImporting>(&message))
            m_importing = busy->file;
        if (std::holds_alternative<LibraryClosing>(message)) {
            leaving.start(longestLeave);
            return true;
        }
        if (const auto* released = std::get_if<LibraryReleased>(&message)) {
            isLeft = true;
            if (released->port != 0) // a run takes no agents in
                m_inherited = *released;
        }
        link->finish();
        return true;
    };
    const InstanceLink::End end = link->hold(what, hear, patience);
    if (isLeft)
        m_left.push_back(std::move(link));
    return isLeft                                   ? HandoffResult::Left
        : isTaken && end == InstanceLink::End::Gone ? HandoffResult::Taken
                                                    : HandoffResult::Nobody;
}

namespace {

/// Runs an event loop until it is answered, or the time is over.
void complete(HttpCall& call, std::chrono::milliseconds patience)
{
    QEventLoop loop;
    QObject::connect(&call, &HttpCall::finished, &loop, &QEventLoop::quit);
    call.setDeadline(static_cast<int>(patience.count()));
    loop.exec();
}

} // namespace

std::optional<session::Result<void>> giveToInstance(const QString& library, const std::string& path,
                                                    const std::string& body)
{
    constexpr std::chrono::seconds patience{20};
    QObject context;
    HttpCall* call = newCall(instanceAddress(library), "POST", QByteArray::fromStdString(path), body, &context);
    complete(*call, patience);
    const QByteArray answer = call->readAll();
    if (call->status() != 0 && call->status() < firstRefusal)
        return session::Result<void>();
    if (call->status() == givenAway || (call->status() == 0 && !call->hasHeard()))
        return std::nullopt;
    const std::string sentence = sentenceIn(answer);
    return session::Result<void>(
        tl::unexpected(sentence.empty() ? LinkSentences::strange() : Error{ErrorCode::NotAllowed, sentence, {}}));
}

std::optional<session::LibraryStatus> libraryStatusOfInstance(const QString& library,
                                                              std::chrono::milliseconds patience)
{
    QObject context;
    HttpCall* call = newCall(instanceAddress(library), "GET", "/v1/health", {}, &context);
    complete(*call, patience);
    return gateway::libraryStatusIn(call->readAll().toStdString());
}

} // namespace quarterdeck::app
