#include "conversation/channel.h"
#include "conversation/images.h"
#include "formats/session_writer.h"
#include "html/markdown_html.h"
#include "html/markdown_work.h"
#include "html/plain_picture.h"
#include "support/hostile_messages.h"

#include <QRegularExpression>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

using namespace quarterdeck::conversation;
using namespace std::string_literals;
using nlohmann::json;

namespace {

/// A session in which everything others write is this text.
std::vector<Event> sessionOf(const std::string& text)
{
    SessionStarted started;
    started.title = text;
    started.source = text;
    Role role;
    role.name = RoleName(text.empty() ? "x" : text);
    role.addresses = {Address("x")};
    Message message;
    message.sentFrom = Address("x");
    message.sendTo = {Address("to " + text)};
    message.content = {TextBlock{text},
                       ThinkingBlock{text, {}},
                       MediaBlock{MediaKind::Image, {{}, text, text, text, 0, 0, 0}},
                       MediaBlock{MediaKind::Image, {AttachmentHash("picture"), {}, text, text, 0, 0, 0}},
                       ToolUseBlock{"c", text, JsonValue(json{{text, text}}), {}},
                       ToolUseBlock{"c", text, {}, text},
                       ToolResultBlock{"c", text, text, JsonValue(json::array({text})), true},
                       UnknownBlock{JsonValue(json{{"type", text}})}};
    message.instructContent = StructuredContent{{}, JsonValue(json(text))};
    Question question;
    question.id = QuestionId("q");
    question.asker = role.name;
    question.text = text;
    question.reason = text;
    question.options = {{text, text}};
    question.defaultOption = text;
    const std::vector<ContentBlock> said = {
        TextBlock{text}, MediaBlock{MediaKind::Image, {AttachmentHash("answer"), {}, text, text, 0, 0, 0}}};
    std::vector<Event> events;
    for (EventBody body : std::vector<EventBody>{
             started, RoleHired{role}, MessagePublished{message, {}}, QuestionAsked{question},
             QuestionEnded{QuestionId("q"), {QuestionEndKind::Answered, {}, said, {}, "person", {5}}},
             Annotated{{3}, AnnotationKind::Note, text, text}, RunStateChanged{RunState::Stopped, text}}) {
        events.push_back({{static_cast<std::int64_t>(events.size()) + 1}, {1000}, 0, std::move(body)});
    }
    return events;
}

/// As an export would write it: amendments come with their rows.
std::string htmlOf(const std::vector<Event>& events, const std::string& picture = {})
{
    quarterdeck::formats::WriterContext context;
    for (const Event& event : events) {
        context.last.apply(event);
    }
    context.bytesOf = [&](const AttachmentHash&) { return std::optional(picture); };
    const auto writer = quarterdeck::formats::exportFormat("html")->make(context);
    std::string out;
    writer->begin(out);
    ConversationState state;
    for (const Event& event : events) {
        std::vector<Event> amendments;
        for (const Event& other : events) {
            const bool isEnd =
                std::holds_alternative<QuestionAsked>(event.body) && std::holds_alternative<QuestionEnded>(other.body);
            const bool isRemark =
                std::holds_alternative<MessagePublished>(event.body) && std::holds_alternative<Annotated>(other.body);
            if (isEnd || isRemark) {
                amendments.push_back(other);
            }
        }
        const bool isRow = !channelsOf(state, event.body).empty();
        writer->event({event, state, isRow, amendments}, out);
        state.apply(event);
    }
    writer->end(out);
    return out;
}

/// The rows of messages of one speaker, and the reported losses: "media 1".
std::pair<QString, QString> rowsOf(const std::vector<std::vector<ContentBlock>>& contents)
{
    const auto writer = quarterdeck::formats::exportFormat("html")->make({});
    std::string out;
    const ConversationState state;
    for (const auto& content : contents) {
        Message message;
        message.sentFrom = Address("x");
        message.content = content;
        message.usage = Usage{"m", 100, 20, 0.5, 0, 0, 0};
        writer->event({{{1}, {1000}, 0, MessagePublished{message, {}}}, state, true, {}}, out);
    }
    QString losses;
    for (const auto& loss : writer->losses())
        losses += QStringLiteral("%1 %2 ").arg(QString::fromStdString(loss.kind)).arg(loss.count);
    return {QString::fromStdString(out), losses.trimmed()};
}

/// What a page may consist of. Anything else in it is a fault.
QString faultIn(const QString& html)
{
    static const std::set<QString> elements = {
        "html", "head",  "meta",   "title",   "style", "body", "h1",   "h2",         "h3",     "h4",
        "h5",   "h6",    "header", "article", "p",     "div",  "span", "b",          "bdi",    "pre",
        "code", "em",    "strong", "del",     "ul",    "ol",   "li",   "blockquote", "hr",     "br",
        "img",  "table", "thead",  "tbody",   "tr",    "th",   "td",   "details",    "summary"};
    static const std::set<QString> attributes = {"class", "charset", "content",    "http-equiv", "name",
                                                 "alt",   "src",     "data-theme", "align",      "start"};
    static const QRegularExpression tag(QStringLiteral("<(?!!DOCTYPE html>)(/?)([^\\s/>]*)([^>]*)>"));
    static const QRegularExpression attribute(QStringLiteral("\\s+([^\\s=]+)=\"([^\"]*)\""));
    const qsizetype style = html.indexOf(QStringLiteral("</style>"));
    for (const QRegularExpressionMatch& match : tag.globalMatch(html)) {
        if (!elements.contains(match.captured(2))) {
            return QStringLiteral("element ") + match.captured();
        }
        QString rest = match.captured(3);
        for (const QRegularExpressionMatch& one : attribute.globalMatch(rest)) {
            const bool isSource = one.captured(1) == QStringLiteral("src");
            if (!attributes.contains(one.captured(1))
                || (isSource && !one.captured(2).startsWith(QStringLiteral("data:image/png;base64,")))
                || (one.captured(1) == QStringLiteral("http-equiv") && match.capturedStart() > style)) {
                return QStringLiteral("attribute ") + one.captured();
            }
        }
        rest.remove(attribute);
        if (!rest.trimmed().isEmpty() && rest.trimmed() != QStringLiteral("/")) {
            return QStringLiteral("rest ") + match.captured();
        }
    }
    const qsizetype begin = html.indexOf(QStringLiteral("<style>")); // the title before it may say anything
    const QString styles = html.mid(begin, style - begin);
    return styles.contains(QStringLiteral("url(")) || styles.contains(QStringLiteral("@import"))
        ? QStringLiteral("the style loads something")
        : QString();
}

} // namespace

