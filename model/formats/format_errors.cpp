#include "model/formats/format_errors.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <array>

namespace quarterdeck::formats::errors {

using conversation::ErrorCode;

namespace {

constexpr std::int64_t megabyte = std::int64_t{1} << 20;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

Error badInput(const QString& sentence, std::string detail = {})
{
    return {ErrorCode::BadInput, sentence.toStdString(), std::move(detail)};
}

struct Packed
{
    std::string_view mark; ///< the first bytes
    const char* name;
};
constexpr std::array packed = {
    Packed{"\x1f\x8b", "gzip"}, Packed{"PK\x03\x04", "ZIP"}, Packed{"\x28\xb5\x2f\xfd", "zstd"},
    Packed{"BZh", "bzip2"},     Packed{"\xfd\x37zXZ", "xz"},
};

/// By its byte order mark, or by zero bytes in what a recording would begin with.
bool isUtf16(std::string_view start)
{
    using namespace std::string_view_literals;
    constexpr std::array starts = {"\xff\xfe"sv, "\xfe\xff"sv, "{\0"sv, "[\0"sv, "\0{"sv, "\0["sv};
    return std::ranges::any_of(starts, [&](std::string_view mark) { return start.starts_with(mark); });
}

QString reasonText(RejectReason reason, const QString& detail)
{
    switch (reason) {
    case RejectReason::NotAnObject:
        return QCoreApplication::translate("Formats", "this is not an object; it was left out");
    case RejectReason::NotJson:
        return QCoreApplication::translate("Formats", "this is not valid JSON; it was left out");
    case RejectReason::NoRole:
        return QCoreApplication::translate("Formats", "the message does not say who sent it; it was left out");
    case RejectReason::WrongContent:
        return QCoreApplication::translate("Formats",
                                           "the content is neither text nor a list of parts; it was left out");
    case RejectReason::WrongToolCalls:
        return QCoreApplication::translate("Formats",
                                           "the tool calls are not a list of calls; the message was left out");
    case RejectReason::NoMessageList:
        return QCoreApplication::translate("Formats", "there is no list of messages; it was left out");
    case RejectReason::NoMessages:
        return QCoreApplication::translate("Formats", "there are no messages; it was left out");
    case RejectReason::MistakeStepNowhere:
        return QCoreApplication::translate("Formats", "the annotated mistake refers to a step that does not exist");
    case RejectReason::TooManySpeakers:
        return QCoreApplication::translate("Formats",
                                           "there are too many speakers for one team; the others appear by name only");
    case RejectReason::WrongImage:
        return QCoreApplication::translate("Formats", "the image in it could not be decoded; its source was kept");
    case RejectReason::AttachmentMissing:
        return QCoreApplication::translate("Formats", "an attachment that should be beside the file is missing");
    case RejectReason::AttachmentDiffers:
        return QCoreApplication::translate("Formats", "an attachment beside the file is not the one that was exported");
    case RejectReason::MediaMissing:
        return QCoreApplication::translate("Formats", "“%1” is not beside the file; the message names it only")
            .arg(detail);
    case RejectReason::UnknownRecord:
        return QCoreApplication::translate("Formats", "this kind of record is unknown; it was left out");
    case RejectReason::UnknownRecords:
        return QCoreApplication::translate("Formats",
                                           "this kind of record is unknown; from here on, %1 of them were left out")
            .arg(detail);
    case RejectReason::TakenBack:
        return QCoreApplication::translate("Formats",
                                           "the person went back from here and took another way; messages left out: %1")
            .arg(detail);
    case RejectReason::NotAMsg:
        return QCoreApplication::translate("Formats", "this is not an AgentScope message (%1); it was left out")
            .arg(detail);
    case RejectReason::StructuredContent:
        return QCoreApplication::translate("Formats",
                                           "the structured content cannot be read (%1); it was kept unchanged")
            .arg(detail);
    case RejectReason::StructuredFields:
        return QCoreApplication::translate(
                   "Formats", "fields of the structured content have unknown types (%1); they were kept unchanged")
            .arg(detail);
    }
    return {};
}

} // namespace

Error empty(const std::string& file)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is empty.").arg(text(file)));
}

