#include "ui/transcript/transcript_bridge.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace quarterdeck::ui::transcript {

namespace {

template <typename Value, std::size_t count>
std::optional<Value> find(const BridgeWords<Value, count>& table, const QString& word)
{
    for (const auto& [name, value] : table) {
        if (name == word)
            return value;
    }
    return std::nullopt;
}

/// Whole numbers arrive as doubles, exact up to 2^53.
std::optional<conversation::EventSeq> seqOf(double number)
{
    constexpr double mostExact = 9007199254740992.0;
    if (!(number >= 1.0 && number <= mostExact) || std::floor(number) != number)
        return std::nullopt;
    return conversation::EventSeq{static_cast<std::int64_t>(number)};
}

bool isKey(const QString& text)
{
    constexpr qsizetype length = 64;
    return text.size() == length && std::all_of(text.begin(), text.end(), [](QChar c) {
               return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f');
           });
}

/// Lanes in ascending order from the left, within what a rail may be.
std::optional<theme::RailLanes> railOf(const QVariantList& lanes, const QVariantList& middles, double width)
{
    constexpr double widest = 1'000;
    constexpr int mostMembers = 1'000'000;
    if (lanes.size() != middles.size() || lanes.size() > static_cast<qsizetype>(theme::RailLanes::most)
        || !(width >= 0 && width <= widest))
        return std::nullopt;
    theme::RailLanes rail{{}, width};
    int lastLane = 0;
    double lastMiddle = 0;
    for (qsizetype index = 0; index < lanes.size(); ++index) {
        const double lane = lanes[index].toDouble();
        const double middle = middles[index].toDouble();
        const bool isInPlace = index > 0 ? lane > lastLane : lane == 0; // the person's is the first
        const bool isOthers = lane == theme::RailLanes::others && index > 0 && index + 1 == lanes.size();
        if (!(middle > lastMiddle && middle <= width) || !(isOthers || (isInPlace && lane <= mostMembers)))
            return std::nullopt;
        lastLane = static_cast<int>(lane);
        lastMiddle = middle;
        rail.lanes.push_back({lastLane, middle});
    }
    return rail;
}

bool isFilled(const QString& text, qsizetype longest) { return !text.isEmpty() && text.size() <= longest; }

} // namespace

TranscriptBridge::TranscriptBridge(PageListener& listener, QObject* parent) : QObject(parent), m_listener(listener) { }

void TranscriptBridge::ready() { m_listener.onReady(); }

void TranscriptBridge::requestRows(int generation, int request, int first, int count)
{
    if (first >= 0 && count > 0 && count <= maxRowsPerRequest)
        m_listener.onRowsRequested(generation, request, first, count);
}

void TranscriptBridge::visibleRange(int generation, int first, int last, bool atEnd, int above, int below)
{
    static constexpr double whole = 1000;
    if (first < 0 || last < first)
        return;
    const auto part = [](int thousandths) { return std::clamp(thousandths / whole, 0.0, 1.0); };
    m_listener.onVisibleRange(generation, VisibleRows{{first}, {last}, atEnd, part(above), part(below)});
}

void TranscriptBridge::lineAtTop(int generation, int ordinal, int part, int characters, int below)
{
    constexpr int farthest = 10'000; // pixels
    if (!isOpen(generation) || ordinal < -1 || part < 0 || characters < 0 || below < -farthest || below > farthest)
        return;
    if (ordinal >= 0)
        m_listener.onLineAtTop(ordinal, {part, characters, below});
    else
        m_listener.onNoLineAtTop();
}

void TranscriptBridge::rail(const QVariantList& lanes, const QVariantList& middles, double width)
{
    if (const auto told = railOf(lanes, middles, width))
        m_listener.onRail(*told);
}

void TranscriptBridge::painted(int generation) { m_listener.onPainted(generation); }

bool TranscriptBridge::isOpen(int generation) const { return generation == m_listener.generation(); }

bool TranscriptBridge::isPersons(int generation) const { return isOpen(generation) && m_listener.isUserActing(); }

void TranscriptBridge::drawing(int generation, double seq)
{
    if (const auto row = seqOf(seq); row && isOpen(generation))
        m_listener.onDrawing(*row);
}

void TranscriptBridge::drawAgain(int generation, double seq)
{
    if (const auto row = seqOf(seq); row && isOpen(generation))
        m_listener.onDrawAgain(*row);
}

void TranscriptBridge::choose(int generation, double seq)
{
    if (const auto row = seqOf(seq); row && isPersons(generation))
        m_listener.onRowChosen(*row);
}

