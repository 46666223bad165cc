#include "app/services/question_reply.h"

#include "app/services/headless_run.h"
#include "model/conversation/decide/image_paths.h"
#include "model/gateway/http/request_rules.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QStringList>
#include <QUrl>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

namespace quarterdeck::app {

using conversation::ErrorCode;
using nlohmann::json;
using session::Error;
using session::Result;

namespace {

/// "", "v1", "sessions", SESSION, "questions", QUESTION, "answer"
constexpr qsizetype partsOfPath = 7;

std::string percentEncoded(const std::string& text)
{
    return QUrl::toPercentEncoding(QString::fromStdString(text)).toStdString();
}

std::string decoded(const QString& part) { return QUrl::fromPercentEncoding(part.toUtf8()).toStdString(); }

struct ReplySentences
{
    Q_DECLARE_TR_FUNCTIONS(CommandLine)

public:
    static Error noPicture(const QString& file)
    {
        return {ErrorCode::BadInput,
                tr("“%1” is not a picture that can go along with an answer.").arg(file).toStdString(),
                {}};
    }
    static Error sessionGone()
    {
        return {ErrorCode::NotFound, tr("The session of this question was deleted meanwhile.").toStdString(), {}};
    }
    static Error unreadable(const QString& file, const QString& why)
    {
        return {ErrorCode::Io, tr("“%1” cannot be read: %2").arg(file, why).toStdString(), why.toStdString()};
    }
};

} // namespace

std::string pathOf(const QuestionReply& reply)
{
    return "/v1/sessions/" + percentEncoded(reply.session.str()) + "/questions/" + percentEncoded(reply.question.str())
        + "/answer";
}

std::string bodyOf(const QuestionReply& reply)
{
    json files = json::array();
    for (const QString& file : reply.files)
        files.push_back(file.toStdString());
    json body{{"answer", reply.answer}, {"files", std::move(files)}, {"declined", reply.isDeclined}};
    if (!reply.form.isNull())
        body["form"] = reply.form.json();
    return body.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<QuestionReply> questionReplyFrom(std::string_view path, const std::string& body)
{
    const QStringList parts = QString::fromStdString(std::string(path)).split(u'/');
    if (parts.size() != partsOfPath || parts.at(1) != QStringLiteral("v1") || parts.at(2) != QStringLiteral("sessions")
        || parts.at(4) != QStringLiteral("questions") || parts.at(6) != QStringLiteral("answer"))
        return std::nullopt;
    try {
        const json object = json::parse(body);
        QuestionReply reply{conversation::SessionId(decoded(parts.at(3))),
                            conversation::QuestionId(decoded(parts.at(5)))};
        reply.answer = object.value("answer", std::string());
        reply.isDeclined = object.value("declined", false);
        if (const auto form = object.find("form"); form != object.end())
            reply.form = conversation::JsonValue(*form);
        for (const json& file : object.value("files", json::array()))
            reply.files << QString::fromStdString(file.get<std::string>());
        return reply;
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

namespace {

/// Empty if there is no such process (any more).
std::optional<std::int64_t> parentOf(std::int64_t process)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    // "17 (its name) S 12 …": the name may hold anything.
    const QByteArray stat = file.readAll();
    return stat.mid(stat.lastIndexOf(')') + 1).simplified().split(' ').value(1).toLongLong();
}

bool isBridge(std::int64_t process)
{
    return QFileInfo(QStringLiteral("/proc/%1/exe").arg(process))
        .symLinkTarget()
        .contains(QStringLiteral("/quarterdeck-mcp")); // " (deleted)" after an update
}

} // namespace

bool isOfAgents(std::int64_t process, const AgentProcesses& agents)
{
    if (process <= 0)
        return true;
    AgentProcesses forbidden = agents;
    forbidden.push_back(::getpid());
    for (const std::int64_t agent : agents)
        if (isBridge(agent)) // it speaks for whoever started it
            forbidden.push_back(parentOf(agent).value_or(0));
    constexpr int longestLine = 1'000;
    for (int i = 0; i < longestLine && process > 1; ++i) {
        if (std::ranges::count(forbidden, process) > 0)
            return true;
        const auto parent = parentOf(process);
        if (!parent) // it ended after it had asked: nobody knows any more whose it was
            return true;
        process = *parent;
    }
    return process > 1;
}

std::string commandLineVia(std::int64_t process)
{
    QFile file(QStringLiteral("/proc/%1/comm").arg(parentOf(process).value_or(0)));
    const QByteArray starter = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    return "command-line:" + starter.toStdString();
}

namespace {

using Done = std::function<void(const Result<void>&)>;

/// An answer on its way: first its files, one after the other.
struct Giving
{
    QPointer<session::Session> session;
    conversation::AnswerQuestion answer;
    QStringList files;
    Done done;
};

Result<std::string> bytesOf(const QString& path)
{
    constexpr qint64 most = qint64{20} << 20;
    QFile file(path);
    if (QFileInfo(path).exists() && !QFileInfo(path).isFile()) // a pipe would never end
        return tl::unexpected(ReplySentences::noPicture(path));
    if (!file.open(QIODevice::ReadOnly))
        return tl::unexpected(ReplySentences::unreadable(path, file.errorString()));
    std::string bytes = file.read(most + 1).toStdString();
    if (conversation::imageTypeOf(bytes).empty() || static_cast<qint64>(bytes.size()) > most)
        return tl::unexpected(ReplySentences::noPicture(path));
    return bytes;
}

void giveNext(const std::shared_ptr<Giving>& giving)
{
    if (giving->session.isNull())
        return giving->done(tl::unexpected(ReplySentences::sessionGone()));
    if (giving->files.isEmpty()) {
        giving->session->submit(std::move(giving->answer), [giving](const conversation::Decision& outcome) {
            giving->done(outcome.error ? Result<void>(tl::unexpected(*outcome.error)) : Result<void>());
        });
        return;
    }
    const QString path = giving->files.takeFirst();
    auto bytes = bytesOf(path);
    if (!bytes)
        return giving->done(tl::unexpected(bytes.error()));
    conversation::MediaSource source;
    source.mediaType = conversation::imageTypeOf(*bytes);
    source.name = QFileInfo(path).fileName().toStdString();
    source.size = static_cast<std::int64_t>(bytes->size());
    giving->session->library().putAttachment(std::move(*bytes), source.mediaType, 0, 0,
                                             [giving, source](const Result<session::AttachmentInfo>& stored) mutable {
                                                 if (!stored)
                                                     return giving->done(tl::unexpected(stored.error()));
                                                 source.hash = stored->hash;
                                                 giving->answer.content.emplace_back(conversation::MediaBlock{
                                                     conversation::MediaKind::Image, std::move(source)});
                                                 giveNext(giving);
                                             });
}

conversation::AnswerQuestion answerOf(const conversation::ConversationState& state, const QuestionReply& reply)
{
    const conversation::OpenQuestion* open = state.openQuestion(reply.question);
    conversation::AnswerQuestion answer;
    if (open != nullptr && !reply.answer.empty())
        answer = answerFrom(open->question, reply.answer);
    else if (!reply.answer.empty())
        answer.content = conversation::textBlocks(reply.answer); // perhaps it can still be answered late
    answer.id = reply.question;
    answer.form = reply.form;
    return answer;
}

} // namespace

void giveReply(session::SessionHub& hub, const QuestionReply& reply, const std::string& via, Done done)
{
    hub.open(reply.session, [reply, via, done = std::move(done)](const Result<session::Session*>& opened) {
        if (!opened)
            return done(tl::unexpected(opened.error()));
        session::Session& session = **opened;
        if (reply.isDeclined) {
            session.submit(conversation::DeclineQuestion{reply.question, "person", via},
                           [done](const conversation::Decision& outcome) {
                               done(outcome.error ? Result<void>(tl::unexpected(*outcome.error)) : Result<void>());
                           });
            return;
        }
        conversation::AnswerQuestion answer = answerOf(*session.state(), reply);
        answer.via = via;
        giveNext(std::make_shared<Giving>(Giving{&session, std::move(answer), reply.files, done}));
    });
}

} // namespace quarterdeck::app