Error notJson(const std::string& file, std::int64_t line, const std::string& detail)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is not a recorded session: line %2 is not valid JSON.")
                        .arg(text(file), QString::number(line)),
                    detail);
}

Error notUtf8(const std::string& file, std::int64_t line)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is not UTF-8 at line %2: save it as UTF-8 and import it again.")
            .arg(text(file), QString::number(line)));
}

std::optional<Error> otherThing(const std::string& file, std::string_view start)
{
    if (isUtf16(start)) {
        return badInput(
            QCoreApplication::translate("Formats", "“%1” is UTF-16 text: save it as UTF-8 and import it again.")
                .arg(text(file)));
    }
    constexpr char pickle = '\x80'; // and the number of its protocol
    if (start.size() > 1 && start[0] == pickle && start[1] >= 2 && start[1] <= 5) {
        return badInput(QCoreApplication::translate("Formats",
                                                    "“%1” is a Python pickle but not a MetaGPT message. Pickles are "
                                                    "never executed, so save it as JSON and import that.")
                            .arg(text(file)));
    }
    for (const auto& [mark, name] : packed) {
        if (start.starts_with(mark)) {
            return badInput(
                QCoreApplication::translate("Formats", "“%1” is compressed (%2): unpack it and import what is inside.")
                    .arg(text(file), QLatin1String(name)));
        }
    }
    return std::nullopt;
}

Error notJsonFromHere(const std::string& file, std::int64_t line)
{
    return badInput(QCoreApplication::translate(
                        "Formats", "“%1” is not valid JSON at line %2: only what comes before was imported.")
                        .arg(text(file))
                        .arg(line));
}

Error notUtf8FromHere(const std::string& file, std::int64_t line)
{
    return badInput(
        QCoreApplication::translate(
            "Formats",
            "“%1” is not UTF-8 at line %2: only what comes before was imported. Save it as UTF-8 and import it again.")
            .arg(text(file))
            .arg(line));
}

Error incomplete(const std::string& file, std::int64_t line)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is incomplete: it breaks off at line %2.")
                        .arg(text(file), QString::number(line)));
}

Error notAMsg(const std::string& finding)
{
    return badInput(
        QCoreApplication::translate("Formats", "This is not an AgentScope message (%1).").arg(text(finding)), finding);
}

Error notFetched(const std::string& url)
{
    return badInput(QCoreApplication::translate("Formats", "The image at “%1” could not be fetched.").arg(text(url)));
}

Error notStructuredContent(const std::string& finding)
{
    return badInput(
        QCoreApplication::translate("Formats", "The structured content cannot be read (%1).").arg(text(finding)),
        finding);
}