class TestHtmlExport final : public QObject
{
    Q_OBJECT

private slots:
    static void hostileText_isText_data();
    static void hostileText_isText();
    static void markup_isShown_data();
    static void markup_isShown();
    static void policy_standsFirst();
    static void hiddenCharacters_areSeen_data();
    static void hiddenCharacters_areSeen();
    static void question_hasItsReasonAndWhatItSaysOfItsOptions();
    static void question_hasItsFormAndItsDeadline();
    static void picture_isInsideWhenItIsOne();
    static void drawing_isItsSource();
    static void toolsPieces_areDrawn_data();
    static void toolsPieces_areDrawn();
    static void coloursOfATerminal_areLeftOut();
    static void silentThoughts_areNotDrawn();
    static void source_isTold_data();
    static void source_isTold();
    static void result_bearsItsCallsName();
    static void hugeText_staysText();
    static void whatWouldTakeLong_staysText_data();
    static void whatWouldTakeLong_staysText();
    static void tablesThatWouldTakeLong_stayRows_data();
    static void tablesThatWouldTakeLong_stayRows();
    static void ordinaryTexts_areDrawn_data();
    static void ordinaryTexts_areDrawn();
    static void pictures_sayNothingElse_data();
    static void pictures_sayNothingElse();
    static void pictures_keepTheWayUp_data();
    static void pictures_keepTheWayUp();
    static void pictures_stayAsTheyAre_data();
    static void pictures_stayAsTheyAre();
    static void largePictures_areNamed_data();
    static void largePictures_areNamed();
    static void cutPictures_areNoDanger();
    static void referencesThatBecomeTooMuch_stayText();
    static void longText_losesNothingBetweenItsParts();
};

void TestHtmlExport::hostileText_isText_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto messages = quarterdeck::test::hostileMessages(
        {QStringLiteral(HOSTILE_FOLDER "/messages.jsonl"), QStringLiteral(HOSTILE_FOLDER "/further.jsonl")});
    QVERIFY(messages.size() >= 72);
    for (const auto& [name, text] : messages)
        QTest::newRow(name.c_str()) << QByteArray::fromStdString(text);
    QTest::newRow("out of an attribute") << QByteArray("\" onerror=\"x\" '><script>x</script>");
    QTest::newRow("out of the style") << QByteArray("</style></title></pre></bdi><script>x</script>");
    QTest::newRow("no text") << QByteArray("\xff\xfe<b>\xc3");
    QTest::newRow("info of a fence") << QByteArray("```\"><script>x</script>\na\n```");
    QTest::newRow("table") << QByteArray("a|b\n-|:-\n<img src=x>|[x](javascript:x)");
    QTest::newRow("reference") << QByteArray("[a][b] ![c][b]\n\n[b]: http://canary.invalid/x \"<script>\"");
    QTest::newRow("nested") << QByteArray("[![a](http://canary.invalid/b \"c\")](javascript:x 'onx=1')<javascript:x>");
}

void TestHtmlExport::hostileText_isText()
{
    QFETCH(QByteArray, text);
    const QString html = QString::fromStdString(htmlOf(sessionOf(text.toStdString()), "not a picture"));
    QVERIFY2(html.endsWith(QStringLiteral("</body>\n</html>\n")), "it is cut off");
    const QString fault = faultIn(html);
    QVERIFY2(fault.isEmpty(), qPrintable(fault.left(500)));
}

