#include "translation_file.h"

#include <QDirIterator>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include <algorithm>

using namespace quarterdeck::test;

namespace {

const QString sourceRoot = QStringLiteral(QUARTERDECK_SOURCE);
const QStringList sourceFolders{"app", "ui", "model", "storage"};

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString fileOf(const QString& language)
{
    return sourceRoot + QStringLiteral("/resources/translations/quarterdeck_%1.ts").arg(language);
}

/// The texts of `language` after collecting those of `folders` anew into a copy of its file: a text that nobody has
/// translated is unfinished there.
QList<TranslatedText> collected(const QString& language, const QStringList& folders)
{
    const QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.ts"));
    if (!QFile::copy(fileOf(language), copy) || !QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner))
        return {};
    QStringList arguments{"-silent", "-locations", "none", "-no-obsolete", "-extensions", "cpp,h"};
    arguments << QStringLiteral("-I") << sourceRoot;
    if (language == QStringLiteral("en"))
        arguments << QStringLiteral("-pluralonly");
    QProcess lupdate;
    lupdate.start(QStringLiteral(QUARTERDECK_LUPDATE), arguments + folders + QStringList{"-ts", copy});
    if (!lupdate.waitForFinished(100'000) || lupdate.exitCode() != 0)
        return {};
    return textsOf(contentOf(copy));
}

QStringList folders()
{
    QStringList paths;
    for (const QString& folder : sourceFolders)
        paths << sourceRoot + u'/' + folder;
    return paths;
}

/// The context and the text of each translate() with one literal, a line break between them.
QStringList calledWith(const QByteArray& code)
{
    static const QRegularExpression call(
        QStringLiteral(R"re(\btranslate\(\s*"(\w+)",\s*"((?:[^"\\]|\\.)*)"\s*[,)])re"));
    QStringList texts;
    for (auto matches = call.globalMatch(QString::fromUtf8(code)); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        QString text = match.captured(2);
        text.replace(QStringLiteral("\\n"), QStringLiteral("\n")).replace(QStringLiteral("\\\""), QStringLiteral("\""));
        texts << match.captured(1) + u'\n' + text;
    }
    return texts;
}

QStringList faultsOfAll(const QList<TranslatedText>& texts)
{
    QStringList faults;
    for (const TranslatedText& text : texts)
        faults << faultsOf(text);
    return faults;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void everyTextIsTranslated_data();
    void everyTextIsTranslated();
    void everyTextIsCollected();
    void newTextIsFound();
    void faultIsFound_data();
    void faultIsFound();
    void contextIsTheOneOfTheProgram();
    void languageIsInTheProgram_data();
    void languageIsInTheProgram();
};

void TestTranslations::everyTextIsTranslated_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("least");
    QTest::newRow("en") << "en" << 5;
    QTest::newRow("zh_CN") << "zh_CN" << 300;
}

void TestTranslations::everyTextIsTranslated()
{
    QFETCH(QString, language);
    QFETCH(int, least);
    const QList<TranslatedText> texts = collected(language, folders());
    QVERIFY2(texts.size() >= least, "texts were not collected");
    const QStringList faults = faultsOfAll(texts);
    QVERIFY2(faults.isEmpty(), qPrintable(QStringLiteral("%1 faults\n").arg(faults.size()) + faults.join(u'\n')));
}

/// lupdate overlooks some calls without a word, such as one with a cast for its number.
void TestTranslations::everyTextIsCollected()
{
    QSet<QString> known;
    for (const TranslatedText& text : textsOf(contentOf(fileOf(QStringLiteral("zh_CN")))))
        known.insert(text.context + u'\n' + text.source);
    QStringList missing;
    for (const QString& folder : folders()) {
        QDirIterator files(folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            for (const QString& text : calledWith(contentOf(files.next())))
                if (!known.contains(text))
                    missing << files.filePath() + u' ' + text;
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

void TestTranslations::newTextIsFound()
{
    const QTemporaryDir folder;
    QFile source(folder.filePath(QStringLiteral("a.cpp")));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write(
        "QString a() { return QCoreApplication::translate(\"Somewhere\", \"A text that nobody has read\"); }\n"
        "QString b(int n) { return QCoreApplication::translate(\"Somewhere\", \"%n text(s)\", nullptr, n); }\n");
    source.close();
    QCOMPARE(faultsOfAll(collected(QStringLiteral("zh_CN"), {folder.path()})).size(), 2);
    QCOMPARE(faultsOfAll(collected(QStringLiteral("en"), {folder.path()})).size(), 1);
}

void TestTranslations::faultIsFound_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("forms");
    QTest::addColumn<int>("faults");
    const auto row = [](const char* name, const char* source, const QStringList& forms, int faults) {
        QTest::newRow(name) << QString::fromUtf8(source) << forms << faults;
    };
    row("right", "%1 asks %2", {"%2 <- %1"}, 0);
    row("empty", "Send", {" "}, 1);
    row("placeholder lost", "%1 asks %2", {"%1"}, 1);
    row("placeholder added", "%1 asks", {"%1 %2"}, 1);
    row("another placeholder", "%1 asks", {"%2"}, 1);
    row("named twice", "%1 asks %2", {"%1 %2 %1"}, 0);
    row("number lost", "%n message(s)", {"messages"}, 1);
    row("number left out of one of several", "%n message(s)", {"one message", "%Ln messages"}, 0);
    row("number left out of the second", "%n message(s)", {"%Ln message", "messages"}, 1);
    row("number without a mark between thousands", "%n message(s)", {"%Ln message", "%n messages"}, 1);
    row("accelerator", "&Quit", {"退出(&Q)"}, 0);
    row("accelerator lost", "&Quit", {"退出"}, 1);
    row("accelerator doubled", "&Quit", {"&退出(&Q)"}, 1);
    row("accelerator added", "Quit", {"退出(&Q)"}, 1);
    row("accelerator that cannot be typed", "&Quit", {"&退出"}, 1);
    row("ampersand that is none", "You && me", {"你 && 我"}, 0);
}

void TestTranslations::faultIsFound()
{
    QFETCH(QString, source);
    QFETCH(QStringList, forms);
    QFETCH(int, faults);
    TranslatedText text{QStringLiteral("Somewhere"), source, {}, forms.size() > 1, true, forms};
    QCOMPARE(faultsOf(text).size(), faults);
    text.isFinished = false;
    QCOMPARE(faultsOf(text).size(), 1);
}

/// The collector reads C++ roughly: it may file a text under another context than the one in which the program looks it
/// up, where it is never found. A context is either declared (Q_DECLARE_TR_FUNCTIONS), or named at the text, or the
/// whole name of a QObject.
void TestTranslations::contextIsTheOneOfTheProgram()
{
    QSet<QString> collectedOnes;
    for (const TranslatedText& text : collected(QStringLiteral("zh_CN"), folders()))
        collectedOnes.insert(text.context);
    QSet<QString> inProgram;
    static const QRegularExpression declared(QStringLiteral("Q_DECLARE_TR_FUNCTIONS\\(([\\w:]+)\\)"));
    static const QRegularExpression named(
        QStringLiteral("(?:\\btranslate|QT_TRANSLATE_NOOP3?|QT_TRANSLATE_N_NOOP3?)\\(\\s*\"([\\w:]+)\""));
    static const QRegularExpression object(QStringLiteral("\\n(?:class|struct) ([\\w:]+)[^;{]*\\{\\s*Q_OBJECT"));
    static const QRegularExpression space(QStringLiteral("\\nnamespace ([\\w:]+)"));
    const auto addAll = [&inProgram](const QString& text, const QRegularExpression& pattern, const QString& before) {
        for (auto matches = pattern.globalMatch(text); matches.hasNext();)
            inProgram.insert(before + matches.next().captured(1));
    };
    for (const QString& folder : folders()) {
        QDirIterator files(folder, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString text = QString::fromUtf8(contentOf(files.next()));
            addAll(text, declared, {});
            addAll(text, named, {});
            // Private classes in other classes and several namespaces in a file do not occur with texts.
            for (auto spaces = space.globalMatch(text); spaces.hasNext();)
                addAll(text, object, spaces.next().captured(1) + QStringLiteral("::"));
        }
    }
    for (const QString& context : std::as_const(collectedOnes))
        QVERIFY2(inProgram.contains(context), qPrintable(context + QStringLiteral(" is no context of the program")));
    QVERIFY(collectedOnes.size() > 10);
}

void TestTranslations::languageIsInTheProgram_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("one");
    QTest::addColumn<QString>("many");
    QTest::newRow("en") << "en"
                        << "1 message"
                        << "1,904 messages";
    QTest::newRow("zh_CN") << "zh_CN"
                           << "1 条消息"
                           << "1,904 条消息";
}

void TestTranslations::languageIsInTheProgram()
{
    QFETCH(QString, language);
    QLocale::setDefault(QLocale(language)); // as the program does
    QTranslator translator;
    QVERIFY(translator.load(QStringLiteral(":/i18n/quarterdeck_") + language));
    QCoreApplication::installTranslator(&translator);
    const auto messages = [](int n) { return QCoreApplication::translate("Sessions", "%n message(s)", nullptr, n); };
    QTEST(messages(1), "one");
    QTEST(messages(1904), "many");
}

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
