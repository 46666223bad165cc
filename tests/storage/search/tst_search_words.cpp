#include "storage/search/search_token.h"
#include "storage/search/text_query.h"
#include "tests/support/test.h"

#include <QTest>
#include <tuple>

namespace tst_search_words {

using namespace quarterdeck;
using namespace quarterdeck::storage::search;

/// How texts become words, and what then matches.
class SearchWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void document_isReadInWords_data();
    static void document_isReadInWords();
    static void query_isReadInPairs();
    static void query_keepsSignsThatAreMeant_data();
    static void query_keepsSignsThatAreMeant();
    static void wordsStandWhereTheyWere();
    static void longData_isCut();
    static void typed_isNeverSyntax_data();
    static void typed_isNeverSyntax();
    static void query_matches_data();
    static void query_matches();
    static void excerpt_showsWhatWasFound_data();
    static void excerpt_showsWhatWasFound();
    static void question_isFoundByItsImages();
};

namespace {

/// "one two|beside": words beside each other are joined by a bar.
QString wordsOf(const QString& text, Purpose purpose)
{
    QString words;
    splitIntoTokens(text.toStdString(), purpose, [&](const SearchToken& word) {
        if (!words.isEmpty())
            words += QLatin1Char(word.isColocated ? '|' : ' ');
        words += QString::fromUtf8(word.text.data(), static_cast<qsizetype>(word.text.size()));
        return true;
    });
    return words;
}

} // namespace