void TestHtmlExport::markup_isShown_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char* text, const char* shown) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(shown);
    };
    row("- [ ] a\n- [x] *b*\n- c [x] d", "<li>☐ a</li>\n<li>☑ <em>b</em></li>\n<li>c [x] d</li>");
    row("[x] a", "<p>[x] a</p>");
    row("*a* **b** `c`", "<p><em>a</em> <strong>b</strong> <code>c</code></p>");
    row("a <script>x</script> b", "<p>a &lt;script&gt;x&lt;/script&gt; b</p>");
    row("<div>\nx", "<pre><code>&lt;div&gt;\nx\n</code></pre>");
    row("[log](javascript:x)", "<p>log (javascript:x)</p>");
    row("<https://a.org>", "<p>https://a.org</p>");
    row("![a *b*](https://a.org/x.png)", "<p>[a <em>b</em>] (https://a.org/x.png)</p>");
    row("a|b\n-|-\n1|2", "<th>a</th>");
    row("~~a~~", "<p><del>a</del></p>");
    row("a\nb", "<p>a<br />\nb</p>");
    row("[a](https://a.org 'T')", "<p>a (https://a.org &quot;T&quot;)</p>");
    row("<https://a.org>[b](<> 'T')", "b (&quot;T&quot;)</p>");
    // Parts left out of a document are as they were written.
    row("[a]: https://a.org 'T'\n\nb", "<p>[a]: https://a.org 'T'</p>\n<p>b</p>");
    row("> [a]: https://a.org\n> 'T'\n> b", "<p>[a]: https://a.org<br />\n'T'<br />\nb</p>");
    row("- [a]:\n  https://a.org", "<li>[a]:<br />\nhttps://a.org</li>");
    row("[b]\n\n[b]: https://a.org\n[B]: https://c.org", "<p>b (https://a.org)</p>\n<p>[B]: https://c.org</p>");
    row("[b][a]\n\n[a]: https://a.org 'T'\nc", "<p>b (https://a.org &quot;T&quot;)</p>\n<p>c</p>");
    row("[^1]: word", "<p>[^1]: word</p>");
    row("[//]: # (said)", "<p>[//]: # (said)</p>");
    row("```\n[a]: b\n```", "<pre><code>[a]: b\n</code></pre>");
    row("    [a]: b", "<pre><code>[a]: b\n</code></pre>");
    row("<div>\n[a]: b", "<pre><code>&lt;div&gt;\n[a]: b\n</code></pre>");
    row("- [x] a", "<li>☑ a</li>");
    row("a|b\n-|-\n1|2|3|`4`\n|5|6|\n", "<td>2 | 3 | `4`</td>\n</tr>\n<tr>\n<td>5</td>\n<td>6</td>");
    row("> |a|\n> |-|\n> |1\\|2|3|", "<td>1|2 | 3</td>");
    // A break ends a line, and nothing else that looks like it does.
    row("|a|\n|-|\n|1<br>2<BR />3|", "<td>1<br />\n2<br />\n3</td>");
    row("a<br/>\nb", "<p>a<br />\nb</p>");
    row("a\n\n<br>\n<br>\n\nb", "<p>a</p>\n<p><br />\n<br />\n</p>\n<p>b</p>");
    row("a<br onload=x>b", "<p>a&lt;br onload=x&gt;b</p>");
    row("a</br>b<brx>`<br>`\\<br>", "<p>a&lt;/br&gt;b&lt;brx&gt;<code>&lt;br&gt;</code>&lt;br&gt;</p>");
    // Emphasis needs no spaces where none are written.
    row("**重点：**内容", "<p><strong>重点：</strong>内容</p>");
    row("这是**“引号”**文字", "<p>这是<strong>“引号”</strong>文字</p>");
    row("他说**（注意）**了", "<p>他说<strong>（注意）</strong>了</p>");
    row("*强调。*然后", "<p><em>强调。</em>然后</p>");
    row("~~删除，~~后", "<p><del>删除，</del>后</p>");
    row("这是**`x`**的", "<p>这是<strong><code>x</code></strong>的</p>");
    row("**価格（税込）**は", "<p><strong>価格（税込）</strong>は</p>");
    row("**한국어(괄호)**는", "<p><strong>한국어(괄호)</strong>는</p>");
    row("|a|\n|-|\n|**注：**𠀀|", "<td><strong>注：</strong>𠀀</td>");
    row("`**注：**字`", "<p><code>**注：**字</code></p>");
    row("[**注：**字](https://a.org/**：**字)", "<p><strong>注：</strong>字 (https://a.org/**：**字)</p>");
    row("（** 注 **）", "<p>（** 注 **）</p>");
    row("꡴**注：**字", "<p>꡴<strong>注：</strong>字</p>"); // the mark that would be used is said itself
    row("&#xA874;&#43124;**注：**字<br>&#x1c3b;", "<p>꡴꡴<strong>注：</strong>字<br />\n᰻</p>");
    row("3~5，7~9", "<p>3~5，7~9</p>");
}

void TestHtmlExport::markup_isShown()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const QString html = QString::fromStdString(htmlOf(sessionOf(text.toStdString())));
    QVERIFY2(html.contains(shown), qPrintable(html.mid(html.indexOf(QStringLiteral("said\"")), 300)));
}

void TestHtmlExport::policy_standsFirst()
{
    const std::string html = htmlOf(sessionOf("a\xe2\x80\xae"
                                              "b"));
    QVERIFY(html.starts_with(
        "<!DOCTYPE html>\n<html data-theme=\"light\">\n<head>\n<meta "
        "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'\">\n"));
    QVERIFY(html.find("--text-1: #1D2126") != std::string::npos); // the theme's colours
    QVERIFY(html.find("@media screen and (prefers-color-scheme: dark) { :root[") != std::string::npos);
    QVERIFY(html.find("var(--private-bg)") != std::string::npos);
    QVERIFY(html.find("<b><bdi>a[RLO]b</bdi></b>") != std::string::npos);
}

void TestHtmlExport::hiddenCharacters_areSeen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("a tag") << QString::fromUcs4(U"hid\U000E0041den") << "hid[U+E0041]den";
    QTest::newRow("a joiner") << QStringLiteral("Mi\u200Dke") << "Mi[ZWJ]ke";
    QTest::newRow("a control") << QStringLiteral("a\u001Bb") << "a[U+001B]b";
    QTest::newRow("one that is kept for later") << QStringLiteral("a\uFFF0b") << "a[U+FFF0]b";
    QTest::newRow("in code") << QStringLiteral("`a\u202Eb`") << "<code>a[RLO]b</code>";
    QTest::newRow("in a block") << QStringLiteral("```\na\u202Eb\n```") << "<code>a[RLO]b\n</code>";
    QTest::newRow("in HTML") << QStringLiteral("x <b\u202E>") << "x &lt;b[RLO]&gt;";
    QTest::newRow("in an address") << QStringLiteral("[x](https://a.example/\u200B)") << "[ZWSP]";
    QTest::newRow("a family") << QStringLiteral("👩\u200D👧") << QStringLiteral("👩\u200D👧");
}

/// In messages, and in questions.
void TestHtmlExport::hiddenCharacters_areSeen()
{
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const QString html = QString::fromStdString(htmlOf(sessionOf(text.toStdString())));
    QVERIFY2(html.mid(html.indexOf(QStringLiteral("said\""))).contains(shown), qPrintable(html));
    const QString question = html.mid(html.indexOf(QStringLiteral("class=\"question")));
    const qsizetype asked = question.indexOf(QStringLiteral("said\""));
    QVERIFY2(asked > 0 && question.mid(asked).contains(shown), qPrintable(question));
}

