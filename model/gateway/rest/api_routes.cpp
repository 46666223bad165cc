#include "model/gateway/rest/api_routes.h"

#include "model/gateway/http/request_rules.h"
#include "model/gateway/rest/api_json.h"
#include "model/gateway/rest/session_resources.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/post.h"

#include <QByteArray>
#include <QUrlQuery>
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

namespace {

constexpr std::string_view root = "/v1/sessions";
constexpr std::string_view openRoles = "/v1/roles";
constexpr std::size_t longestKey = 255;

using Exchange = std::shared_ptr<HttpExchange>;

std::vector<std::string> partsOf(std::string_view path)
{
    std::vector<std::string> parts;
    if (!path.starts_with(root) || path == root)
        return parts;
    const QByteArray rest(path.data() + root.size(), static_cast<qsizetype>(path.size() - root.size()));
    for (const QByteArray& part : rest.mid(1).split('/'))
        parts.push_back(QByteArray::fromPercentEncoding(part).toStdString());
    return parts;
}

/// A whole number from 0 on.
std::optional<std::int64_t> numberIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional(number)
                                                                                   : std::nullopt;
}

/// How long the client wants to wait, cut to the maximum.
std::optional<std::chrono::seconds> patienceIn(const QUrlQuery& query)
{
    const std::string wait = query.queryItemValue(QStringLiteral("wait")).toStdString();
    const auto seconds = numberIn(wait.empty() ? "0" : wait);
    const std::chrono::seconds longest = QuestionResource::longestWait;
    return seconds ? std::optional(std::chrono::seconds(std::min<std::int64_t>(*seconds, longest.count())))
                   : std::nullopt;
}

conversation::RoleName roleIn(const QUrlQuery& query)
{
    return conversation::RoleName(query.queryItemValue(QStringLiteral("role"), QUrl::FullyDecoded).toStdString());
}

/// A request concerning a session, on the sessions' thread.
struct Asked
{
    SessionResources* sessions;
    session::SessionId id;
    Exchange exchange;

    template <typename Then>
    void hand(Then then) const
    {
        session::post(sessions, [asked = *this, then = std::move(then)] {
            asked.sessions->with(asked.id, asked.answer(), then);
        });
    }
    [[nodiscard]] SendResponse answer() const
    {
        return [exchange = exchange](HttpResponse given) { exchange->answer(std::move(given)); };
    }
};

/// Passes on what was read, or replies with what is wrong.
template <typename T, typename Take>
void handRead(const Asked& asked, Read<T> read, Take take)
{
    if (!read)
        return asked.exchange->answer(badBody(read.error()));
    // Captures may be copied, and what was read may be large.
    asked.hand([value = std::make_shared<T>(std::move(*read)), take,
                answer = asked.answer()](SessionResource& session) { take(session, std::move(*value), answer); });
}

void takeStream(const Asked& asked, const HttpRequest& request)
{
    const QUrlQuery query(QString::fromStdString(request.query));
    const std::string_view last = request.field("last-event-id");
    const std::string after = query.queryItemValue(QStringLiteral("after")).toStdString();
    const auto place = numberIn(!last.empty() ? last : after.empty() ? std::string_view("0") : std::string_view(after));
    if (!place)
        return asked.exchange->answer(
            badBody(QT_TRANSLATE_NOOP("GatewayRefusals", "after or Last-Event-ID: not an event number.")));
    const conversation::RoleName role = roleIn(query);
    asked.hand([after = session::EventSeq{*place}, role, exchange = asked.exchange](SessionResource& session) {
        session.stream(after, role, exchange);
    });
}

void takeQuestion(const Asked& asked, const HttpRequest& request, const std::string& text)
{
    const conversation::QuestionId id(text);
    if (request.method == "DELETE")
        return asked.hand([id, exchange = asked.exchange](SessionResource& session) {
            session.withQuestion(id, exchange, [id, exchange](QuestionResource& desk) { desk.withdraw(id, exchange); });
        });
    const auto patience = patienceIn(QUrlQuery(QString::fromStdString(request.query)));
    if (!patience)
        return asked.exchange->answer(badBody(QT_TRANSLATE_NOOP("GatewayRefusals", "wait: not a number of seconds.")));
    asked.hand([id, patience = *patience, exchange = asked.exchange](SessionResource& session) {
        session.withQuestion(id, exchange, [id, patience, exchange](QuestionResource& desk) {
            desk.sendStatus(id, patience, exchange);
        });
    });
}

void takeOpenRoles(SessionResources& sessions, const HttpRequest& request, const Exchange& exchange)
{
    const QUrlQuery query(QString::fromStdString(request.query));
    const auto patience = patienceIn(query);
    if (!patience)
        return exchange->answer(badBody(QT_TRANSLATE_NOOP("GatewayRefusals", "wait: not a number of seconds.")));
    session::post(&sessions, [&sessions, role = roleIn(query), patience = *patience, exchange] {
        sessions.tellOpenRoles(role, patience, exchange);
    });
}

