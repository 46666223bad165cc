#include "app/services/instance_protocol.h"

#include "app/services/language.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <array>

namespace quarterdeck::app {

using transfer::FileReport;
using transfer::ImportedSession;
using transfer::ImportProgress;
using transfer::ImportReport;

namespace {

QJsonObject jsonOf(const ImportProgress& progress)
{
    return {{QStringLiteral("path"), text(progress.path)},
            {QStringLiteral("file"), progress.file},
            {QStringLiteral("files"), progress.files},
            {QStringLiteral("read"), static_cast<qint64>(progress.bytesRead)},
            {QStringLiteral("total"), static_cast<qint64>(progress.bytesTotal)},
            {QStringLiteral("messages"), static_cast<qint64>(progress.messages)}};
}

using What = transfer::DuplicateSession::What;
using transfer::DuplicatePolicy;

const QString& wordOf(What what)
{
    static const std::array words = {QStringLiteral("same"), QStringLiteral("grown"), QStringLiteral("differs")};
    return words.at(static_cast<std::size_t>(what));
}

const QString& wordOf(DuplicatePolicy ifKnown)
{
    static const std::array words = {QStringLiteral("anew"), QStringLiteral("leave"), QStringLiteral("update")};
    return words.at(static_cast<std::size_t>(ifKnown));
}

/// An unknown word is read as the harmless one.
What whatFrom(const QString& word)
{
    return word == wordOf(What::Grown) ? What::Grown : word == wordOf(What::Differs) ? What::Differs : What::Same;
}

DuplicatePolicy ifKnownFrom(const QString& word)
{
    return word == wordOf(DuplicatePolicy::ImportAnew) ? DuplicatePolicy::ImportAnew
        : word == wordOf(DuplicatePolicy::Update)      ? DuplicatePolicy::Update
                                                       : DuplicatePolicy::LeaveAlone;
}

QJsonArray jsonOf(const std::vector<transfer::DuplicateSession>& known)
{
    QJsonArray array;
    for (const transfer::DuplicateSession& one : known)
        array.append(QJsonObject{{QStringLiteral("id"), text(one.id.str())},
                                 {QStringLiteral("title"), text(one.title)},
                                 {QStringLiteral("what"), wordOf(one.what)},
                                 {QStringLiteral("archived"), one.isArchived},
                                 {QStringLiteral("updated"), one.isUpdated},
                                 {QStringLiteral("place"), static_cast<qint64>(one.place)},
                                 {QStringLiteral("old"), static_cast<qint64>(one.oldMessages)},
                                 {QStringLiteral("new"), static_cast<qint64>(one.newMessages)}});
    return array;
}

QJsonObject jsonOf(const FileReport& file)
{
    QJsonArray sessions;
    for (const ImportedSession& one : file.sessions)
        sessions.append(QJsonObject{{QStringLiteral("id"), text(one.id.str())},
                                    {QStringLiteral("title"), text(one.title)},
                                    {QStringLiteral("messages"), static_cast<qint64>(one.messages)}});
    QJsonArray problems;
    for (const formats::ImportProblem& one : file.problems)
        problems.append(
            QJsonObject{{QStringLiteral("place"), text(one.place)}, {QStringLiteral("sentence"), text(one.sentence)}});
    QJsonObject object{{QStringLiteral("path"), text(file.path)},
                       {QStringLiteral("kind"), text(file.kind)},
                       {QStringLiteral("sessions"), sessions},
                       {QStringLiteral("messages"), static_cast<qint64>(file.messages)},
                       {QStringLiteral("problems"), problems},
                       {QStringLiteral("problem_count"), static_cast<qint64>(file.problemCount)},
                       {QStringLiteral("known"), jsonOf(file.known)},
                       {QStringLiteral("left_out"), text(file.leftOut)}};
    if (file.error)
        object.insert(QStringLiteral("error"), text(file.error->sentence));
    return object;
}

QJsonArray textsOf(const std::vector<std::string>& texts)
{
    QJsonArray array;
    for (const std::string& one : texts)
        array.append(text(one));
    return array;
}

QJsonObject jsonOf(const ImportReport& report)
{
    QJsonArray files;
    for (const FileReport& file : report.files)
        files.append(jsonOf(file));
    return {{QStringLiteral("files"), files},
            {QStringLiteral("cancelled"), report.isCancelled},
            {QStringLiteral("not_begun"), textsOf(report.notBegun)},
            {QStringLiteral("passed_over"), static_cast<qint64>(report.passedOver)},
            {QStringLiteral("passed_over_first"), textsOf(report.passedOverFirst)}};
}

QByteArray lineOf(const QJsonObject& object) { return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n'; }

/// A member of an untrusted object.
struct Member
{
    const QJsonObject& object;
    [[nodiscard]] std::string string(const char* name) const
    {
        return object.value(QLatin1String(name)).toString().toStdString();
    }
    [[nodiscard]] std::int64_t number(const char* name) const { return object.value(QLatin1String(name)).toInteger(); }
    [[nodiscard]] QJsonArray list(const char* name) const { return object.value(QLatin1String(name)).toArray(); }
};

ImportProgress progressFrom(const QJsonObject& object)
{
    const Member member{object};
    return {member.string("path"),
            object.value(QStringLiteral("file")).toInt(),
            object.value(QStringLiteral("files")).toInt(),
            member.number("read"),
            member.number("total"),
            member.number("messages")};
}

transfer::DuplicateSession knownFrom(const QJsonObject& object)
{
    const Member member{object};
    return {session::SessionId(member.string("id")),
            member.string("title"),
            whatFrom(object.value(QStringLiteral("what")).toString()),
            object.value(QStringLiteral("archived")).toBool(),
            object.value(QStringLiteral("updated")).toBool(),
            member.number("place"),
            member.number("old"),
            member.number("new")};
}

FileReport fileFrom(const QJsonObject& object)
{
    const Member member{object};
    FileReport file;
    file.path = member.string("path");
    file.kind = member.string("kind");
    for (const QJsonValue& value : member.list("sessions")) {
        const QJsonObject session = value.toObject();
        const Member one{session};
        file.sessions.push_back({session::SessionId(one.string("id")), one.string("title"), one.number("messages")});
    }
    file.messages = member.number("messages");
    for (const QJsonValue& value : member.list("problems")) {
        const QJsonObject problem = value.toObject();
        const Member one{problem};
        file.problems.push_back({file.path, one.string("place"), one.string("sentence")});
    }
    file.problemCount = member.number("problem_count");
    for (const QJsonValue& value : member.list("known"))
        file.known.push_back(knownFrom(value.toObject()));
    file.leftOut = member.string("left_out");
    if (object.contains(QStringLiteral("error")))
        file.error = session::Error{conversation::ErrorCode::BadInput, member.string("error"), {}};
    return file;
}

std::vector<std::string> textsFrom(const QJsonArray& array)
{
    std::vector<std::string> texts;
    for (const QJsonValue& value : array)
        texts.push_back(value.toString().toStdString());
    return texts;
}

ImportReport reportFrom(const QJsonObject& object)
{
    ImportReport report;
    for (const QJsonValue& value : Member{object}.list("files"))
        report.files.push_back(fileFrom(value.toObject()));
    report.isCancelled = object.value(QStringLiteral("cancelled")).toBool();
    report.passedOver = Member{object}.number("passed_over");
    report.passedOverFirst = textsFrom(Member{object}.list("passed_over_first"));
    report.notBegun = textsFrom(Member{object}.list("not_begun"));
    return report;
}

struct Words
{
    QJsonObject operator()(const RequestAccepted&) const { return {{QStringLiteral("taken"), true}}; }
    QJsonObject operator()(const RequestRejected& refused) const
    {
        return {{QStringLiteral("refused"), refused.sentence}};
    }
    QJsonObject operator()(const ImportProgress& progress) const
    {
        return {{QStringLiteral("progress"), jsonOf(progress)}};
    }
    QJsonObject operator()(const ImportReport& report) const { return {{QStringLiteral("report"), jsonOf(report)}}; }
    QJsonObject operator()(const RunBegun& begun) const
    {
        return {{QStringLiteral("begun"), begun.session}, {QStringLiteral("since"), begun.since}};
    }
    QJsonObject operator()(const RunProgress& progress) const { return {{QStringLiteral("line"), progress.line}}; }
    QJsonObject operator()(const AnswerRequested& wanted) const
    {
        return {{QStringLiteral("answer_wanted"), wanted.question}};
    }
    QJsonObject operator()(const RunEnded& ended) const { return {{QStringLiteral("outcome"), ended.outcome}}; }
    QJsonObject operator()(const GatewayListening& serving) const
    {
        return {{QStringLiteral("serving"), serving.port}};
    }
    QJsonObject operator()(const LibraryClosing&) const { return {{QStringLiteral("leaving"), true}}; }
    QJsonObject operator()(const BusyImporting& importing) const
    {
        return {{QStringLiteral("importing"), importing.file}};
    }
    QJsonObject operator()(const LibraryReleased& yours) const
    {
        return {{QStringLiteral("yours"), yours.port}, {QStringLiteral("studio"), yours.studio}};
    }
};

/// Empty if it is not a port.
std::optional<quint16> portFrom(const QJsonValue& value)
{
    const int port = value.toInt(-1);
    return port >= 0 && port <= UINT16_MAX ? std::optional(static_cast<quint16>(port)) : std::nullopt;
}

/// Words with one member, and perhaps a second one.
std::optional<InstanceMessage> shortWordFrom(const QJsonObject& object)
{
    const auto value = [&](const char* name) { return object.value(QLatin1String(name)); };
    if (value("taken").toBool())
        return RequestAccepted{};
    if (value("leaving").toBool())
        return LibraryClosing{};
    if (value("refused").isString())
        return RequestRejected{value("refused").toString()};
    if (value("importing").isString())
        return BusyImporting{value("importing").toString()};
    if (value("answer_wanted").isString())
        return AnswerRequested{value("answer_wanted").toString()};
    if (value("line").isString())
        return RunProgress{value("line").toString()};
    if (value("outcome").isString())
        return RunEnded{value("outcome").toString()};
    if (value("begun").isString())
        return RunBegun{value("begun").toString(), value("since").toInteger()};
    if (const auto port = portFrom(value("serving")))
        return GatewayListening{*port};
    if (const auto port = portFrom(value("yours")))
        return LibraryReleased{*port, value("studio").toString()};
    return std::nullopt;
}

} // namespace

QByteArray lineOf(const LaunchRequest& what)
{
    return lineOf(QJsonObject{{QStringLiteral("files"), QJsonArray::fromStringList(what.files)},
                              {QStringLiteral("demo"), what.isDemo},
                              {QStringLiteral("import"), what.isImport},
                              {QStringLiteral("known"), wordOf(what.ifKnown)},
                              {QStringLiteral("run"), what.run},
                              {QStringLiteral("gateway"), what.isGateway}});
}

QByteArray lineOf(const InstanceMessage& word) { return lineOf(std::visit(Words{}, word)); }

std::optional<LaunchRequest> launchRequestFrom(const QByteArray& line)
{
    const QJsonDocument document = QJsonDocument::fromJson(line);
    if (!document.isObject())
        return std::nullopt;
    const QJsonObject object = document.object();
    LaunchRequest what;
    for (const QJsonValue& file : object.value(QStringLiteral("files")).toArray()) {
        if (!file.isString())
            return std::nullopt;
        what.files.append(file.toString());
    }
    what.isDemo = object.value(QStringLiteral("demo")).toBool();
    what.isImport = object.value(QStringLiteral("import")).toBool();
    what.ifKnown = ifKnownFrom(object.value(QStringLiteral("known")).toString());
    what.run = object.value(QStringLiteral("run")).toString();
    what.isGateway = object.value(QStringLiteral("gateway")).toBool();
    if (what.isImport && what.files.isEmpty())
        return std::nullopt;
    return what;
}

std::optional<InstanceMessage> instanceMessageFrom(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    if (const QJsonValue progress = object.value(QStringLiteral("progress")); progress.isObject())
        return progressFrom(progress.toObject());
    if (const QJsonValue report = object.value(QStringLiteral("report")); report.isObject())
        return reportFrom(report.toObject());
    return shortWordFrom(object);
}

QByteArray lineOf(const RunAnswer& answer)
{
    return lineOf(QJsonObject{
        {QStringLiteral("question"), answer.question},
        {QStringLiteral("answer"), answer.text ? QJsonValue(text(*answer.text)) : QJsonValue(QJsonValue::Null)}});
}

std::optional<RunAnswer> runAnswerFrom(const QByteArray& line)
{
    const QJsonObject object = QJsonDocument::fromJson(line).object();
    const QJsonValue question = object.value(QStringLiteral("question"));
    const QJsonValue answer = object.value(QStringLiteral("answer"));
    if (!question.isString() || !(answer.isString() || answer.isNull()))
        return std::nullopt;
    return RunAnswer{question.toString(),
                     answer.isString() ? std::optional(answer.toString().toStdString()) : std::nullopt};
}

} // namespace quarterdeck::app