void SearchWordsTest::document_isReadInWords_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("punctuation only") << "-> { } \""
                                      << "";
    QTest::newRow("case") << "Hello WORLD"
                          << "hello world";
    QTest::newRow("signs of names") << "C, C++ F# .NET"
                                    << "c c|c++ f|f# net|.net";
    QTest::newRow("within a name") << "ASP.NET C++11 Ｃ＋＋。"
                                   << "asp net|.net c|c++ 11 c|c++";
    QTest::newRow("signs that are none") << "1.5 ...so x+++ ## y## + . a.5"
                                         << "1 5 so x y a 5";
    QTest::newRow("a name in code") << "send_to(Role2)"
                                    << "send to role2";
    QTest::newRow("accents") << "Café Ångström Übung"
                             << "cafe angstrom ubung";
    QTest::newRow("accent as a mark") << QString::fromUtf8("cafe\xcc\x81") << "cafe";
    QTest::newRow("wide letters") << "ＡＢＣ１"
                                  << "abc1";
    QTest::newRow("Greek, Cyrillic") << "Ωμέγα МИР"
                                     << "ωμεγα мир";
    QTest::newRow("sharp s") << "Straße"
                             << "strasse";
    QTest::newRow("one character") << "写"
                                   << "写";
    QTest::newRow("two") << "写一"
                         << "写一|写|一";
    QTest::newRow("four") << "写一个好"
                          << "写一|写 一个|一 个好|个|好";
    QTest::newRow("beside Latin") << "写一个2048游戏"
                                  << "写一|写 一个|一|个 2048 游戏|游|戏";
    QTest::newRow("comma between") << "写，一"
                                   << "写 一";
    QTest::newRow("Japanese") << "データ"
                              << "デー|デ ータ|ー|タ";
    QTest::newRow("Korean") << "한국"
                            << "한국|한|국";
    QTest::newRow("Korean in parts") << QStringLiteral("한국어 글").normalized(QString::NormalizationForm_D)
                                     << "한국|한 국어|국|어 글";
    QTest::newRow("a Korean syllable and its last part") << QStringLiteral("가\u11a8") << "각";
    QTest::newRow("Korean sounds alone") << "ㅋㅋ"
                                         << "ㅋㅋ|ㅋ|ㅋ";
    QTest::newRow("kana in parts") << QStringLiteral("がぱア").normalized(QString::NormalizationForm_D)
                                   << "がぱ|が ぱア|ぱ|ア";
    QTest::newRow("a mark that makes no other sound") << QStringLiteral("あ\u3099い") << "あい|あ|い";
    QTest::newRow("narrow kana") << "ﾃﾞｰﾀ ﾊﾟ"
                                 << "デー|デ ータ|ー|タ パ";
    QTest::newRow("for compatibility") << QStringLiteral("\uf900字") << QStringLiteral("\u8c48字|\u8c48|字");
    QTest::newRow("one drawing of a character")
        << QStringLiteral("葛\U000e0100城の﨑\ufe00") << "葛城|葛 城の|城 の﨑|の|﨑";
    QTest::newRow("Thai, whose vowels are marks, too") << "ดีมาก"
                                                       << "ดี|ด ีม|ี มา|ม าก|า|ก";
    QTest::newRow("Lao, Khmer and Burmese") << "ລາ កា မာ"
                                            << "ລາ|ລ|າ កា|ក|ា မာ|မ|ာ";
    QTest::newRow("a break that is not seen") << QStringLiteral("កា\u200bមា\u200b k") << "កា|ក ាម|ា មា|ម|ា k";
    QTest::newRow("Indian vowels are letters") << "काम की க கல் காலை"
                                               << "काम की க கல் காலை";
    QTest::newRow("Indian vowels in parts")
        << QStringLiteral("\u0995\u09c7\u09be \u0ba4\u0bc6\u0bbe \u0dad\u0dd9\u0dcf\u0dca")
        << QStringLiteral("\u0995\u09cb \u0ba4\u0bca \u0dad\u0ddd");
    QTest::newRow("a dot that is left out") << QStringLiteral("\u0958लम क\u093cलम") << "कलम कलम";
    QTest::newRow("a dot that makes a letter")
        << QStringLiteral("\u09dc ড\u09bc \u09df") << QStringLiteral("ড\u09bc ড\u09bc য\u09bc");
    QTest::newRow("Tibetan vowels and letters below") << QStringLiteral("བོད་སྐད") << QStringLiteral("བོད སྐད");
    QTest::newRow("points and accents") << "שָׁלוֹם مُحَمَّد Ελλάδα и\u0306"
                                        << "שלום محمد ελλαδα и";
    QTest::newRow("what is not seen within a word")
        << QStringLiteral("Zu\u00adsam\u200bmen\u2060ar\ufeffbeit, soft\u200d\u200c\u00adware\u00ad f\ufe0fine")
        << "zusammenarbeit software fine";
    QTest::newRow("joiners") << QStringLiteral("می\u200cخواهم क्\u200dष") << QStringLiteral("میخواهم क्ष");
    QTest::newRow("what is not seen between scripts") << QStringLiteral("a\u200b写\u00ad一\u200bb") << "a 写一|写|一 b";
    QTest::newRow("a Burmese letter in parts") << QStringLiteral("\u1025\u102eး") << QStringLiteral("\u1026း|\u1026|း");
    QTest::newRow("emoji") << "ok🎉🎉 done"
                           << "ok 🎉 🎉 done";
    QTest::newRow("a terminal's colours") << "\x1b[1;31mFAILED\x1b[0m te\x1b[4mst\x1b[24m"
                                          << "failed test";
    QTest::newRow("moves of a terminal's cursor") << "50%\x1b[2K\x1b[1Gdone\x1b[3Cnow"
                                                  << "50 done now";
    QTest::newRow("no terminal's code") << "\x1b[31 \u0416 \x1b] a\x1b["
                                        << "31 ж a";
    QTest::newRow("Chinese in colours") << QStringLiteral("\x1b[32m写\x1b[0m一") << "写一|写|一";
}

void SearchWordsTest::document_isReadInWords()
{
    QFETCH(QString, text);
    QFETCH(QString, words);
    QCOMPARE(wordsOf(text, Purpose::Document), words);
}

void SearchWordsTest::query_isReadInPairs()
{
    QCOMPARE(wordsOf(QStringLiteral("写一个2048"), Purpose::Query), QStringLiteral("写一 一个 2048"));
    QCOMPARE(wordsOf(QStringLiteral("写"), Purpose::Query), QStringLiteral("写"));
}

void SearchWordsTest::query_keepsSignsThatAreMeant_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("words");
    QTest::newRow("C++") << "C++"
                         << "c++";
    QTest::newRow("as far as it is typed") << "C+"
                                           << "c+";
    QTest::newRow("C++11") << "C++11"
                           << "c++ 11";
    QTest::newRow("C# before Chinese") << "C#写"
                                       << "c# 写";
    QTest::newRow(".NET") << "the .NET"
                          << "the .net";
    QTest::newRow("a name of a file") << "notes.txt"
                                      << "notes txt";
    QTest::newRow("a sum") << "a+b"
                           << "a b";
    QTest::newRow("a place in a page") << "page#place"
                                       << "page place";
    QTest::newRow("at the begin and the end") << "+a. #b?"
                                              << "a b";
}