namespace {

/// Why a pickle is refused, in its reader's words: those that never vary.
[[maybe_unused]] constexpr std::array pickleReasons = {
    QT_TRANSLATE_NOOP("PickleReasons", "it ends too early"),
    QT_TRANSLATE_NOOP("PickleReasons", "it is not a message"),
    QT_TRANSLATE_NOOP("PickleReasons", "a message without fields"),
    QT_TRANSLATE_NOOP("PickleReasons", "the mapping of instruct_content"),
    QT_TRANSLATE_NOOP("PickleReasons", "a number that is too large"),
    QT_TRANSLATE_NOOP("PickleReasons", "an invalid number"),
    QT_TRANSLATE_NOOP("PickleReasons", "a string without quotes"),
    QT_TRANSLATE_NOOP("PickleReasons", "too many values"),
    QT_TRANSLATE_NOOP("PickleReasons", "too many items"),
    QT_TRANSLATE_NOOP("PickleReasons", "the stack is empty"),
    QT_TRANSLATE_NOOP("PickleReasons", "there is no mark"),
    QT_TRANSLATE_NOOP("PickleReasons", "items for an object that takes none"),
    QT_TRANSLATE_NOOP("PickleReasons", "a key without a value"),
    QT_TRANSLATE_NOOP("PickleReasons", "a reference to a value that was never stored"),
    QT_TRANSLATE_NOOP("PickleReasons", "a protocol newer than 5"),
    QT_TRANSLATE_NOOP("PickleReasons", "a name that is not text"),
    QT_TRANSLATE_NOOP("PickleReasons", "a call"),
    QT_TRANSLATE_NOOP("PickleReasons", "a call of something that cannot be called"),
    QT_TRANSLATE_NOOP("PickleReasons", "an unknown field type"),
    QT_TRANSLATE_NOOP("PickleReasons", "an object made with arguments"),
    QT_TRANSLATE_NOOP("PickleReasons", "an object of another class"),
    QT_TRANSLATE_NOOP("PickleReasons", "a state for an object that takes none"),
};

/// The same in the chosen language; English if it is unknown.
QString pickleReason(const std::string& reason)
{
    for (const char* pattern :
         {QT_TRANSLATE_NOOP("PickleReasons", "the name %1"), QT_TRANSLATE_NOOP("PickleReasons", "the field %1"),
          QT_TRANSLATE_NOOP("PickleReasons", "opcode %1")}) {
        const std::string_view begin = std::string_view(pattern).substr(0, std::string_view(pattern).size() - 2);
        if (reason.starts_with(begin)) {
            return QCoreApplication::translate("PickleReasons", pattern).arg(text(reason.substr(begin.size())));
        }
    }
    return QCoreApplication::translate("PickleReasons", reason.c_str());
}

} // namespace

Error notAPickledMessage(const std::string& reason)
{
    return badInput(
        QCoreApplication::translate("Formats", "This is not a pickled MetaGPT message (%1).").arg(pickleReason(reason)),
        reason);
}

Error noPickledMessageIn(const std::string& file, const std::string& reason)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is not a pickled MetaGPT message (%2).")
                        .arg(text(file), pickleReason(reason)),
                    reason);
}

Error notFormatted(const std::string& finding)
{
    return badInput(
        QCoreApplication::translate("Formats", "The messages contain something that cannot be sent to the model."),
        finding);
}

Error unknownKind(const std::string& file)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is not a recorded session of a kind that Quarterdeck can read.")
            .arg(text(file)));
}

Error tooDeep(const std::string& file, std::int64_t line, std::int32_t most)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is nested too deeply at line %2: the limit is %3 levels.")
            .arg(text(file), QString::number(line), QString::number(most)));
}

Error tooLargeAsAWhole(const std::string& file, const ReadLimits& limits)
{
    return badInput(QCoreApplication::translate(
                        "Formats", "“%1” is too large: the limit for this kind of file is %2 MB and %3 values.")
                        .arg(text(file), QString::number(limits.maxRecordBytes / megabyte),
                             QString::number(limits.maxValuesPerRecord)));
}

Error tooLarge(const std::string& file, std::int64_t line, const ReadLimits& limits)
{
    return badInput(
        QCoreApplication::translate(
            "Formats", "“%1” has a record at line %2 that is too large to be read: the limit is %3 MB and %4 values.")
            .arg(text(file), QString::number(line), QString::number(limits.maxRecordBytes / megabyte),
                 QString::number(limits.maxValuesPerRecord)));
}

Error numberTooLarge(const std::string& file, std::int64_t line)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” has a number at line %2 that is too large to be read.")
                        .arg(text(file), QString::number(line)));
}

Error noMessages(const std::string& file)
{
    return {ErrorCode::NotFound,
            QCoreApplication::translate("Formats", "“%1” contains no messages.").arg(text(file)).toStdString(),
            {}};
}

Error noWords(const std::string& file)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” was not imported: no word could be read in any of its messages.")
            .arg(text(file)));
}

Error unreadable(const std::string& file, const std::string& detail)
{
    return {ErrorCode::Io, QCoreApplication::translate("Formats", "“%1” cannot be read.").arg(text(file)).toStdString(),
            detail};
}

Error newerVersion(const std::string& file, std::int64_t version)
{
    return {
        ErrorCode::NewerVersion,
        QCoreApplication::translate("Formats", "“%1” was written by a newer Quarterdeck (its format is version %2).")
            .arg(text(file), QString::number(version))
            .toStdString(),
        {}};
}

