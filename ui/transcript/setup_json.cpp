#include "ui/transcript/setup_json.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace quarterdeck::ui::transcript {

namespace {

constexpr std::array words{std::to_array<TranscriptWord>({
    {"you", QT_TRANSLATE_NOOP("TranscriptWords", "you")},
    {"youName", QT_TRANSLATE_NOOP("TranscriptWords", "You")},
    {"everyone", QT_TRANSLATE_NOOP("TranscriptWords", "everyone")},
    {"position", QT_TRANSLATE_NOOP("TranscriptWords", "Rows %1 to %2 of %3")},
    {"positionOne", QT_TRANSLATE_NOOP("TranscriptWords", "Row %1 of %2")},
    //: all rows are above what is in sight, which is still being written; %1: how many
    {"positionWriting", QT_TRANSLATE_NOOP("TranscriptWords", "After row %1")},
    {"positionWhy", QT_TRANSLATE_NOOP("TranscriptWords", "Rows in this channel: messages, questions and events")},
    {"dayShort", QT_TRANSLATE_NOOP("TranscriptWords", "%1, %2 %3")},
    {"dayLong", QT_TRANSLATE_NOOP("TranscriptWords", "%1, %2 %3 %4")},
    {"tokens", QT_TRANSLATE_NOOP("TranscriptWords", "%1 tok")},
    {"newOne", QT_TRANSLATE_NOOP("TranscriptWords", "1 new")},
    {"newMany", QT_TRANSLATE_NOOP("TranscriptWords", "%1 new")},
    //: said to who does not see it; %1: "3 new"
    {"newIn", QT_TRANSLATE_NOOP("TranscriptWords", "%1 in this conversation")},
    //: said to who does not see it: a message of %1 has come
    {"wrote", QT_TRANSLATE_NOOP("TranscriptWords", "%1 wrote")},
    //: %1: how many; %2: names
    {"wroteMany", QT_TRANSLATE_NOOP("TranscriptWords", "%1 new messages from %2")},
    {"moreRecipients", QT_TRANSLATE_NOOP("TranscriptWords", "+%1")},
    {"looksLike", QT_TRANSLATE_NOOP("TranscriptWords", "looks like %1")},
    {"notReally", QT_TRANSLATE_NOOP("TranscriptWords", "This is not %1; the name only looks similar.")},
    {"roundOne", QT_TRANSLATE_NOOP("TranscriptWords", "Round %1 · 1 member")},
    {"roundMany", QT_TRANSLATE_NOOP("TranscriptWords", "Round %1 · %2 members")},
    {"round", QT_TRANSLATE_NOOP("TranscriptWords", "Round %1")},
    {"articleTo", QT_TRANSLATE_NOOP("TranscriptWords", "%1 to %2, %3")},
    {"articleToUntimed", QT_TRANSLATE_NOOP("TranscriptWords", "%1, to %2")},
    {"article", QT_TRANSLATE_NOOP("TranscriptWords", "%1, %2")},
    {"feed", QT_TRANSLATE_NOOP("TranscriptWords", "Conversation")},
    {"writing", QT_TRANSLATE_NOOP("TranscriptWords", "writing · %1 tok")},
    {"writingNoCount", QT_TRANSLATE_NOOP("TranscriptWords", "writing")},
    {"writingFinished", QT_TRANSLATE_NOOP("TranscriptWords", "%1 finished writing")},
    {"thought", QT_TRANSLATE_NOOP("TranscriptWords", "Thinking")},
    {"reply", QT_TRANSLATE_NOOP("TranscriptWords", "Reply")},
    {"copy", QT_TRANSLATE_NOOP("TranscriptWords", "Copy")},
    {"copied", QT_TRANSLATE_NOOP("TranscriptWords", "Copied")},
    {"copyMarkdown", QT_TRANSLATE_NOOP("TranscriptWords", "Copy as Markdown")},
    {"copyPlain", QT_TRANSLATE_NOOP("TranscriptWords", "Copy as text")},
    {"showWritten", QT_TRANSLATE_NOOP("TranscriptWords", "Show as written")},
    {"showRendered", QT_TRANSLATE_NOOP("TranscriptWords", "Show formatted")},
    {"keep", QT_TRANSLATE_NOOP("TranscriptWords", "Keep in memory (M)")},
    {"letGo", QT_TRANSLATE_NOOP("TranscriptWords", "Stop keeping in memory (M)")},
    {"kept", QT_TRANSLATE_NOOP("TranscriptWords", "Kept in memory")},
    {"keptWhy",
     QT_TRANSLATE_NOOP("TranscriptWords", "Stays in the memory of every member who has it, however old it gets")},
    {"raw", QT_TRANSLATE_NOOP("TranscriptWords", "Raw message")},
    {"copyFrom", QT_TRANSLATE_NOOP("TranscriptWords", "Copy from here to another message…")},
    {"copyLink", QT_TRANSLATE_NOOP("TranscriptWords", "Copy link to this message")},
    {"wrapLines", QT_TRANSLATE_NOOP("TranscriptWords", "Wrap lines")},
    {"showSource", QT_TRANSLATE_NOOP("TranscriptWords", "Show source")},
    {"showDiagram", QT_TRANSLATE_NOOP("TranscriptWords", "Show diagram")},
    {"code", QT_TRANSLATE_NOOP("TranscriptWords", "code")},
    //: said to who does not see it: a box that scrolls by itself, as the next four
    {"codeBox", QT_TRANSLATE_NOOP("TranscriptWords", "Code")},
    {"codeNamed", QT_TRANSLATE_NOOP("TranscriptWords", "Code: %1")},
    {"difference", QT_TRANSLATE_NOOP("TranscriptWords", "Diff")},
    {"differenceNamed", QT_TRANSLATE_NOOP("TranscriptWords", "Diff: %1")},
    {"table", QT_TRANSLATE_NOOP("TranscriptWords", "Table")},
    {"enlargeDiagram", QT_TRANSLATE_NOOP("TranscriptWords", "Open the diagram")},
    {"diagram", QT_TRANSLATE_NOOP("TranscriptWords", "Diagram")},
    {"diagramNamed", QT_TRANSLATE_NOOP("TranscriptWords", "Diagram: %1")},
    {"diagramDrawing", QT_TRANSLATE_NOOP("TranscriptWords", "Drawing the diagram…")},
    {"diagramFailed", QT_TRANSLATE_NOOP("TranscriptWords", "This diagram could not be drawn: %1")},
    {"diagramTooLarge",
     QT_TRANSLATE_NOOP("TranscriptWords", "This diagram's source is longer than %1 kB; it is shown as text.")},
    {"diagramsCut",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "The first %1 diagrams of this message are drawn; this one is shown as text.")},
    {"highlightSkipped", QT_TRANSLATE_NOOP("TranscriptWords", "Longer than %1 kB: shown without syntax colours.")},
    {"tableCut",
     QT_TRANSLATE_NOOP(
         "TranscriptWords",
         "This table has more than %1 cells; the rest are not shown. “Raw message” has the whole table.")},
    {"tableLeftOut",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "This table is not shown: the tables before it have too many cells. “Raw message” has it.")},
    {"draftCut",
     QT_TRANSLATE_NOOP("TranscriptWords", "This reply is longer than %1; the rest will appear when it is finished.")},
    {"diffCut",
     QT_TRANSLATE_NOOP("TranscriptWords", "%1 more lines of this diff are not shown. “Raw message” shows all of it.")},
    {"hiddenCut", QT_TRANSLATE_NOOP("TranscriptWords", "too many hidden characters: from here on, each is shown as ▯")},
    {"formulasCut",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "The first %1 formulas of this message are formatted; the rest are shown as written.")},
    {"textCut", QT_TRANSLATE_NOOP("TranscriptWords", "This message is longer than %1; the rest is collapsed.")},
    {"showAllText", QT_TRANSLATE_NOOP("TranscriptWords", "Show all as plain text")},
    {"footnote", QT_TRANSLATE_NOOP("TranscriptWords", "Note %1")},
    {"footnoteBack", QT_TRANSLATE_NOOP("TranscriptWords", "Back to note %1 in the text")},
    {"task", QT_TRANSLATE_NOOP("TranscriptWords", "Task")},
    {"nestedTooDeep", QT_TRANSLATE_NOOP("TranscriptWords", "Nested too deeply to format: shown as written.")},
    {"mathTooLong", QT_TRANSLATE_NOOP("TranscriptWords", "This formula is too long to format.")},
    {"image", QT_TRANSLATE_NOOP("TranscriptWords", "Image")},
    {"imageNamed", QT_TRANSLATE_NOOP("TranscriptWords", "Image %1")},
    {"imageMissing",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "This image could not be shown: it is missing, damaged or larger than 64 megapixels.")},
    {"imageOtherFormat",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "This image cannot be shown: only PNG, JPEG, WebP, GIF and SVG are supported.")},
    {"imageNotDrawn",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "This image (SVG) could not be drawn: it is damaged, takes too long, or is larger than 1 MB.")},
    {"imageEmbedded", QT_TRANSLATE_NOOP("TranscriptWords", "An image embedded in the text (%1). It is not shown.")},
    {"imageOtherKind", QT_TRANSLATE_NOOP("TranscriptWords", "An image at an address that is not loaded: %1")},
    {"moreImages", QT_TRANSLATE_NOOP("TranscriptWords", "+%1")},
    {"remoteImage", QT_TRANSLATE_NOOP("TranscriptWords", "An image from %1")},
    {"remoteAudio", QT_TRANSLATE_NOOP("TranscriptWords", "Audio from %1")},
    {"remoteVideo", QT_TRANSLATE_NOOP("TranscriptWords", "A video from %1")},
    {"remoteFile", QT_TRANSLATE_NOOP("TranscriptWords", "A file from %1")},
    {"audio", QT_TRANSLATE_NOOP("TranscriptWords", "Audio")},
    {"video", QT_TRANSLATE_NOOP("TranscriptWords", "Video")},
    {"mediaEmbedded", QT_TRANSLATE_NOOP("TranscriptWords", "%1 embedded in the text (%2). It is not shown.")},
    {"mediaOtherKind", QT_TRANSLATE_NOOP("TranscriptWords", "%1 at an address that is not loaded: %2")},
    {"saveAs", QT_TRANSLATE_NOOP("TranscriptWords", "Save as…")},
    {"showMorePictures", QT_TRANSLATE_NOOP("TranscriptWords", "Show %1 more images")},
    {"showMorePicturesOne", QT_TRANSLATE_NOOP("TranscriptWords", "Show 1 more image")},
    {"remoteImageWhy",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "Not loaded. Loading it tells that server that you read this, and your IP address.")},
    {"remoteImageNever", QT_TRANSLATE_NOOP("TranscriptWords", "Remote images are not loaded in this session.")},
    {"remoteImagePlain", QT_TRANSLATE_NOOP("TranscriptWords", "Not loaded: its address is not encrypted (http).")},
    {"remoteImageCannot", QT_TRANSLATE_NOOP("TranscriptWords", "It cannot be loaded here.")},
    {"remoteImageLoading", QT_TRANSLATE_NOOP("TranscriptWords", "Loading…")},
    {"remoteImageGone", QT_TRANSLATE_NOOP("TranscriptWords", "It was loaded, but newer ones have since replaced it.")},
    {"remoteImageFrom", QT_TRANSLATE_NOOP("TranscriptWords", "from %1")},
    {"loadOnce", QT_TRANSLATE_NOOP("TranscriptWords", "Load once")},
    {"loadAlways", QT_TRANSLATE_NOOP("TranscriptWords", "Always in this session")},
    {"loadNever", QT_TRANSLATE_NOOP("TranscriptWords", "Never")},
    {"loadNeverWhy", QT_TRANSLATE_NOOP("TranscriptWords", "Never in this session")},
    {"loadAskAgain", QT_TRANSLATE_NOOP("TranscriptWords", "Ask again")},
    {"loadAskAgainWhy", QT_TRANSLATE_NOOP("TranscriptWords", "In this session, ask before loading remote images")},
    {"tryAgain", QT_TRANSLATE_NOOP("TranscriptWords", "Try again")},
    {"chooseConnection", QT_TRANSLATE_NOOP("TranscriptWords", "Choose a connection…")},
    {"copyAddress", QT_TRANSLATE_NOOP("TranscriptWords", "Copy address")},
    {"openInBrowser", QT_TRANSLATE_NOOP("TranscriptWords", "Open in browser")},
    {"linkLies", QT_TRANSLATE_NOOP("TranscriptWords", "This link does not go where it says.")},
    {"linkUnusual", QT_TRANSLATE_NOOP("TranscriptWords", "Look at this address before you open it.")},
    {"linkSays", QT_TRANSLATE_NOOP("TranscriptWords", "It says")},
    {"linkGoes", QT_TRANSLATE_NOOP("TranscriptWords", "It goes to")},
    {"linkWhy", QT_TRANSLATE_NOOP("TranscriptWords", "Why it is flagged")},
    {"linkOtherHost", QT_TRANSLATE_NOOP("TranscriptWords", "another host")},
    {"linkOtherAddress", QT_TRANSLATE_NOOP("TranscriptWords", "another address")},
    {"linkMoreRecipients", QT_TRANSLATE_NOOP("TranscriptWords", "more recipients")},
    {"linkMixedScripts", QT_TRANSLATE_NOOP("TranscriptWords", "mixed scripts in the name")},
    {"linkEncodedName", QT_TRANSLATE_NOOP("TranscriptWords", "an encoded name")},
    {"linkUserInfo", QT_TRANSLATE_NOOP("TranscriptWords", "a user name before the host")},
    {"linkIpAddress", QT_TRANSLATE_NOOP("TranscriptWords", "a bare IP address")},
    {"linkLocal", QT_TRANSLATE_NOOP("TranscriptWords", "an address on this computer")},
    {"openAnyway", QT_TRANSLATE_NOOP("TranscriptWords", "Open anyway")},
    {"file", QT_TRANSLATE_NOOP("TranscriptWords", "File")},
    {"noPlayer", QT_TRANSLATE_NOOP("TranscriptWords", "This sound or video cannot be played here.")},
    {"toolArguments", QT_TRANSLATE_NOOP("TranscriptWords", "Arguments")},
    {"toolResult", QT_TRANSLATE_NOOP("TranscriptWords", "Result")},
    {"toolResultOf", QT_TRANSLATE_NOOP("TranscriptWords", "Result of %1")},
    {"toolResultBelow", QT_TRANSLATE_NOOP("TranscriptWords", "result below")},
    {"toolCallAbove", QT_TRANSLATE_NOOP("TranscriptWords", "call above")},
    {"toolNoResult", QT_TRANSLATE_NOOP("TranscriptWords", "no result yet")},
    {"toolWithoutResult", QT_TRANSLATE_NOOP("TranscriptWords", "no result")},
    {"toolFailed", QT_TRANSLATE_NOOP("TranscriptWords", "failed")},
    {"toolEmptyResult", QT_TRANSLATE_NOOP("TranscriptWords", "empty")},
    {"showAllLines", QT_TRANSLATE_NOOP("TranscriptWords", "Show all %1 lines")},
    {"showFewerLines", QT_TRANSLATE_NOOP("TranscriptWords", "Show fewer lines")},
    {"milliseconds", QT_TRANSLATE_NOOP("TranscriptWords", "%1 ms")},
    {"seconds", QT_TRANSLATE_NOOP("TranscriptWords", "%1 s")},
    {"minutes", QT_TRANSLATE_NOOP("TranscriptWords", "%1 min")},
    {"hoursMinutes", QT_TRANSLATE_NOOP("TranscriptWords", "%1 h %2 min")},
    {"bytes", QT_TRANSLATE_NOOP("TranscriptWords", "%1 B")},
    {"kilobytes", QT_TRANSLATE_NOOP("TranscriptWords", "%1 kB")},
    {"megabytes", QT_TRANSLATE_NOOP("TranscriptWords", "%1 MB")},
    {"structured", QT_TRANSLATE_NOOP("TranscriptWords", "Structured content")},
    {"unknownBlock", QT_TRANSLATE_NOOP("TranscriptWords", "Unknown content")},
    {"rawEvent", QT_TRANSLATE_NOOP("TranscriptWords", "Unknown event: %1, version %2")},
    {"items", QT_TRANSLATE_NOOP("TranscriptWords", "%1 items")},
    {"fields", QT_TRANSLATE_NOOP("TranscriptWords", "%1 fields")},
    {"itemOne", QT_TRANSLATE_NOOP("TranscriptWords", "1 item")},
    {"treeLevel", QT_TRANSLATE_NOOP("TranscriptWords", "Level %1")},
    {"fieldOne", QT_TRANSLATE_NOOP("TranscriptWords", "1 field")},
    {"showMoreItems", QT_TRANSLATE_NOOP("TranscriptWords", "Show %1 more")},
    {"privateHead", QT_TRANSLATE_NOOP("TranscriptWords", "Private")},
    {"privateWith", QT_TRANSLATE_NOOP("TranscriptWords", "you and %1 · nobody else sees this")},
    {"privateEndAfter", QT_TRANSLATE_NOOP("TranscriptWords", "%1 after %2")},
    {"openAsChannel", QT_TRANSLATE_NOOP("TranscriptWords", "Open as channel")},
    {"undelivered", QT_TRANSLATE_NOOP("TranscriptWords", "Undelivered.")},
    {"undeliveredWhy",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "Nobody here is called “%1”. The message is in the log, but no member received it.")},
    {"undeliveredNobody", QT_TRANSLATE_NOOP("TranscriptWords", "It is in the log, but no member received it.")},
    {"sendTo", QT_TRANSLATE_NOOP("TranscriptWords", "Send to…")},
    {"mistake", QT_TRANSLATE_NOOP("TranscriptWords", "Annotated mistake.")},
    {"note", QT_TRANSLATE_NOOP("TranscriptWords", "Note.")},
    //: above what a program told the person
    {"levelWarning", QT_TRANSLATE_NOOP("TranscriptWords", "Warning")},
    //: above what a program told the person
    {"levelError", QT_TRANSLATE_NOOP("TranscriptWords", "Error")},
    {"annotatedBy", QT_TRANSLATE_NOOP("TranscriptWords", "by %1")},
    {"optionDefault", QT_TRANSLATE_NOOP("TranscriptWords", "default")},
    {"answerInWords", QT_TRANSLATE_NOOP("TranscriptWords", "Answer in words")},
    {"answerOwnWords", QT_TRANSLATE_NOOP("TranscriptWords", "or answer in your own words")},
    {"reasonPlaceholder", QT_TRANSLATE_NOOP("TranscriptWords", "Reason (optional)")},
    {"answerPlaceholder", QT_TRANSLATE_NOOP("TranscriptWords", "Type an answer")},
    {"answer", QT_TRANSLATE_NOOP("TranscriptWords", "Answer")},
    //: opens a text that was proposed, to be changed by the person
    {"editAnswer", QT_TRANSLATE_NOOP("TranscriptWords", "Edit…")},
    {"answerWithThis", QT_TRANSLATE_NOOP("TranscriptWords", "Answer with this")},
    {"sendAnswers", QT_TRANSLATE_NOOP("TranscriptWords", "Send answers")},
    {"addImages", QT_TRANSLATE_NOOP("TranscriptWords", "Add images")},
    {"later", QT_TRANSLATE_NOOP("TranscriptWords", "Later")},
    {"decide", QT_TRANSLATE_NOOP("TranscriptWords", "Decide…")},
    {"decideHeldWhy",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "Shows this message in the side panel, where you let it go, change it, or drop it")},
    //: %1 is "writing, 120 tokens"
    {"writingHeld", QT_TRANSLATE_NOOP("TranscriptWords", "%1, will be held")},
    {"decideWhy",
     QT_TRANSLATE_NOOP("TranscriptWords", "Opens this question in the side panel, where you approve or reject it")},
    {"decline", QT_TRANSLATE_NOOP("TranscriptWords", "Decline")},
    {"needed", QT_TRANSLATE_NOOP("TranscriptWords", "* required")},
    {"questionGroup", QT_TRANSLATE_NOOP("TranscriptWords", "Question from %1")},
    {"timeLeft", QT_TRANSLATE_NOOP("TranscriptWords", "%1 left")},
    {"minutesLeft", QT_TRANSLATE_NOOP("TranscriptWords", "%1 min left")},
    {"hoursLeft", QT_TRANSLATE_NOOP("TranscriptWords", "%1 h %2 min left")},
    {"lessThanMinute", QT_TRANSLATE_NOOP("TranscriptWords", "under a minute: %1")},
    {"timeOver", QT_TRANSLATE_NOOP("TranscriptWords", "time is up")},
    {"timePaused", QT_TRANSLATE_NOOP("TranscriptWords", "paused · %1 left")},
    {"answered", QT_TRANSLATE_NOOP("TranscriptWords", "%1 answered “%2” at %3")},
    {"answeredForm", QT_TRANSLATE_NOOP("TranscriptWords", "%1 answered at %2")},
    {"answeredYou", QT_TRANSLATE_NOOP("TranscriptWords", "You answered “%1” at %2")},
    {"viaCommandLine", QT_TRANSLATE_NOOP("TranscriptWords", "from the command line (%1)")},
    {"answeredFormYou", QT_TRANSLATE_NOOP("TranscriptWords", "You answered at %1")},
    {"declinedBy", QT_TRANSLATE_NOOP("TranscriptWords", "%1 declined at %2")},
    {"declinedYou", QT_TRANSLATE_NOOP("TranscriptWords", "You declined at %1")},
    {"timedOut", QT_TRANSLATE_NOOP("TranscriptWords", "Nobody answered in time; “%1” was chosen at %2")},
    {"timedOutNothing", QT_TRANSLATE_NOOP("TranscriptWords", "Nobody answered in time (%1)")},
    {"withdrawn", QT_TRANSLATE_NOOP("TranscriptWords", "Withdrawn at %1")},
    {"neverAnswered", QT_TRANSLATE_NOOP("TranscriptWords", "Not answered in this recording.")},
    {"laterBy", QT_TRANSLATE_NOOP("TranscriptWords", "%1, %2 later")},
    {"delivered", QT_TRANSLATE_NOOP("TranscriptWords", "Delivered")},
    {"notDelivered", QT_TRANSLATE_NOOP("TranscriptWords", "Not delivered yet")},
    {"goThere", QT_TRANSLATE_NOOP("TranscriptWords", "Go there")},
    {"invisibleCount",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "%1 invisible or direction-changing characters are shown in boxes. They are kept as written.")},
    {"invisibleOne",
     QT_TRANSLATE_NOOP("TranscriptWords",
                       "1 invisible or direction-changing character is shown in a box. It is kept as written.")},
    {"formRequired", QT_TRANSLATE_NOOP("TranscriptWords", "This field is required.")},
    {"formNotNumber", QT_TRANSLATE_NOOP("TranscriptWords", "This is not a number.")},
    {"formNotInteger", QT_TRANSLATE_NOOP("TranscriptWords", "This must be a whole number.")},
    {"formMinimum", QT_TRANSLATE_NOOP("TranscriptWords", "At least %1.")},
    {"formMaximum", QT_TRANSLATE_NOOP("TranscriptWords", "At most %1.")},
    {"formTooShort", QT_TRANSLATE_NOOP("TranscriptWords", "At least %1 characters.")},
    {"formTooLong", QT_TRANSLATE_NOOP("TranscriptWords", "At most %1 characters.")},
    {"formPattern", QT_TRANSLATE_NOOP("TranscriptWords", "This is not in the requested format.")},
    {"formNotJson", QT_TRANSLATE_NOOP("TranscriptWords", "This is not valid JSON.")},
    {"formRange", QT_TRANSLATE_NOOP("TranscriptWords", "%1 to %2")},
    {"formAbove", QT_TRANSLATE_NOOP("TranscriptWords", "More than %1.")},
    {"formBelow", QT_TRANSLATE_NOOP("TranscriptWords", "Less than %1.")},
    {"formMultiple", QT_TRANSLATE_NOOP("TranscriptWords", "A multiple of %1.")},
    {"formTooFew", QT_TRANSLATE_NOOP("TranscriptWords", "At least %1 items.")},
    {"formTooMany", QT_TRANSLATE_NOOP("TranscriptWords", "At most %1 items.")},
    {"formNotObject", QT_TRANSLATE_NOOP("TranscriptWords", "This must be a JSON object: {…}.")},
    {"formNotList", QT_TRANSLATE_NOOP("TranscriptWords", "This must be a JSON list: […].")},
    {"formLines", QT_TRANSLATE_NOOP("TranscriptWords", "One per line")},
    {"formChoose", QT_TRANSLATE_NOOP("TranscriptWords", "Choose…")},
    {"yes", QT_TRANSLATE_NOOP("TranscriptWords", "Yes")},
    {"no", QT_TRANSLATE_NOOP("TranscriptWords", "No")},
    {"loadingRows", QT_TRANSLATE_NOOP("TranscriptWords", "Loading…")},
    {"emptyChannel", QT_TRANSLATE_NOOP("TranscriptWords", "Messages in this channel will appear here.")},
    {"notDrawn", QT_TRANSLATE_NOOP("TranscriptWords", "This message could not be formatted; it is shown as received.")},
    {"drawAgain", QT_TRANSLATE_NOOP("TranscriptWords", "Draw it again")},
    {"printedOne", QT_TRANSLATE_NOOP("TranscriptWords", "1 message")},
    {"printedMany", QT_TRANSLATE_NOOP("TranscriptWords", "%1 messages")},
    {"printedSpan", QT_TRANSLATE_NOOP("TranscriptWords", "%1 to %2")},
    {"linesNotPrinted", QT_TRANSLATE_NOOP("TranscriptWords", "%1 more lines are not printed.")},
    {"itemsNotPrinted", QT_TRANSLATE_NOOP("TranscriptWords", "%1 more are not printed.")},
})};

} // namespace

