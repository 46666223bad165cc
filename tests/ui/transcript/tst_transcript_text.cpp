#include "tests/support/test.h"
#include "ui/transcript/setup_json.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_transcript_text {

using namespace quarterdeck::ui::transcript;

class TestTranscriptText final : public QObject
{
    Q_OBJECT

private slots:
    /// Both tables are written by hand: the page's, so that it can be tested alone, and ours, so that it is translated.
    void words_areThoseOfThePage()
    {
        QFile file(QStringLiteral(WORDS_FILE));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject page = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(!page.isEmpty());
        QStringList differences;
        QJsonObject ours;
        for (const TranscriptWord& word : transcriptWords()) {
            const QString key = QString::fromLatin1(word.key);
            const QString english = QString::fromUtf8(word.english);
            if (ours.contains(key))
                differences << QStringLiteral("%1 stands twice in transcript_words.cpp").arg(key);
            ours.insert(key, english);
            if (!page.contains(key))
                differences << QStringLiteral("%1 is unknown to the page").arg(key);
            else if (page.value(key).toString() != english)
                differences
                    << QStringLiteral("%1: page \"%2\", here \"%3\"").arg(key, page.value(key).toString(), english);
        }
        for (auto one = page.begin(); one != page.end(); ++one) {
            if (!ours.contains(one.key()))
                differences << QStringLiteral("%1 is missing in transcript_words.cpp").arg(one.key());
        }
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
    }
};

} // namespace tst_transcript_text

QUARTERDECK_TEST(tst_transcript_text, TestTranscriptText)
#include "tst_transcript_text.moc"