void TestHtmlExport::question_hasItsReasonAndWhatItSaysOfItsOptions()
{
    Question question;
    question.asker = RoleName("x");
    question.text = "Which?";
    question.reason = "The <board> is drawn";
    question.options = {{"4×4", "as *before*<br>"}, {"5×5", {}}};
    question.defaultOption = "5×5";
    const QString html = QString::fromStdString(htmlOf({{{1}, {1000}, 0, QuestionAsked{question}}}));
    QVERIFY2(
        html.contains(QString::fromUtf8("</div>\n<p class=\"why\">The &lt;board&gt; is drawn</p>\n"
                                        "<p>• <bdi>4×4</bdi> <bdi class=\"beside\">as *before*&lt;br&gt;</bdi></p>\n"
                                        "<p>• <bdi>5×5</bdi> <bdi class=\"beside\">default</bdi></p>\n")),
        qPrintable(html.mid(html.indexOf(QStringLiteral("<article")))));
    QVERIFY(html.contains(QStringLiteral(".why")) && html.contains(QStringLiteral(".beside")));
}

void TestHtmlExport::question_hasItsFormAndItsDeadline()
{
    Question question;
    question.asker = RoleName("x");
    question.text = "Which?";
    question.schema = JsonValue(nlohmann::json::parse(R"({"type": "object", "required": ["size"],
        "properties": {"size": {"type": "integer", "title": "Size", "description": "of <it>", "default": 5},
            "tone": {"enum": ["calm", "loud"]},
            "place": {"properties": {"tags": {"type": "array", "items": {"type": "string"}}}}}})"));
    question.deadline = Timestamp{1'000'000};
    const QString html = QString::fromStdString(htmlOf({{{1}, {1000}, 0, QuestionAsked{question}}}));
    QVERIFY2(html.contains(QStringLiteral(
                 "<p>• <bdi>Size (size)</bdi> <bdi class=\"beside\">whole number; required; default: 5</bdi>"
                 " <bdi class=\"beside\">of &lt;it&gt;</bdi></p>\n")),
             qPrintable(html.mid(html.indexOf(QStringLiteral("<article")))));
    QVERIFY(html.contains(QStringLiteral("An answer was wanted by ")));
}

void TestHtmlExport::picture_isInsideWhenItIsOne()
{
    const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), png));
    QCOMPARE(html.count(QStringLiteral("<img alt=\"a\" src=\"data:image/png;base64,iVBORw0KGgo")), 2); // the answer's
}

/// Its source, folded, which is text as any other.
void TestHtmlExport::drawing_isItsSource()
{
    const std::string source = "<?xml version='1.0'?><svg onload='x'><script>\xe2\x80\xae</script></svg>";
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), source));
    QVERIFY(!html.contains(QStringLiteral("<img")) && !html.contains(QStringLiteral("<svg")));
    QVERIFY2(html.contains(QString::fromUtf8("<details><summary class=\"tool\">[a] · SVG</summary>\n"
                                             "<pre>&lt;?xml version='1.0'?&gt;&lt;svg onload='x'&gt;&lt;script&gt;"
                                             "[RLO]&lt;/script&gt;&lt;/svg&gt;</pre>\n</details>")),
             qPrintable(html.mid(html.indexOf(QStringLiteral("<article")))));
    QCOMPARE(faultIn(html), QString());
    const QString longer = QString::fromStdString(htmlOf(sessionOf("a"), source + std::string(1'000'000, ' ')));
    QVERIFY(!longer.contains(QStringLiteral("<details"))
            && longer.contains(QStringLiteral("<p class=\"tool\">[a]</p>")));
}

void TestHtmlExport::toolsPieces_areDrawn_data()
{
    QTest::addColumn<QByteArray>("blocks");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("losses");
    const auto row = [](const char* name, const char* blocks, const char* shown, const char* losses) {
        QTest::newRow(name) << QByteArray(blocks) << QString::fromUtf8(shown) << QString::fromUtf8(losses);
    };
    const char* picture = R"(</pre>
<p><img alt="image/png" src="data:image/png;base64,iVBORw0KGgo=")";
    row("Anthropic's",
        R"([{"type": "text", "text": "<a>"}, {"type": "image", "source":)"
        R"( {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}])",
        picture, "");
    row("OpenAI's",
        R"([{"type": "text", "text": "<a>"},)"
        R"( {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}])",
        picture, "");
    row("no picture", R"([{"type": "image", "data": "MTIz", "mimeType": "image/png"}])",
        R"(<p class="tool">[image/png]</p>)", "media 1");
    row("not here", R"([{"type": "image", "source": {"type": "url", "url": "https://x/y<.png"}}])",
        R"(<p class="tool">[https://x/y&lt;.png]</p>)", "media 1");
    row("a sound", R"([{"type": "audio", "data": "iVBORw0KGgo=", "mimeType": "audio/wav"}])",
        R"(<p class="tool">[audio/wav]</p>)", "media 1");
    row("another", R"([{"type": "x"}])", "&quot;type&quot;: &quot;x&quot;", "");
}

void TestHtmlExport::toolsPieces_areDrawn()
{
    QFETCH(QByteArray, blocks);
    QFETCH(QString, shown);
    const auto [rows, losses] =
        rowsOf({{ToolResultBlock{"c", "look", "all of it", JsonValue(json::parse(blocks.toStdString())), false}}});
    QVERIFY2(rows.contains(shown), qPrintable(rows));
    QVERIFY(!rows.contains(QStringLiteral("all of it")));
    QVERIFY(rows.contains(QStringLiteral(" · 120 token(s) · $0.5000</header>")));
    QTEST(losses, "losses");
}

void TestHtmlExport::coloursOfATerminal_areLeftOut()
{
    const std::string output = "\x1b[1;31mFAILED\x1b[0m a\x1b[38;5;12mb\x1b[K\x1b[5Ac";
    const auto drawn = [](const ToolResultBlock& result) { return rowsOf({{result}}).first; };
    QVERIFY(drawn({"c", "look", output, {}, false}).contains(QStringLiteral("<pre>FAILED ab[U+001B][5Ac</pre>")));
    const json parts = json::array({{{"type", "text"}, {"text", output}}});
    QVERIFY(
        drawn({"c", "look", {}, JsonValue(parts), false}).contains(QStringLiteral("<pre>FAILED ab[U+001B][5Ac</pre>")));
}