Error notAnEvent(const std::string& file, std::int64_t line, const std::string& detail)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is damaged: line %2 is not a session event.")
                        .arg(text(file), QString::number(line)),
                    detail);
}

Error notTheNextEvent(const std::string& file, std::int64_t line, std::int64_t expected)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is damaged: line %2 should be event %3 of the session.")
            .arg(text(file), QString::number(line), QString::number(expected)));
}

Error notTheStart(const std::string& file, std::int64_t line)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is damaged: line %2 should be the start of the session.")
            .arg(text(file), QString::number(line)));
}

Error startedTwice(const std::string& file, std::int64_t line)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” is damaged: at line %2 the session starts a second time.")
            .arg(text(file), QString::number(line)));
}

Error impossibleTime(const std::string& file, std::int64_t line)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is damaged: the time at line %2 is impossible.")
                        .arg(text(file), QString::number(line)));
}

Error tooManyRoles(const std::string& file, std::int64_t line, std::int64_t most)
{
    return badInput(
        QCoreApplication::translate("Formats", "“%1” has too many team members, at line %2: at most %3 are read.")
            .arg(text(file), QString::number(line), QString::number(most)));
}

Error missingEvents(const std::string& file, std::int64_t expected, std::int64_t found)
{
    return badInput(QCoreApplication::translate("Formats", "“%1” is incomplete: it has %2 of %3 events.")
                        .arg(text(file), QLocale().toString(static_cast<qlonglong>(found)),
                             QLocale().toString(static_cast<qlonglong>(expected))));
}

Error missingAttachment(const std::string& file, const conversation::AttachmentHash& hash)
{
    return {ErrorCode::NotFound,
            QCoreApplication::translate("Formats", "The attachments that should be beside “%1” are missing.")
                .arg(text(file))
                .toStdString(),
            hash.str()};
}

Error missingNeighbour(const std::string& file, const std::string& beginning)
{
    return {ErrorCode::NotFound,
            QCoreApplication::translate("Formats", "Beside “%1” is no file whose name begins with “%2”.")
                .arg(text(file), text(beginning))
                .toStdString(),
            {}};
}

Error cancelled(const std::string& file)
{
    return {ErrorCode::Cancelled,
            QCoreApplication::translate("Formats", "The import of “%1” was cancelled.").arg(text(file)).toStdString(),
            {}};
}

std::string placeText(const SourceLocation& place)
{
    QStringList parts;
    if (place.line > 0) {
        parts << QCoreApplication::translate("Formats", "line %1").arg(place.line);
    }
    if (place.run > 0) {
        parts << QCoreApplication::translate("Formats", "run %1").arg(place.run);
    }
    if (place.message > 0) {
        parts << QCoreApplication::translate("Formats", "message %1").arg(place.message);
    }
    if (!place.row.empty()) {
        constexpr qsizetype mostOfId = 100;
        parts << QCoreApplication::translate("Formats", "row “%1”").arg(text(place.row).left(mostOfId));
    }
    if (!place.memory.empty()) {
        parts << QCoreApplication::translate("Formats", "memory of “%1”").arg(text(place.memory));
    }
    return parts.join(QCoreApplication::translate("Formats", ", ", "between parts of a place in a file")).toStdString();
}

ImportProblem problem(const std::string& file, const SourceLocation& place, RejectReason reason,
                      const std::string& detail)
{
    ImportProblem found{file, placeText(place), {}};
    const QString where = text(found.place);
    constexpr qsizetype mostOfDetail = 200;
    const QString why = reasonText(reason, text(detail).left(mostOfDetail));
    const QString sentence = where.isEmpty()
        ? QCoreApplication::translate("Formats", "In “%1”, %2.").arg(text(file), why)
        : QCoreApplication::translate("Formats", "In “%1”, %2: %3.").arg(text(file), where, why);
    found.sentence = sentence.toStdString();
    return found;
}

} // namespace quarterdeck::formats::errors