void SearchWordsTest::query_keepsSignsThatAreMeant()
{
    QFETCH(QString, typed);
    QFETCH(QString, words);
    QCOMPARE(wordsOf(typed, Purpose::Query), words);
}

void SearchWordsTest::wordsStandWhereTheyWere()
{
    const std::string text = "\xff\xc3 é \xe5\x86\x99\xe4"; // with bytes that are no UTF-8
    QStringList places;
    splitIntoTokens(text, Purpose::Document, [&](const SearchToken& word) {
        places << QStringLiteral("%1-%2").arg(word.begin).arg(word.end);
        return true;
    });
    QCOMPARE(places.join(QLatin1Char(' ')), QStringLiteral("3-5 6-9"));
}

void SearchWordsTest::longData_isCut()
{
    const QString data(1000, QLatin1Char('A'));
    QCOMPARE(wordsOf(data, Purpose::Document), QString(64, QLatin1Char('a')));
    int words = 0;
    splitIntoTokens("one two three", Purpose::Document, [&](const SearchToken&) { return ++words < 2; });
    QCOMPARE(words, 2);
}

void SearchWordsTest::typed_isNeverSyntax_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("phrases"); // a star at the end: may go on
    QTest::newRow("nothing") << "  " << QStringList{};
    QTest::newRow("words") << "deploy now" << QStringList{"deploy*", "now*"};
    QTest::newRow("a phrase") << "\"deploy now\" please" << QStringList{"deploy now", "please*"};
    QTest::newRow("a mark without partner") << "say \"deploy n" << QStringList{"say*", "deploy n*"};
    QTest::newRow("curly") << "“deploy now”" << QStringList{"deploy now"};
    QTest::newRow("corners") << "「写一个」好" << QStringList{"写一个", "好*"};
    QTest::newRow("empty quotes") << "\"\" a" << QStringList{"a*"};
    QTest::newRow("operators") << "a OR NOT b* NEAR(c)" << QStringList{"a*", "OR*", "NOT*", "b**", "NEAR(c)*"};
    QTest::newRow("wide space") << QString(QStringLiteral("a") + QChar(0x3000) + QStringLiteral("b"))
                                << QStringList{"a*", "b*"};
}

void SearchWordsTest::typed_isNeverSyntax()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, phrases);
    QStringList read;
    for (const session::SearchPhrase& phrase : session::searchPhrases(typed.toStdString()))
        read << QString::fromStdString(phrase.text) + (phrase.isPrefix ? QStringLiteral("*") : QString());
    QCOMPARE(read, phrases);
}

