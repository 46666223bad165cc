#include "mock_panels.h"

#include "mock_data.h"

#include <QDateTime>
#include <QRegularExpression>
#include <cmath>

namespace quarterdeck::gallery {

using namespace ui;
using conversation::QuestionId;
using conversation::Timestamp;
using wording::HeardAs;

namespace {

Timestamp at(int hour, int minute, int second = 0)
{
    return {QDateTime(QDate(2026, 7, 30), QTime(hour, minute, second)).toMSecsSinceEpoch()};
}

QString say(bool isChinese, const char* english, const char* chinese)
{
    return QString::fromUtf8(isChinese ? chinese : english);
}

QuestionCardState card(const char* id, const char* asker, const theme::AvatarStyle& look, const QString& text)
{
    QuestionCardState view;
    view.id = QuestionId(id);
    view.asker = QString::fromUtf8(asker);
    view.look = look;
    view.text = text;
    return view;
}

void crowd(NeedsYouState& view)
{
    QuestionCardState later =
        card("later", "Mike", {"M", 1, false, true}, "Shall the team go on tomorrow, or stop here?");
    later.isLater = true;
    QuestionCardState longer = card("long", "David", {"D", 5},
                                    "Run npm i theme\u200B-kit\u202Egpj.exe\u202C now? It is not in the lock file.");
    longer.options = {"Allow once", "Refuse", "Allow it in this session as long as the lock file does not change",
                      "Ask Mike"};
    longer.defaultOption = "Refuse";
    longer.deadline = Timestamp{sceneNow().msSinceEpoch + 42'000};
    longer.askedAt = Timestamp{sceneNow().msSinceEpoch - 300'000};
    view.questions.insert(view.questions.begin(), longer);
    view.questions.push_back(later);
    OtherQuestionView other;
    other.session = conversation::SessionId("reports");
    other.title = "Summarise field reports";
    other.id = QuestionId("q");
    other.asker = "Reader";
    other.text = "The reports from March are in French. Translate them, or leave them out?";
    other.reason = "A fifth of all reports";
    other.program = "AgentScope";
    other.askedAt = Timestamp{sceneNow().msSinceEpoch - 240'000};
    other.deadline = Timestamp{sceneNow().msSinceEpoch + 372'000};
    view.otherQuestions = {other};
    other.session = conversation::SessionId("code");
    other.title = other.asker = "claude-code";
    other.program = "MCP";
    other.text = "Which licence?";
    other.reason.clear();
    other.deadline.reset();
    view.otherQuestions.push_back(other);
    view.others = {{conversation::SessionId("prices"), "Migrate the price tables", 2}};
}

} // namespace

std::vector<ComposerMember> members(bool isChinese)
{
    std::vector<ComposerMember> result;
    for (const view::TeamMember& member : team(isChinese))
        result.push_back({member.name, member.profile, member.avatar, member.name});
    return result;
}

Composer::Rules composerRules(bool isChinese)
{
    const auto preview = [isChinese](const QString& typed, Composer::Audience) {
        ComposerPreview view;
        view.isPrivate = typed.startsWith(QStringLiteral("@Al"));
        view.lanes = {view.isPrivate ? 2 : 1};
        view.recipients = {view.isPrivate ? theme::ChipStyle{theme::ChipStyle::Kind::Private, "Alice", 2, true}
                                          : theme::ChipStyle{theme::ChipStyle::Kind::Role, "Mike", 1, true}};
        view.sentence = view.isPrivate
            ? say(isChinese, "Direct message. Mike is not told.", "私聊消息。Mike 不会收到。")
            : say(isChinese, "Mike acts; nobody else is told (private)", "Mike 处理；其他人不会收到（私密）");
        return view;
    };
    const auto complete = [isChinese](const QString& prefix, const QString&) {
        std::vector<CompletionRow> rows;
        for (const ComposerMember& member : members(isChinese)) {
            if (!member.name.startsWith(prefix))
                continue;
            const bool isBusy = member.name == QStringLiteral("Alex");
            rows.push_back({member,
                            isBusy ? say(isChinese, "busy: takes it into its current work", "忙碌：纳入当前工作")
                                   : say(isChinese, "direct: only Alice is told", "私聊：只有 Alice 收到"),
                            isBusy ? theme::Icon::Play : theme::Icon::Lock, !isBusy});
        }
        return rows;
    };
    const auto namesLength = [](const QString& typed) {
        static const QRegularExpression names(QStringLiteral(R"(^\s*(?:@\S+\s*)+)"));
        return names.match(typed).capturedLength();
    };
    return {preview, complete, namesLength};
}

NeedsYouState needsYou(bool isChinese, bool isReplay, bool isCrowded)
{
    NeedsYouState view;
    view.isReplay = isReplay;
    QuestionCardState bob =
        card("board", "Bob", {"B", 3}, say(isChinese, "Should the board be 4×4 or 5×5?", "棋盘用 4×4 还是 5×5？"));
    bob.options = {"4×4", "5×5"};
    bob.askedAt = Timestamp{sceneNow().msSinceEpoch - 588'000};
    bob.deadline = Timestamp{sceneNow().msSinceEpoch + 372'000};
    if (isCrowded)
        bob.program = "AgentScope · Build a 2048 game";
    view.questions.push_back(bob);
    if (isReplay) {
        view.moment = at(9, 46, 52);
        view.questions.front().askedAt = at(9, 46, 4);
        view.questions.front().deadline = at(10, 2, 12);
        view.questions.front().pastAnswer = say(isChinese, "You answered “4×4” at 10:01:30", "你于 10:01:30 回答“4×4”");
        return view;
    }
    QuestionCardState alex =
        card("publish", "Alex", {"Ax", 4},
             say(isChinese, "Before I publish the build, four settings.", "发布之前，请确认四项设置。"));
    alex.formFields = 4;
    alex.askedAt = Timestamp{sceneNow().msSinceEpoch - 180'000};
    alex.deadline = Timestamp{sceneNow().msSinceEpoch + 27 * 60'000};
    view.questions.push_back(alex);
    if (isCrowded)
        crowd(view);
    return view;
}

InspectorState inspector(bool isChinese, bool isReplay)
{
    InspectorState view;
    view.isEmpty = false;
    view.title = QStringLiteral("Alice, 09:43");
    view.raw =
        QStringLiteral("{\n  \"id\": \"01J4\",\n  \"sent_from\": \"Alice\",\n  \"send_to\": [\n    \"Mike\"\n  ]\n}");
    view.usage = {{"Model", "claude-sonnet-4", true}, {"Prompt", "9.1k tok", false}, {"Cost", "no price known", false}};
    if (isReplay) {
        view.title = QStringLiteral("Bob, 09:46");
        view.rule = say(isChinese, "A question to you", "向你提问");
        view.sentence = say(isChinese, "No routing rule: a question goes to you and waits. No member is told.",
                            "不经路由规则：提问只发给你并等待。成员不会收到。");
        view.routeFacts = {
            {"Event", "31 of 240", false}, {"State", "9c41 e07b 52aa", true}, {"Unread at the time", "Alex 1", false}};
        return view;
    }
    view.rule = say(isChinese, "Rule 4, ordinary", "规则 4：普通消息");
    view.sentence = say(isChinese,
                        "The sender is not the leader and is in no direct chat, so the leader is added. The chat was "
                        "public: everyone heard it.",
                        "发送者不在私聊中，也不是负责人，因此加入负责人。当时为公开，所有人可见。");
    view.roles = {
        {{"M", 1, false, true}, "Mike", HeardAs::Acts, say(isChinese, "named, acts next", "被点名，随后行动")},
        {{"Al", 2}, "Alice", HeardAs::Sender, say(isChinese, "wrote it", "发出者")},
        {{"B", 3}, "Bob", HeardAs::Acts, say(isChinese, "watches WritePRD, acts", "关注 WritePRD，行动")},
        {{"Ax", 4}, "Alex", HeardAs::Heard, say(isChinese, "heard it", "知道")},
        {{"D", 5}, "David", HeardAs::NotTold, say(isChinese, "was not told", "不知道")}};
    return view;
}

TimelineState timeline()
{
    using Kind = TimelineState::MarkKind;
    constexpr int count = 232;
    constexpr int hues[] = {0, 1, 2, 2, 1, 3, 2, 1, 4, 4, 3, 1, 4, 4, 5, 1, 3, 4, 4, 4, 1, 5, 5, 4, 2, 1, 4, 0};
    TimelineState view;
    view.start = at(9, 41);
    view.end = at(10, 24);
    for (int i = 0; i < count; ++i) {
        const double f = static_cast<double>(i) / count;
        const double wave = 0.25 + 0.5 * std::abs(std::sin(f * 9)) + 0.2 * std::pow(std::sin(f * 31), 2);
        const int events = f > 0.35 && f < 0.44 ? 0 : std::max(1, static_cast<int>(std::lround(wave * wave * 30)));
        view.buckets.push_back({events, events == 0 ? -1 : hues[static_cast<std::size_t>(f * std::size(hues))]});
    }
    view.marks = {{Kind::Question, at(9, 46, 12), {}},
                  {Kind::PrivateChat, at(9, 47, 12), at(9, 48, 36)},
                  {Kind::Error, at(9, 54, 18), {}},
                  {Kind::Question, at(9, 55, 24), {}},
                  {Kind::Question, at(10, 15, 48), {}}};
    return view;
}

ReplayState replayMoment() { return {at(9, 46, 52), 12, 88, true, 20.0, true}; }

} // namespace quarterdeck::gallery
