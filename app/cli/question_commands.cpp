#include "app/cli/commands.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/instance_client.h"
#include "app/services/language.h"
#include "app/services/question_reply.h"
#include "model/conversation/json/event_json.h"
#include "model/conversation/text.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace quarterdeck::app {

using conversation::ErrorCode;
using conversation::Question;
using nlohmann::json;
using session::Error;
using session::Result;
using session::SessionSummary;

namespace {

struct Waiting
{
    SessionSummary session;
    Question question;
};

/// As it was asked; a list has only the beginning of its text.
Question wholeQuestion(session::Library& library, const SessionSummary& session, const conversation::OpenQuestion& open)
{
    const auto events = await<std::vector<conversation::Event>>([&](auto done) {
        library.readEvents(session.id, conversation::EventSeq{open.askedSeq.value - 1}, 1, std::move(done));
    });
    const auto* asked =
        events && !events->empty() ? std::get_if<conversation::QuestionAsked>(&events->front().body) : nullptr;
    return asked != nullptr && asked->question.id == open.question.id ? asked->question : open.question;
}

/// The longest-waiting first.
Result<std::vector<Waiting>> waitingQuestions(const CommandLine& line, Console& console)
{
    const auto library = openForReading(line, console);
    if (!library && isFirstUse(line, library.error()))
        return std::vector<Waiting>();
    if (!library)
        return tl::unexpected(library.error());
    const auto sessions =
        await<std::vector<SessionSummary>>([&](auto done) { (*library)->listSessions(std::move(done)); });
    if (!sessions)
        return tl::unexpected(sessions.error());
    std::vector<Waiting> all;
    for (const SessionSummary& session : *sessions) {
        if (session.kind == conversation::SessionKind::Imported)
            continue; // nobody there takes an answer
        for (const conversation::OpenQuestion& open : session.openQuestions)
            all.push_back({session, wholeQuestion(**library, session, open)});
    }
    std::ranges::stable_sort(all, {}, [](const Waiting& one) { return one.question.askedAt.msSinceEpoch; });
    return all;
}

/// "Coder: its session"; an MCP client's session has as its title what was asked first, which follows anyway.
QString askerOf(const Waiting& one)
{
    const QString asker = harmlessLine(one.question.asker.str());
    const QString title = QString::fromStdString(one.session.title);
    return conversation::isTitleOfQuestion(title, QString::fromStdString(one.question.text))
        ? asker
        : QStringLiteral("%1: %2").arg(asker, harmlessLine(one.session.title));
}

QString linesOf(const Waiting& one)
{
    const Question& question = one.question;
    QStringList lines{QStringLiteral("%1  %2  %3")
                          .arg(QString::fromStdString(question.id.str()), momentText(question.askedAt), askerOf(one))};
    for (const QString& text : harmless(question.text).split(u'\n'))
        lines << QStringLiteral("    ") + text;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const conversation::QuestionOption& option = question.options[i];
        const QString label = QStringLiteral("    %1. %2").arg(i + 1).arg(harmlessLine(option.label));
        lines << (option.description.empty() ? label : label + QStringLiteral(": ") + harmlessLine(option.description));
    }
    if (!question.schema.isNull())
        lines << QStringLiteral("    ")
                + cliText(QT_TRANSLATE_NOOP("CommandLine", "It has a form: answer with --form and a JSON object."));
    return lines.join(u'\n');
}

/// By its id, or the beginning of it.
Result<Waiting> findQuestion(const std::vector<Waiting>& all, const QString& name)
{
    const std::string start = name.toStdString();
    std::vector<const Waiting*> found;
    for (const Waiting& one : all) {
        if (one.question.id.str() == start)
            return one;
        if (one.question.id.str().starts_with(start))
            found.push_back(&one);
    }
    if (found.size() == 1)
        return *found.front();
    const QString sentence = found.empty()
        ? cliText(QT_TRANSLATE_NOOP(
            "CommandLine", "No question “%1” waits for an answer. “quarterdeck questions” lists those that do."))
        : cliText(QT_TRANSLATE_NOOP("CommandLine", "Several questions begin with “%1”: type more of the id."));
    return tl::unexpected(
        Error{found.empty() ? ErrorCode::NotFound : ErrorCode::BadInput, sentence.arg(name).toStdString(), {}});
}

Result<QuestionReply> replyOf(const CommandLine& line, const Waiting& waiting)
{
    QuestionReply reply{waiting.session.id, waiting.question.id};
    reply.answer = line.answer.toStdString();
    reply.isDeclined = line.isDeclined;
    for (const QString& file : line.answerFiles)
        reply.files << QFileInfo(file).absoluteFilePath();
    if (line.form.isEmpty())
        return reply;
    json form = json::parse(line.form.toStdString(), nullptr, false);
    if (!form.is_object())
        return tl::unexpected(Error{
            ErrorCode::BadInput,
            cliText(QT_TRANSLATE_NOOP("CommandLine", "--form needs a JSON object, such as {\"name\": \"value\"}."))
                .toStdString(),
            {}});
    reply.form = conversation::JsonValue(std::move(form));
    return reply;
}

/// While nobody else has the library: stored now, and taken by whoever asked when it looks again.
Result<void> giveHere(const std::shared_ptr<session::Library>& library, const QuestionReply& reply)
{
    session::SessionHub hub(library);
    QEventLoop loop;
    Result<void> given;
    bool isGiven = false;
    giveReply(hub, reply, commandLineVia(::getpid()), [&](const Result<void>& how) {
        given = how;
        isGiven = true;
        loop.quit();
    });
    if (!isGiven)
        loop.exec();
    return given;
}

Result<void> give(const CommandLine& line, Console& console, const QuestionReply& reply)
{
    const QDeadlineTimer patience(shortPatience);
    for (;;) {
        QObject completions;
        const auto library = openForWriting(line, console, &completions);
        if (library)
            return giveHere(*library, reply);
        if (library.error().code != ErrorCode::Locked)
            return tl::unexpected(library.error());
        if (const auto given = giveToInstance(QString::fromStdString(libraryPath(line)), pathOf(reply), bodyOf(reply)))
            return *given;
        if (patience.hasExpired())
            return tl::unexpected(library.error());
        waitForOwner();
    }
}

} // namespace

int listQuestions(const CommandLine& line, Console& console)
{
    const auto all = waitingQuestions(line, console);
    if (!all)
        return console.fail(all.error().sentence);
    json array = json::array();
    for (const Waiting& one : *all) {
        if (line.isJson)
            array.push_back({{"session", one.session.id.str()},
                             {"title", one.session.title},
                             {"question", conversation::toJson(one.question)}});
        else
            console.print(linesOf(one));
    }
    if (line.isJson)
        console.print(array);
    else if (all->empty())
        console.note(cliText(QT_TRANSLATE_NOOP("CommandLine", "No question waits for you.")).toStdString());
    return 0;
}

int answerQuestion(const CommandLine& line, Console& console)
{
    const auto all = waitingQuestions(line, console);
    const auto waiting = all ? findQuestion(*all, line.question) : Result<Waiting>(tl::unexpected(all.error()));
    const auto reply = waiting ? replyOf(line, *waiting) : Result<QuestionReply>(tl::unexpected(waiting.error()));
    const auto given = reply ? give(line, console, *reply) : Result<void>(tl::unexpected(reply.error()));
    if (!given)
        return console.fail(harmlessLine(given.error().sentence));
    if (line.isJson)
        console.print(json{{"session", reply->session.str()}, {"question", reply->question.str()}});
    return 0;
}

} // namespace quarterdeck::app
