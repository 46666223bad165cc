#include "model/formats/session_reader.h"
#include "model/transfer/import/import_source.h"
#include "tests/support/test.h"

#include <QTemporaryDir>
#include <QTest>
#include <memory>

namespace tst_progress_source {

using namespace quarterdeck;
using namespace quarterdeck::transfer;

class Counting final : public formats::SessionSink
{
public:
    std::int64_t messages = 0;
    void beginSession(formats::SessionStarted, std::vector<formats::Role>, Timestamp) override { }
    void acceptRole(formats::Role, Timestamp) override { }
    void acceptMessage(formats::RecordedMessage) override { ++messages; }
    void acceptUsage(conversation::Usage, Timestamp) override { }
    void beginLog() override { }
    void acceptEvent(formats::Event) override { }
    void acceptAttachment(formats::RecordedAttachment) override { }
    void endSession() override { }
    void reportProblem(formats::ImportProblem) override { }
    [[nodiscard]] bool isStopped() const override { return false; }
};

constexpr int messagesInFile = 40'000;

/// A document of one object is traversed before its first message is found: that is reported, and can be cancelled.
class TestProgressSource final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void readingWithoutMessages_isTold();
    void readingWithoutMessages_canBeCancelled();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<FileSource> m_source;
    Counting m_sink;
};

void TestProgressSource::initTestCase()
{
    QFile file(m_folder.filePath(QStringLiteral("talk.json")));
    const QByteArray message = R"({"role": "user", "content": ")" + QByteArray(100, 'x') + "\"}";
    QByteArray list = message;
    for (int i = 1; i < messagesInFile; ++i)
        list += "," + message;
    const QByteArray document = R"({"messages": [)" + list + R"(], "id": 1})";
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(document) == document.size());
}

void TestProgressSource::init()
{
    auto source = FileSource::open({m_folder.filePath(QStringLiteral("talk.json")).toStdString(), {}});
    QVERIFY(source);
    m_source = std::move(*source);
    m_sink.messages = 0;
}

void TestProgressSource::readingWithoutMessages_isTold()
{
    std::int64_t readBefore = 0; // of the file, before there is a message
    ProgressSource told(*m_source, [&] {
        readBefore = m_sink.messages == 0 ? std::max(readBefore, m_source->bytesRead()) : readBefore;
        return true;
    });
    QVERIFY(formats::ReaderRegistry::standard().read(told, m_sink));
    QCOMPARE(m_sink.messages, messagesInFile);
    QCOMPARE(readBefore, m_source->size());
}

void TestProgressSource::readingWithoutMessages_canBeCancelled()
{
    ProgressSource told(*m_source, [&] { return m_source->bytesRead() < m_source->size() / 2; });
    const auto kind = formats::ReaderRegistry::standard().read(told, m_sink);
    QVERIFY(!kind);
    QVERIFY(kind.error().code == conversation::ErrorCode::Cancelled);
    QCOMPARE(m_sink.messages, 0);
}

} // namespace tst_progress_source

QUARTERDECK_TEST(tst_progress_source, TestProgressSource)
#include "tst_progress_source.moc"