void takeAttachment(const Asked& asked, HttpRequest request)
{
    if (request.body.empty())
        return asked.exchange->answer(badBody(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is empty.")));
    const auto given = std::make_shared<formats::RecordedAttachment>(
        attachmentOf(std::move(request.body), request.field("content-type")));
    asked.hand([given, hold = std::move(request.hold), answer = asked.answer()](SessionResource& session) {
        session.keep(std::move(*given), hold, answer);
    });
}

void takePost(Address address, const Asked& asked, const HttpRequest& request, const std::string& key)
{
    switch (address) {
    case Address::Roles:
        return handRead(asked, readRoles(request.body), [](SessionResource& session, const auto& roles, auto answer) {
            session.hire(roles, std::move(answer));
        });
    case Address::Messages: {
        auto sayings = parseMessages(request.body);
        const IdempotencyKey wish = sayings ? idempotencyKeyOf(*sayings, key) : IdempotencyKey();
        return handRead(asked, std::move(sayings),
                        [wish, hold = request.hold, exchange = asked.exchange](SessionResource& session, auto&& given,
                                                                               const auto&) {
                            session.acceptMessages(std::forward<decltype(given)>(given), wish, hold, exchange);
                        });
    }
    case Address::Questions: {
        auto question = readQuestion(request.body);
        const IdempotencyKey wish = question ? idempotencyKeyOf(question->question, key) : IdempotencyKey();
        return handRead(asked, std::move(question),
                        [wish, hold = request.hold, exchange = asked.exchange](SessionResource& session, auto&& given,
                                                                               const auto&) {
                            session.ask(std::forward<decltype(given)>(given), wish, hold, exchange);
                        });
    }
    default:
        return handRead(asked, readStatus(request.body),
                        [](SessionResource& session, const auto& intents, auto answer) {
                            session.setStatus(intents, std::move(answer));
                        });
    }
}

void takeNew(SessionResources& sessions, const HttpRequest& request, const std::string& key, const Exchange& exchange)
{
    auto wanted = readNewSession(request.body);
    if (!wanted)
        return exchange->answer(badBody(wanted.error()));
    session::post(&sessions, [&sessions, wanted = std::move(*wanted), key, caller = request.caller, exchange] {
        sessions.create(wanted, key, caller, [exchange](HttpResponse given) { exchange->answer(std::move(given)); });
    });
}

template <std::size_t size>
Address named(const std::pair<std::string_view, Address> (&names)[size], std::string_view name)
{
    const auto* found = std::ranges::find(names, name, [](const auto& one) { return one.first; });
    return found != std::end(names) ? found->second : Address::None;
}

} // namespace

Address addressOf(std::string_view path)
{
    if (path == root)
        return Address::Sessions;
    if (path == openRoles)
        return Address::OpenRoles;
    const std::vector<std::string> parts = partsOf(path);
    if (parts.empty() || !path.starts_with(std::string(root) + '/')
        || std::ranges::any_of(parts, [](const std::string& part) { return part.empty(); }))
        return Address::None;
    if (parts.size() == 1)
        return Address::Session;
    static constexpr std::pair<std::string_view, Address> names[] = {
        {"roles", Address::Roles},         {"messages", Address::Messages},
        {"questions", Address::Questions}, {"attachments", Address::Attachments},
        {"events", Address::Events},       {"status", Address::Status}};
    static constexpr std::pair<std::string_view, Address> single[] = {
        {"roles", Address::Role}, {"questions", Address::Question}, {"attachments", Address::Attachment}};
    if (parts.size() == 2)
        return named(names, parts[1]);
    return parts.size() == 3 ? named(single, parts[1]) : Address::None;
}

void handleApiRequest(SessionResources& sessions, HttpRequest request, const Exchange& exchange)
{
    const std::string key(request.field("idempotency-key"));
    if (key.size() > longestKey)
        return exchange->answer(
            badBody(QT_TRANSLATE_NOOP("GatewayRefusals", "Idempotency-Key: more than 255 characters.")));
    const Address address = addressOf(request.path);
    if (address == Address::Sessions)
        return takeNew(sessions, request, key, exchange);
    if (address == Address::OpenRoles)
        return takeOpenRoles(sessions, request, exchange);
    const std::vector<std::string> parts = partsOf(request.path);
    if (address == Address::None)
        return exchange->answer(
            errorAnswer(404, QT_TRANSLATE_NOOP("GatewayRefusals", "There is nothing at this address.")));
    const Asked asked{&sessions, session::SessionId(parts.front()), exchange};
    if (address == Address::Events)
        return takeStream(asked, request);
    if (address == Address::Question)
        return takeQuestion(asked, request, parts[2]);
    if (address == Address::Role)
        return asked.hand([role = conversation::RoleName(parts[2]), answer = asked.answer()](SessionResource& session) {
            session.tellRole(role, answer);
        });
    if (address == Address::Attachments)
        return takeAttachment(asked, std::move(request));
    if (address == Address::Attachment)
        return asked.hand([hash = conversation::AttachmentHash(parts[2]), exchange](SessionResource& session) {
            session.serveAttachment(hash, exchange);
        });
    if (address == Address::Session)
        return asked.hand([answer = asked.answer()](SessionResource& session) { session.sendSummary(answer); });
    takePost(address, asked, request, key);
}

} // namespace quarterdeck::gateway::api