void TestHtmlExport::silentThoughts_areNotDrawn()
{
    const auto drawn = [](const char* thoughts) {
        return rowsOf({{ThinkingBlock{thoughts, "signed"}, TextBlock{"a"}}})
            .first.contains(QStringLiteral("class=\"thinking"));
    };
    QVERIFY(drawn("so"));
    QVERIFY(!drawn(""));
}

void TestHtmlExport::source_isTold_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("losses");
    const auto row = [](const char* name, const char* text, const char* losses) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(losses);
    };
    row("a diagram", "Look:\n\n```mermaid\ngraph TD; A-->B\n```\n", "diagrams 1");
    row("diagrams", "~~~ Mermaid x\na\n~~~\n- b\n  ```mermaid\n  a", "diagrams 2");
    row("other code", "```python\nmermaid\n```\n`mermaid`\n\n    ```mermaid", "");
    row("within a line", "Of $x_1$ and $y$: \\(z\\).", "formulas 3");
    row("a block", "So\n\n$$\na\n+ b\n$$\n\n\\[\nc\n\\]", "formulas 2");
    row("an environment", "So\n\\begin{align*}\na &= b\n\\end{align*}\n\n> \\begin{cases}1\\end{cases}", "formulas 2");
    row("none", "a \\begin{align}b\\end{align}\n\\begin{document}x\\end{document}\n\\begin{align}", "");
    row("of both", "$a$\n```mermaid\na\n```\n$b$", "diagrams 1 formulas 2");
    row("prices", "$5 and $6 or $ 7", "");
    row("escaped", R"(\$x$ and \\(y\))", "");
    row("in code", "`$x$` and ``a ` $$y$$``\n\n```sh\necho $a$ $$ $$\n```\n\n    $z$", "");
    row("open", "$a and $$b\n\n$ \\(c \\[d", "");
    row("nothing between", "$$$$ \\(\\)", "");
    row("after an open span of code", "` $x$", "formulas 1");
    row("in a quotation", "> $$\n> x\n> $$\n>\n> $y\n\nz$", "formulas 1");
}

void TestHtmlExport::source_isTold()
{
    QFETCH(QString, text);
    QTEST(rowsOf({{TextBlock{text.toStdString()}}}).second, "losses");
}

void TestHtmlExport::result_bearsItsCallsName()
{
    const ToolUseBlock call{"c", "look", {}, {}};
    const ToolResultBlock answer{"c", {}, "all", {}, false};
    QVERIFY(rowsOf({{call}, {answer}}).first.contains(QStringLiteral("Result of look")));
    QVERIFY(rowsOf({{call, answer}}).first.contains(QStringLiteral("Result of look")));
    QVERIFY(rowsOf({{answer}}).first.contains(QStringLiteral("Result of c")));
    QVERIFY(rowsOf({{ToolResultBlock{}}}).first.contains(QStringLiteral(">Result<")));
}