void SearchWordsTest::query_matches_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("document");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("a word") << "board"
                            << "a 4x4 Board." << true;
    QTest::newRow("its beginning") << "boa"
                                   << "a 4x4 Board." << true;
    QTest::newRow("its end") << "oard"
                             << "a 4x4 Board." << false;
    QTest::newRow("all words are wanted") << "board red"
                                          << "a blue board" << false;
    QTest::newRow("in any order") << "red board"
                                  << "a board, red" << true;
    QTest::newRow("a phrase keeps its order") << "\"red board\""
                                              << "a board, red" << false;
    QTest::newRow("a phrase over marks") << "\"red board\""
                                         << "RED - board" << true;
    QTest::newRow("a phrase is no beginning") << "\"red boa\""
                                              << "red board" << false;
    QTest::newRow("one character") << "个"
                                   << "写一个2048" << true;
    QTest::newRow("two characters") << "一个"
                                    << "写一个2048" << true;
    QTest::newRow("in another order") << "个一"
                                      << "写一个2048" << false;
    QTest::newRow("Chinese, then digits") << "一个2048"
                                          << "写一个2048的游戏" << true;
    QTest::newRow("the last character, then digits") << "个2048"
                                                     << "写一个2048的游戏" << true;
    QTest::newRow("two that do not touch") << "写个"
                                           << "写一个" << false;
    QTest::newRow("kana in parts") << "が" << QStringLiteral("がか").normalized(QString::NormalizationForm_D) << true;
    QTest::newRow("parts in kana") << QStringLiteral("がか").normalized(QString::NormalizationForm_D) << "がか" << true;
    QTest::newRow("another sound") << "か" << QStringLiteral("が").normalized(QString::NormalizationForm_D) << false;
    QTest::newRow("Korean in parts") << "한국" << QStringLiteral("한국").normalized(QString::NormalizationForm_D)
                                     << true;
    QTest::newRow("narrow kana") << "データ"
                                 << "ﾃﾞｰﾀを消す" << true;
    QTest::newRow("Thai within a run") << "ประชุม"
                                       << "เราจะประชุมกันพรุ่งนี้" << true;
    QTest::newRow("Thai, then Latin") << "ใช้Python"
                                      << "ต้องใช้Pythonครับ" << true;
    QTest::newRow("another Thai vowel") << "ดี"
                                        << "ดูดา" << false;
    QTest::newRow("Lao within a run") << "ປະຊຸມ"
                                      << "ພວກເຮົາຈະປະຊຸມມື້ອື່ນ" << true;
    QTest::newRow("Khmer over a break") << "ប្រជុំថ្ងៃ" << QStringLiteral("យើងប្រជុំ\u200bថ្ងៃស្អែក") << true;
    QTest::newRow("Burmese within a run") << "အစည်းအဝေး"
                                          << "မနက်ဖြန်အစည်းအဝေးရှိတယ်" << true;
    QTest::newRow("accents") << "cafe"
                             << "Café" << true;
    QTest::newRow("another Indian vowel") << "कम"
                                          << "काम" << false;
    QTest::newRow("an Indian vowel, then anything") << "की"
                                                    << "कमल का" << false;
    QTest::newRow("the same Indian word") << "की"
                                          << "उस की बात" << true;
    QTest::newRow("an Indian word goes on") << "क"
                                            << "काम" << true;
    QTest::newRow("a Tamil word of other vowels") << "\"காலை\""
                                                  << "கல்" << false;
    for (const auto& [name, whole, parts] :
         {std::tuple{"a Bengali vowel", "\u0995\u09cb", "\u0995\u09c7\u09be"},
          std::tuple{"a Hindi dot", "\u0958लम", "\u0915\u093cलम"}, std::tuple{"no Hindi dot", "\u0958लम", "कलम"},
          std::tuple{"a joiner", "क्\u200dष", "क्ष"}, std::tuple{"a Persian joiner", "می\u200cخواهم", "میخواهم"},
          std::tuple{"soft hyphens", "Zu\u00adsammen\u00adarbeit", "Zusammenarbeit"},
          std::tuple{"a soft hyphen", "soft\u00adware", "software"},
          std::tuple{"a break", "get\u200bElement", "getElement"}, std::tuple{"a word joiner", "a\u2060b", "ab"},
          std::tuple{"a byte order mark", "a\ufeffb", "ab"}, std::tuple{"a selector", "a\ufe0eb", "ab"},
          std::tuple{"a break in Thai", "ประ\u200cชุม", "ประชุม"}}) {
        const auto quoted = [](const char* word) { return u'"' + QString::fromUtf8(word) + u'"'; };
        QTest::addRow("%s: typed without", name) << quoted(parts) << QString::fromUtf8(whole) << true;
        QTest::addRow("%s: typed with", name) << quoted(whole) << QString::fromUtf8(parts) << true;
    }
    QTest::newRow("an emoji") << "🎉"
                              << "done 🎉" << true;
    QTest::newRow("C++") << "C++"
                         << "in C++17 or C" << true;
    QTest::newRow("C++ is not C") << "C++"
                                  << "C# or C" << false;
    QTest::newRow("C in C++") << "C"
                              << "in C++" << true;
    QTest::newRow("C+ on the way to C++") << "C+"
                                          << "in C++" << true;
    QTest::newRow("F#") << "F#"
                        << "the key F" << false;
    QTest::newRow(".NET") << ".net"
                          << "ASP.NET" << true;
    QTest::newRow(".NET is not the net") << ".NET"
                                         << "the net" << false;
    QTest::newRow("a phrase with signs") << "\"C++ and .NET\""
                                         << "learn C++ and .NET" << true;
    QTest::newRow("nothing to look for") << "->"
                                         << "a -> b" << false;
    QTest::newRow("empty") << ""
                           << "anything" << false;
}

void SearchWordsTest::query_matches()
{
    QFETCH(QString, typed);
    QFETCH(QString, document);
    QFETCH(bool, isFound);
    const TextQuery query(session::searchPhrases(typed.toStdString()));
    Document said;
    said.add(Part::Text, document.toStdString());
    QCOMPARE(query.matches(said), isFound);
}

