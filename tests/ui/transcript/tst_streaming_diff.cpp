#include "tests/support/test.h"
#include "ui/transcript/page_feed.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_streaming_diff {

using namespace quarterdeck;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

session::StreamingMessage draftOf(std::string text)
{
    session::StreamingMessage draft;
    draft.id = "d";
    draft.text = std::move(text);
    return draft;
}

} // namespace

class TestStreamingDiff final : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatIsNew_isSent()
    {
        StreamingDiff sent;
        QVERIFY(sent.tell(draftOf("One"), true)["text"] == "One");
        const json second = sent.tell(draftOf("One two"), true);
        QVERIFY(second["add"] == " two");
        QVERIFY(!second.contains("text"));
        QVERIFY(sent.tell(draftOf("Once"), true)["text"] == "Once");
        sent.clear();
        QVERIFY(sent.tell(draftOf("Once more"), true)["text"] == "Once more");
    }

    void halfCharacter_isFollowedByAllOfIt()
    {
        StreamingDiff sent;
        (void)sent.tell(draftOf("a\xe5\xa5"), true);
        QVERIFY(sent.tell(draftOf("a\xe5\xa5\xbd"), true)["text"] == "a\xe5\xa5\xbd");
    }

    void finished_orGone()
    {
        StreamingDiff sent;
        (void)sent.tell(draftOf("One"), true);
        session::StreamingMessage draft = draftOf("");
        draft.isDone = true;
        const json finished = sent.tell(draft, true);
        QVERIFY(finished["done"] == true);
        QVERIFY(!finished.contains("gone") && !finished.contains("text"));
        const json gone = sent.tell(draftOf("One"), false);
        QVERIFY(gone["done"] == true);
        QVERIFY(gone["gone"] == true);
        QVERIFY(sent.tell(draftOf("One two"), true)["text"] == "One two"); // from the beginning again
    }

    /// However long a reply gets.
    void beginning_isAllThatIsSent()
    {
        StreamingDiff sent;
        std::string text(StreamingDiff::longest - 1, 'x');
        text += "\xe4\xbd\xa0"; // you
        const std::string whole(StreamingDiff::longest - 1, 'x');
        QVERIFY(sent.tell(draftOf(text), true)["text"] == whole);
        QVERIFY(sent.tell(draftOf(text + text), true)["add"] == "");
    }
};

} // namespace tst_streaming_diff

QUARTERDECK_TEST(tst_streaming_diff, TestStreamingDiff)
#include "tst_streaming_diff.moc"