void TestHtmlExport::hugeText_staysText()
{
    for (const std::string& piece : {std::string(">"), std::string("[a]("), std::string("*a "), std::string("`a"),
                                     std::string("$a\\\\"), std::string("\\(\\[$$`` ")}) {
        std::string text;
        while (text.size() < 60'000) {
            text += piece;
        }
        QVERIFY(faultIn(QString::fromStdString(htmlOf(sessionOf(text)))).isEmpty());
    }
    struct Form
    {
        const char* before;
        const char* lineEnd;
        const char* rule; ///< beneath the first column's head
    };
    for (const Form& form : {Form{"", "\n", "|-"}, Form{"> ", "\n", "|-"}, Form{"", "\r", "|-"}, Form{"", "\r\n", "|-"},
                             Form{"", "\n", "|-\f"}, Form{"", "\n", "|-\v"}}) {
        // Of 60 kB, with two million cells.
        std::string table = form.before + std::string("|a") + std::string(400, '|') + form.lineEnd + form.before;
        table += form.rule;
        for (int column = 1; column < 400; ++column)
            table += "|-";
        for (int row = 0; row < 5'000; ++row)
            table += form.lineEnd + std::string(form.before) + "|x|y|";
        QVERIFY(htmlOf(sessionOf(table)).size() < 3'000'000);
    }
    std::string ordinary = "|a|b|c|\n|-|-|-|\n";
    for (int row = 0; row < 2'000; ++row)
        ordinary += "|x|y|z|\n";
    QVERIFY(htmlOf(sessionOf(ordinary)).find("<td>z</td>") != std::string::npos);
    const std::string html = htmlOf(sessionOf(std::string(1'000'001, 'a') + " *b*"));
    QVERIFY(html.find("a *b*</div></pre>") != std::string::npos);
}

/// A megabyte of characters that each stand for one long address: together they would be gigabytes.
void TestHtmlExport::referencesThatBecomeTooMuch_stayText()
{
    std::string text = "> [a]: https://docs.example/" + std::string(19'000, 'y') + "\n\n";
    while (text.size() < 900'000)
        text += "[a][a][a][a][a][a][a][a]\n";
    const std::string html = htmlOf(sessionOf(text));
    QVERIFY(html.size() < 40 * text.size()); // the session says it in so many places
    QVERIFY(html.find("[a][a][a]") != std::string::npos);
    std::string ordinary =
        "[first][a] and [the second *one*][b]\n\n[a]: https://docs.example/\n[b]: https://b.example/";
    for (int link = 0; link < 2'000; ++link)
        ordinary += "\n\n[link](https://docs.example/" + std::to_string(link) + ")";
    QVERIFY(htmlOf(sessionOf(ordinary)).find("<em>one</em> (https://b.example/)") != std::string::npos);
}

/// A part is a block, which ends its line: only where a line was cut, there is nothing between two of them.
void TestHtmlExport::longText_losesNothingBetweenItsParts()
{
    QString lines;
    for (int i = 0; lines.size() < 100'000; ++i)
        lines += QStringLiteral("line %1 <b>\n").arg(i) + (i % 7 == 0 ? QStringLiteral("\n") : QString());
    const QString oneLine = QStringLiteral("x").repeated(19'999) + QString::fromUtf8("😀").repeated(30'000);
    for (const auto& [text, between] : {std::pair{lines, QStringLiteral("\n")}, std::pair{oneLine, QString()}}) {
        QString html = QString::fromStdString(quarterdeck::formats::html::preformatted(text));
        QVERIFY(html.count(QStringLiteral("class=\"part\"")) >= 4);
        html.replace(QStringLiteral("</div><div class=\"part\">"), between);
        html.remove(QRegularExpression(QStringLiteral("</?(pre|div)[^>]*>\n?")));
        html.replace(QStringLiteral("&lt;"), QStringLiteral("<")).replace(QStringLiteral("&gt;"), QStringLiteral(">"));
        QVERIFY(html == text);
    }
}

namespace {

std::string repeated(const char* part, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += part;
    return text;
}

std::string shownOf(const std::string& markdown)
{
    quarterdeck::formats::html::WrittenOut writtenOut;
    return quarterdeck::formats::html::ofMarkdown(markdown, writtenOut);
}

} // namespace

/// Each family takes cmark-gfm the square of its size: at the size that a message may have, minutes.
void TestHtmlExport::whatWouldTakeLong_staysText_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<int>("few"); ///< of which it is drawn
    const auto row = [](const char* part, int few, const char* before = "") {
        QTest::newRow(QByteArray(before) + part) << QByteArray(before) << QByteArray(part) << few;
    };
    row("![[]()", 1'000);
    row("![[a](b)", 1'000);
    row("![*[]()", 1'000);
    row("![[a]", 1'000, "[a]: b\n\n");
    row("*[]()", 1'000);
    row("**a[b](c)", 1'000);
    row("_[]()", 1'000);
    row("~~[]()", 1'000);
    row("-->*[]()", 1'000);
    row("![[]()\n    >\n", 1'000);
    row("![[]()\n\t>\n", 1'000);
    row("**a []()\n    >\n", 1'000);
    row("> ![[]()\n>      >\n", 1'000);
    row("a<?", 1'000);
    row("a<![CDATA[", 1'000);
    row("a<!A ", 1'000);
    row("> ", 50);
    row(">", 50);
    row("- ", 50);
    row("1. ", 50);
    row("* > ", 20);
}

void TestHtmlExport::whatWouldTakeLong_staysText()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, part);
    QFETCH(int, few);
    const int many = 900'000 / static_cast<int>(part.size());
    const std::string text = before.toStdString() + repeated(part.constData(), many) + "word";
    const std::string shown = shownOf(text);
    QVERIFY2(shown.starts_with("<pre>"), shown.substr(0, 200).c_str());
    const auto withoutEnds = [](QString whole) { return whole.remove(u'\n'); }; // each part ends its own line
    const QString whole = QString::fromStdString(shown).remove(QStringLiteral("</div><div class=\"part\">"));
    QVERIFY(withoutEnds(whole).contains(withoutEnds(QString::fromStdString(text).toHtmlEscaped())));
    const std::string drawn = shownOf(before.toStdString() + repeated(part.constData(), few) + "word");
    QVERIFY2(!drawn.starts_with("<pre>"), drawn.substr(0, 200).c_str());
}

void TestHtmlExport::tablesThatWouldTakeLong_stayRows_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray::fromStdString(text);
    };
    row("many columns", repeated("|a", 18'000) + "|\n" + repeated("|-", 18'000) + "|\n");
    row("a long row", "a|b\n-|-\n" + repeated("|", 400'000));
    row("a long row of escaped bars", "a|b\n-|-\n" + repeated("\\|", 200'000));
    row("a head below a long paragraph", repeated("some words in a line\n", 40'000) + "|x|\n|-|\n|y|\n");
    row("what looks like heads", repeated("|\n|-|\n", 100'000));
    row("in a quotation", repeated("> |\n> |-|\n", 80'000));
    row("heads of a row", repeated("a|", 20'000) + "\n" + repeated("-|-\n", 10'000));
    row("rows that are padded",
        repeated("|a", 2'000) + "|\n" + repeated("|-", 2'000) + "|\n" + repeated("|\n", 20'000));
}

void TestHtmlExport::tablesThatWouldTakeLong_stayRows()
{
    QFETCH(QByteArray, text);
    QVERIFY(quarterdeck::formats::html::makesTooMuchOfTables(text.toStdString()));
    const std::string shown = shownOf(text.toStdString());
    QVERIFY(shown.find("<table") == std::string::npos);
}

void TestHtmlExport::ordinaryTexts_areDrawn_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const std::string& text, const char* shown) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(shown);
    };
    row("a long list of links", repeated("- **Name** of [it](https://a.example/b), and *more*\n", 15'000), "<li>");
    row("badges", repeated("[![a](https://a.example/b.svg)](https://a.example)\n", 2'000), "[a]");
    row("a table", "|a|b|c|\n|-|-|-|\n" + repeated("|**1**|[x](y)|`3`|\n", 3'000), "<td>");
    row("code", "```php\n" + repeated("<?php echo $a[0] * $b; ?>\n", 30'000) + "```\n", "<pre><code");
    row("paragraphs", repeated("Some *words* and a [link](https://a.example).\n\n", 18'000), "<em>");
    row("headings", repeated("A heading\n---\n\nSome words\n", 30'000), "<h2>");
    row("quotations", repeated("> > some words\n>\n", 50'000), "<blockquote>");
}

void TestHtmlExport::ordinaryTexts_areDrawn()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QVERIFY(!quarterdeck::formats::html::makesTooMuchOfInlines(text.toStdString()));
    QVERIFY(QByteArray::fromStdString(shownOf(text.toStdString())).contains(shown));
}

namespace {

/// Bytes that a picture must lose, and those that it must keep.
const std::string secret = "GPS 52.5200 N 13.4050 E";
const std::string colours = "ICC_PROFILE\0"s + "\x01\x01 sRGB"s;

std::string highFirst(std::size_t value, int size)
{
    std::string bytes;
    for (int i = size - 1; i >= 0; --i)
        bytes += static_cast<char>(value >> (8 * i) & 0xFFU);
    return bytes;
}

std::string lowFirst(std::size_t value, int size)
{
    const std::string bytes = highFirst(value, size);
    return {bytes.rbegin(), bytes.rend()};
}

/// Which way up, and where it was taken.
std::string exif(int orientation, bool isHighFirst = true)
{
    const auto number = [&](std::size_t value, int size) {
        return isHighFirst ? highFirst(value, size) : lowFirst(value, size);
    };
    return (isHighFirst ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) + number(0x010F, 2) + number(2, 2)
        + number(secret.size(), 4) + number(38, 4) + number(0x0112, 2) + number(3, 2) + number(1, 4)
        + number(static_cast<std::size_t>(orientation), 2) + number(0, 2) + number(0, 4) + secret;
}

std::string segment(int code, const std::string& content)
{
    return "\xff" + std::string(1, static_cast<char>(code)) + highFirst(content.size() + 2, 2) + content;
}

std::string jpegFrame(int width, int height)
{
    return segment(0xC2,
                   "\x08" + highFirst(static_cast<std::size_t>(height), 2)
                       + highFirst(static_cast<std::size_t>(width), 2) + "\x01\x01\x11\0"s);
}

/// Of two scans, with what cameras and programs put into it.
std::string jpeg(int orientation = 6, bool isHighFirst = true)
{
    const std::string scan = segment(0xDA, "\x01\x01\0\0\x3f\0"s) + "drawn \xff\0 and \xff\xd0 drawn"s;
    return "\xff\xd8" + segment(0xE0, "JFIF\0\x01\x02\0\0\x01\0\x01\0\0"s) + segment(0xE0, "JFXX\0"s + secret)
        + segment(0xE1, "Exif\0\0"s + exif(orientation, isHighFirst))
        + segment(0xE1, "http://ns.adobe.com/xap/1.0/\0"s + secret) + segment(0xE2, colours)
        + segment(0xE2, "MPF\0"s + secret) + segment(0xED, "Photoshop 3.0\0"s + secret)
        + segment(0xEE, "Adobe\0d\0\0\0\0\x01"s) + segment(0xFE, secret) + segment(0xDB, std::string(65, '\x01'))
        + jpegFrame(40, 30) + scan + segment(0xC4, "codes") + scan + "\xff\xff\xd9" + secret;
}

std::string chunk(const char* name, const std::string& content)
{
    return highFirst(content.size(), 4) + name + content + "sums";
}

std::string png(std::size_t width = 40, std::size_t height = 30)
{
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", highFirst(width, 4) + highFirst(height, 4) + "\x08\x06\0\0\0"s)
        + chunk("iCCP", colours) + chunk("eXIf", exif(6)) + chunk("tEXt", "Author\0"s + secret)
        + chunk("iTXt", "XML:com.adobe.xmp\0"s + secret) + chunk("zTXt", secret) + chunk("tIME", secret)
        + chunk("prVt", secret) + chunk("tRNS", "clear") + chunk("acTL", "moves") + chunk("IDAT", "drawn")
        + chunk("fdAT", "drawn again") + chunk("IEND", "") + secret;
}

std::string gif(std::size_t width = 40, std::size_t height = 30)
{
    const auto pieces = [](const std::string& said) {
        return std::string(1, static_cast<char>(said.size())) + said + '\0';
    };
    return "GIF89a" + lowFirst(width, 2) + lowFirst(height, 2) + "\x80\0\0"s + "colors" + "!\xff" + "\x0bNETSCAPE2.0"
        + "\x03\x01\0\0"s + pieces(secret) + "!\xfe" + pieces(secret) + "!\xff" + "\x0bXMP DataXMP" + pieces(secret)
        + "!\xf9\x04\x01\x0a\0\0"s + pieces(secret) + "!\xff" + "\x0bNETSCAPE2.0" + pieces(secret) + "!\x01"
        + pieces(secret) + "," + lowFirst(0, 4) + lowFirst(width, 2) + lowFirst(height, 2) + "\x80" + "others" + "\x08"
        + pieces("drawn") + ";" + secret;
}

std::string riff(const char* name, const std::string& content)
{
    return name + lowFirst(content.size(), 4) + content + std::string(content.size() % 2, '\0');
}

std::string webp(std::size_t width = 40, std::size_t height = 30, int orientation = 6)
{
    const std::string picture =
        riff("VP8L", "\x2f" + lowFirst((width - 1) % 16384 | (height - 1) % 16384 << 14U, 4) + "drawn");
    const std::string frame = std::string(16, '\x02') + riff("ALPH", "clear") + picture + riff("mine", secret);
    const std::string body = riff("VP8X", "\x3e\0\0\0"s + lowFirst(width - 1, 3) + lowFirst(height - 1, 3))
        + riff("ICCP", colours) + riff("ANIM", "moves.") + riff("ANMF", frame) + picture
        + riff("EXIF", "Exif\0\0"s + exif(orientation)) + riff("XMP ", secret) + riff("mine", secret);
    return "RIFF" + lowFirst(body.size() + 4, 4) + "WEBP" + body + secret;
}

quarterdeck::formats::html::PlainPicture plainOf(const std::string& bytes)
{
    return quarterdeck::formats::html::plainPicture(bytes, imageTypeOf(bytes));
}

/// What a page has of it; empty: it is only named.
std::string insideOf(const std::string& bytes)
{
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), bytes));
    static const QRegularExpression picture(QStringLiteral("src=\"data:image/[a-z]+;base64,([^\"]*)\""));
    return QByteArray::fromBase64(picture.match(html).captured(1).toLatin1()).toStdString();
}

} // namespace

void TestHtmlExport::pictures_sayNothingElse_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArrayList>("kept");
    const QByteArray icc = QByteArray::fromStdString(colours);
    const auto row = [](const char* name, const std::string& bytes, const QByteArrayList& kept) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << kept;
    };
    row("JPEG", jpeg(), {icc, "JFIF", "Adobe", "drawn \xff", "codes"});
    row("JPEG in two parts", jpeg() + jpeg(), {icc, "drawn \xff"});
    row("PNG", png(), {icc, "drawn", "drawn again", "moves", "clear", "IEND"});
    row("GIF", gif(), {"NETSCAPE2.0", "drawn", "colors", "others"});
    row("WebP", webp(), {icc, "drawn", "moves.", "clear"});
}

void TestHtmlExport::pictures_sayNothingElse()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArrayList, kept);
    QVERIFY(bytes.contains("GPS"));
    const QByteArray inside = QByteArray::fromStdString(insideOf(bytes.toStdString()));
    QVERIFY(!inside.isEmpty());
    for (const char* gone :
         {"GPS", "Photoshop", "ns.adobe.com", "XMP", "tEXt", "eXIf", "tIME", "MPF", "JFXX", "mine", "prVt"})
        QVERIFY2(!inside.contains(gone), gone);
    for (const QByteArray& one : kept)
        QVERIFY2(inside.contains(one), one.constData());
    QCOMPARE(plainOf(inside.toStdString()).bytes, inside.toStdString()); // nothing more to take out
}

void TestHtmlExport::pictures_keepTheWayUp_data()
{
    QTest::addColumn<int>("orientation");
    QTest::addColumn<bool>("isHighFirst");
    for (int orientation = 0; orientation <= 9; ++orientation) {
        QTest::addRow("%d", orientation) << orientation << true;
        QTest::addRow("%d, the other way round", orientation) << orientation << false;
    }
}

void TestHtmlExport::pictures_keepTheWayUp()
{
    QFETCH(int, orientation);
    QFETCH(bool, isHighFirst);
    const bool isTurned = orientation > 1 && orientation < 9;
    const std::string tiff =
        "MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0"s + static_cast<char>(orientation) + "\0\0\0\0\0\0"s;
    const std::string inside = insideOf(jpeg(orientation, isHighFirst));
    QCOMPARE(inside.find("Exif") != std::string::npos, isTurned);
    QCOMPARE(inside.find("\xff\xe1" + highFirst(tiff.size() + 8, 2) + "Exif\0\0"s + tiff) != std::string::npos,
             isTurned);
    const std::string other = insideOf(webp(40, 30, orientation));
    QCOMPARE(other.find(riff("EXIF", tiff)) != std::string::npos, isTurned);
    QCOMPARE(static_cast<unsigned char>(other.at(20)), isTurned ? 0x3AU : 0x32U); // what its head announces
    QCOMPARE(other.substr(4, 4), lowFirst(other.size() - 8, 4));
}

void TestHtmlExport::pictures_stayAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("JPEG", "\xff\xd8" + jpegFrame(40, 30) + segment(0xDA, "x") + "drawn" + "\xff\xd9");
    row("PNG",
        "\x89PNG\r\n\x1a\n" + chunk("IHDR", highFirst(4, 4) + highFirst(3, 4) + "\x08\x06\0\0\0"s)
            + chunk("IDAT", "drawn") + chunk("IEND", ""));
    row("GIF", "GIF87a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x01x\0;"s);
    row("BMP",
        "BM" + lowFirst(60, 4) + std::string(8, '\0') + lowFirst(40, 4) + lowFirst(2, 4) + lowFirst(2, 4)
            + std::string(34, 'd'));
}

void TestHtmlExport::pictures_stayAsTheyAre()
{
    QFETCH(QByteArray, bytes);
    QCOMPARE(QByteArray::fromStdString(insideOf(bytes.toStdString())), bytes);
}

void TestHtmlExport::largePictures_areNamed_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isInside");
    const auto row = [](const char* name, const std::string& bytes, bool isInside) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << isInside;
    };
    const auto jpegOf = [](int width, int height) {
        return "\xff\xd8" + jpegFrame(width, height) + segment(0xDA, "x") + "d";
    };
    const auto bmpOf = [](std::size_t width, std::size_t height) {
        return "BM" + lowFirst(60, 4) + std::string(8, '\0') + lowFirst(40, 4) + lowFirst(width, 4)
            + lowFirst(height, 4) + std::string(34, 'd');
    };
    row("PNG of 64 million", png(8'000, 8'000), true);
    row("PNG of more", png(8'001, 8'000), false);
    row("PNG of a number without end", png(0xFFFFFFFF, 0xFFFFFFFF), false);
    row("JPEG of 64 million", jpegOf(8'000, 8'000), true);
    row("JPEG of more", jpegOf(65'535, 1'000), false);
    row("GIF of more", gif(65'535, 1'000), false);
    row("WebP of more", webp(16'384, 4'000), false);
    row("BMP of 64 million", bmpOf(8'000, 8'000), true);
    row("BMP of more", bmpOf(8'000, 8'001), false);
    row("BMP from the top down", bmpOf(8'000, 0xFFFFFFFF - 8'001), false);
    row("TIFF, which no browser shows", "II*\0"s + exif(6, false).substr(4), false);
}

void TestHtmlExport::largePictures_areNamed()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, isInside);
    const QString html = QString::fromStdString(htmlOf(sessionOf("a"), bytes.toStdString()));
    QCOMPARE(html.contains(QStringLiteral("<img")), isInside);
    const bool isTold = html.contains(QStringLiteral("<p class=\"tool\">[a] · more than 64 million pixels</p>"));
    QCOMPARE(isTold, !isInside && !bytes.startsWith("II"));
}

/// Wherever it ends, and whatever its numbers say.
void TestHtmlExport::cutPictures_areNoDanger()
{
    for (const std::string& whole : {jpeg(), png(), gif(), webp()}) {
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            const std::string cut = whole.substr(0, size);
            const std::string type = imageTypeOf(whole);
            QVERIFY(quarterdeck::formats::html::plainPicture(cut, type).bytes.size() <= cut.size() + 40);
            std::string other = whole;
            if (size < whole.size())
                other[size] = '\xff';
            const std::string plain = quarterdeck::formats::html::plainPicture(other, type).bytes;
            QVERIFY(plain.size() <= other.size() + 40);
        }
    }
}

QTEST_GUILESS_MAIN(TestHtmlExport)
#include "tst_html_export.moc"
