#include "html_pages.h"
#include "model/conversation/channel.h"
#include "model/conversation/decide/image_paths.h"
#include "model/formats/export/markdown_html.h"
#include "model/formats/export/markdown_work.h"
#include "model/formats/export/session_writer.h"
#include "tests/support/hostile_messages.h"
#include "tests/support/test.h"

#include <QRegularExpression>
#include <QTest>
#include <nlohmann/json.hpp>
#include <set>

namespace tst_html_export {

using namespace quarterdeck::conversation;
using namespace std::string_literals;
using nlohmann::json;
using quarterdeck::test::htmlOf;
using quarterdeck::test::sessionOf;

namespace {

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
    QVERIFY(html.contains(QStringLiteral("The answer was due by ")));
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
    quarterdeck::formats::html::SourceFallbacks writtenOut;
    return quarterdeck::formats::html::htmlFromMarkdown(markdown, writtenOut);
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

} // namespace tst_html_export

QUARTERDECK_TEST(tst_html_export, TestHtmlExport)
#include "tst_html_export.moc"