void TranscriptBridge::savePageState(const QString& name, const QString& value)
{
    if (isFilled(name, longestName) && isFilled(value, longestText))
        m_listener.onKept(name, value);
}

void TranscriptBridge::answer(int generation, const QString& questionId, const QString& kind, const QString& value)
{
    const auto known = find(answerKinds, kind);
    if (known && isPersons(generation) && isFilled(questionId, longestName) && value.size() <= longestText)
        m_listener.onAnswer(conversation::QuestionId(questionId.toStdString()), *known, value);
}

void TranscriptBridge::openLink(const QString& address, const QString& text)
{
    if (m_listener.isUserActing() && isFilled(address, longestAddress))
        m_listener.onLink(address, text.left(longestName));
}

void TranscriptBridge::openImage(int generation, double seq, int index)
{
    const auto row = seqOf(seq);
    if (row && isPersons(generation) && index >= 0)
        m_listener.onImage(*row, index);
}

void TranscriptBridge::copyImage(int generation, double seq, int index)
{
    const auto row = seqOf(seq);
    if (row && isPersons(generation) && index >= 0)
        m_listener.onImageCopied(*row, index);
}

void TranscriptBridge::saveMedia(int generation, double seq, const QString& hash)
{
    const auto row = seqOf(seq);
    if (row && isPersons(generation) && isKey(hash))
        m_listener.onSave(*row, conversation::AttachmentHash(hash.toStdString()));
}

void TranscriptBridge::picture(int generation, double seq, const QString& key, const QString& wish)
{
    const auto row = seqOf(seq);
    const auto known = find(pictureWishes, wish);
    // A picture is loaded only if its key matches an address in the row; the person's choice applies to a session.
    const bool isChoice =
        known == PictureAction::Always || known == PictureAction::Never || known == PictureAction::Ask;
    // Only Shown is said by the page itself: a picture came into sight.
    const bool isAllowed = known == PictureAction::Shown || m_listener.isUserActing();
    if (row && known && isAllowed && isKey(key) && (!isChoice || isOpen(generation)))
        m_listener.onPicture(*row, key, *known);
}

void TranscriptBridge::copyText(const QString& text)
{
    if (m_listener.isUserActing() && isFilled(text, longestText))
        m_listener.onCopy(text);
}

void TranscriptBridge::renderDiagram(const QString& key, const QString& source)
{
    if (isFilled(key, longestName) && isFilled(source, longestDiagram))
        m_listener.onDiagram(key, source);
}

void TranscriptBridge::openDiagram(const QString& png)
{
    if (!m_listener.isUserActing() || !isFilled(png, longestPicture))
        return;
    const auto bytes = QByteArray::fromBase64Encoding(png.toLatin1(), QByteArray::AbortOnBase64DecodingErrors);
    if (bytes)
        m_listener.onDiagramOpened(*bytes);
}

void TranscriptBridge::foundBeyond(int generation, int by)
{
    if (by == 1 || by == -1)
        m_listener.onFoundBeyond(generation, by);
}

void TranscriptBridge::foundPlace(int generation, int ordinal, int place, int count)
{
    if (isOpen(generation) && ordinal >= 0 && place >= 0 && place <= count)
        m_listener.onFoundPlace(ordinal, place, count);
}

void TranscriptBridge::copyRange(int generation, int first, int last)
{
    if (isPersons(generation) && first >= 0 && last >= first)
        m_listener.onRangeCopied(first, last);
}

void TranscriptBridge::menu(int generation, double seq, int x, int y, const QVariantList& parts, const QString& address,
                            const QString& text)
{
    constexpr int farthest = 100'000; // pixels
    const auto isThere = [](int at) { return at >= 0 && at <= farthest; };
    const bool isInRow = seq != 0;
    MenuTarget place{{x, y}, seqOf(seq), address, text.left(longestName)};
    if (!m_listener.isUserActing() || !isThere(x) || !isThere(y) || address.size() > longestAddress)
        return;
    if (isInRow && !(place.row && isOpen(generation)))
        return;
    for (const QVariant& part : parts) {
        const auto known = find(clickedParts, part.toString());
        if (!known)
            return;
        place.*(*known) = true;
    }
    m_listener.onMenu(place);
}

void TranscriptBridge::action(int generation, const QString& name, double seq)
{
    const auto known = find(rowActions, name);
    const auto row = seqOf(seq);
    if (known && row && isPersons(generation))
        m_listener.onAction(*known, *row);
}

} // namespace quarterdeck::ui::transcript