std::span<const TranscriptWord> transcriptWords() { return words; }

QString wordFor(const TranscriptWord& word) { return QCoreApplication::translate("TranscriptWords", word.english); }

namespace {

QString compactText(const QJsonObject& object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QJsonObject wordsJson()
{
    QJsonObject json;
    for (const TranscriptWord& word : transcriptWords())
        json.insert(QLatin1StringView(word.key), wordFor(word));
    return json;
}

/// Unscaled: the page applies the text size itself, and narrows the lanes of large teams.
QJsonObject lanesJson(theme::Theme::Options options)
{
    options.textScale = 1.0;
    const theme::RailGeometry rail = theme::railGeometry(theme::Theme(options), 1);
    return {{QStringLiteral("first"), rail.first},
            {QStringLiteral("pitch"), rail.pitch},
            {QStringLiteral("width"), rail.width}};
}

QString railWord(theme::RailMode rail)
{
    if (rail == theme::RailMode::None)
        return QStringLiteral("none");
    return rail == theme::RailMode::All ? QStringLiteral("all") : QStringLiteral("active");
}

} // namespace

QString themeName(const theme::Theme& theme)
{
    const QString base = theme.isDark() ? QStringLiteral("dark") : QStringLiteral("light");
    return theme.options().highContrast ? base + QStringLiteral("-high") : base;
}

QJsonObject setupObject(const theme::Theme& theme, const QString& language, bool isReplay, theme::RailMode rail)
{
    const theme::Theme::Options& options = theme.options();
    const QJsonObject fonts{{QStringLiteral("ui"), options.uiFamilies.value(0)},
                            {QStringLiteral("mono"), options.monoFamilies.value(0)}};
    return {{QStringLiteral("words"), wordsJson()},
            {QStringLiteral("locale"), language},
            {QStringLiteral("theme"), themeName(theme)},
            {QStringLiteral("textScale"), options.textScale},
            {QStringLiteral("fonts"), fonts},
            {QStringLiteral("lanes"), lanesJson(options)},
            {QStringLiteral("rail"), railWord(rail)},
            {QStringLiteral("replay"), isReplay}};
}

QString setupJson(const theme::Theme& theme, const QString& language, bool isReplay, theme::RailMode rail)
{
    return compactText(setupObject(theme, language, isReplay, rail));
}

QString diagramThemeJson(const theme::Theme& theme)
{
    return compactText(
        {{QStringLiteral("theme"), themeName(theme)}, {QStringLiteral("font"), theme.options().uiFamilies.value(0)}});
}

} // namespace quarterdeck::ui::transcript