void SearchWordsTest::excerpt_showsWhatWasFound_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line"); // with what is marked in brackets
    QTest::newRow("short") << "plan"
                           << "The Plan stands"
                           << "The [Plan] stands";
    QTest::newRow("prefix") << "pl"
                            << "The plan"
                            << "The [plan]";
    QTest::newRow("phrase") << "\"the plan\""
                            << "so the\n plan is the plan"
                            << "so [the plan] is [the plan]";
    QTest::newRow("two that overlap") << "\"a b\" \"b c\""
                                      << "a b c"
                                      << "[a b c]";
    QTest::newRow("Chinese") << QStringLiteral("游戏") << QStringLiteral("写一个游戏吧")
                             << QStringLiteral("写一个[游戏]吧");
    QTest::newRow("one character") << QStringLiteral("戏") << QStringLiteral("游戏机戏")
                                   << QStringLiteral("游[戏]机[戏]");
    QTest::newRow("narrow kana") << "データ" << QStringLiteral("このﾃﾞｰﾀを") << QStringLiteral("この[ﾃﾞｰﾀ]を");
    QTest::newRow("signs") << "c# .net"
                           << "C, C# and ASP.NET"
                           << "C, [C#] and ASP[.NET]";
    QTest::newRow("accents") << "cafe" << QStringLiteral("un café noir") << QStringLiteral("un [café] noir");
    QTest::newRow("soft hyphens") << "zusammenarbeit" << QStringLiteral("die Zu\u00adsammen\u00adarbeit\u00ad so")
                                  << QStringLiteral("die [Zu\u00adsammen\u00adarbeit]\u00ad so");
    QTest::newRow("Indian vowels") << "\"कम\"" << QStringLiteral("काम कम") << QStringLiteral("काम [कम]");
    QTest::newRow("an Indian vowel in parts")
        << QStringLiteral("\u0995\u09cb") << QStringLiteral("ক \u0995\u09c7\u09be")
        << QStringLiteral("ক [\u0995\u09c7\u09be]");
    QTest::newRow("blanks") << "b"
                            << "\n\t a \r\n\u0007 b\n"
                            << "a [b]";
    QTest::newRow("a terminal's colours") << "failed"
                                          << "1 \x1b[31mFAI\x1b[1mLED\x1b[0m\x1b[5Cin 2 s"
                                          << "1 [FAILED] in 2 s";
    QTest::newRow("nothing to mark") << ""
                                     << "  all of it "
                                     << "all of it";
    QTest::newRow("deep") << "needle" << QStringLiteral("hay ").repeated(1000) + QStringLiteral("needle end")
                          << QStringLiteral("…") + QStringLiteral("hay ").repeated(11) + QStringLiteral("[needle] end");
    QTest::newRow("goes on") << "needle" << QStringLiteral("needle ") + QStringLiteral("hay ").repeated(1000)
                             << QStringLiteral("[needle] ") + QStringLiteral("hay ").repeated(58)
            + QStringLiteral("h…");
    QTest::newRow("no blank") << "needle" << QStringLiteral("…").repeated(100) + QStringLiteral("needle")
                              << QStringLiteral("…").repeated(17) + QStringLiteral("[needle]");
}

void SearchWordsTest::excerpt_showsWhatWasFound()
{
    QFETCH(QString, typed);
    QFETCH(QString, text);
    QFETCH(QString, line);
    const TextQuery query(session::searchPhrases(typed.toStdString()));
    Excerpt excerpt = excerptOf(text.toStdString(), query);
    for (auto mark = excerpt.marks.rbegin(); mark != excerpt.marks.rend(); ++mark) {
        excerpt.line.insert(mark->end, "]");
        excerpt.line.insert(mark->begin, "[");
    }
    QCOMPARE(QString::fromStdString(excerpt.line), line);
}

void SearchWordsTest::question_isFoundByItsImages()
{
    conversation::QuestionAsked asked;
    asked.question.text = "Which of them?";
    QVERIFY(!isOf(documentOf(asked, {}), session::SearchKind::Image));
    conversation::MediaBlock image;
    image.source.name = "chart.png";
    asked.question.images = {image};
    const Document document = documentOf(asked, {});
    QVERIFY(isOf(document, session::SearchKind::Image) && isOf(document, session::SearchKind::Question));
    QVERIFY(TextQuery(session::searchTerms("has:image chart")).matches(document));
}

} // namespace tst_search_words

QUARTERDECK_TEST(tst_search_words, SearchWordsTest)
#include "tst_search_words.moc"
