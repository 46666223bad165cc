#include "mock_data.h"

#include <QDateTime>

namespace quarterdeck::gallery {

using ui::theme::StateGlyph;
using namespace ui::view;

namespace {

conversation::Timestamp at(int month, int day, int hour, int minute, int second = 0)
{
    return {QDateTime(QDate(2026, month, day), QTime(hour, minute, second)).toMSecsSinceEpoch()};
}

conversation::Timestamp ago(std::int64_t seconds) { return {sceneNow().msSinceEpoch - seconds * 1000}; }

} // namespace

conversation::Timestamp sceneNow() { return at(7, 30, 9, 56, 30); }

SessionRows sessions(bool isChinese)
{
    const auto say = [isChinese](const char* english, const char* chinese) {
        return QString::fromUtf8(isChinese ? chinese : english);
    };
    return {
        {"2048",
         say("Build a 2048 game", "做一个 2048 游戏"),
         say("Alex is writing to everyone", "Alex 正在向所有人输出"),
         StateGlyph::Acting,
         true,
         false,
         ago(1),
         {},
         2},
        {"field", say("Summarise field reports", "汇总现场报告"),
         say("Reader thinking · AgentScope", "Reader 思考中 · AgentScope"), StateGlyph::Thinking, true, false, ago(12)},
        {"prices", say("Migrate the price tables", "迁移价格表"),
         say("Paused: budget of $2.00 reached", "已暂停：预算 $2.00 已用尽"), StateGlyph::Paused, true, false,
         ago(18 * 60)},
        {"airline", say("Airline: change of flight", "航空公司：改签"),
         say("Recorded run · 34 messages", "真实记录 · 34 条消息"), StateGlyph::Done, false, false, at(7, 30, 8, 12)},
        {"triage", say("Nightly triage", "夜间问题分拣"),
         say("Stopped: model refused the key", "已停止：模型拒绝了密钥"), StateGlyph::Failed, false, false,
         at(7, 30, 3, 0)},
        {"compare", say("Compare three date libraries", "比较三个日期库"),
         say("Fork of “Choose a date library”", "“选择日期库”的分支"), StateGlyph::Done, false, false,
         at(7, 28, 12, 0)},
        {"choose", say("Choose a date library", "选择日期库"), say("Finished · 142 messages", "已结束 · 142 条消息"),
         StateGlyph::Done, false, false, at(7, 28, 11, 0)},
        {"who", QStringLiteral("who-and-when-041.json"), say("Imported · 29 messages", "已导入 · 29 条消息"),
         StateGlyph::Recorded, false, false, at(7, 27, 9, 0)},
        {"guide", say("Translate the user guide", "翻译用户手册"),
         say("Finished · 1 904 messages", "已结束 · 1 904 条消息"), StateGlyph::Done, false, false, at(7, 25, 9, 0)},
    };
}

SessionRows samples()
{
    using namespace std::chrono_literals;
    return {
        {"demo", "Demo team: 2048 game", "Finished · 88 messages", StateGlyph::Recorded, false, true, at(7, 1, 9, 0),
         9min},
        {"airline", "Airline: change of flight", "Recorded run · 34 messages", StateGlyph::Recorded, false, true,
         at(7, 1, 9, 0), 4min},
    };
}

Team team(bool isChinese)
{
    const auto say = [isChinese](const char* english, const char* chinese) {
        return QString::fromUtf8(isChinese ? chinese : english);
    };
    return {
        {"Mike",
         "Mike",
         say("Team Leader", "团队负责人"),
         {"M", 1, false, true},
         StateGlyph::Idle,
         {},
         {},
         false,
         0,
         0.09,
         15'900},
        {"Alice",
         "Alice",
         say("Product Manager", "产品经理"),
         {"Al", 2},
         StateGlyph::Thinking,
         {},
         ago(14),
         false,
         1,
         0.12,
         14'200},
        {"Bob", "Bob", say("Architect", "架构师"), {"B", 3}, StateGlyph::Waiting, {}, ago(600), false, 0, 0.07, 5'400},
        {"Alex", "Alex", say("Engineer", "工程师"), {"Ax", 4}, StateGlyph::Acting, {}, {}, true, 2, 0.14, 24'500},
        {"David",
         "David",
         say("Data Analyst", "数据分析师"),
         {"D", 5},
         StateGlyph::Paused,
         {},
         {},
         false,
         0,
         {},
         1'700},
    };
}

ToolbarState toolbar(bool isChinese)
{
    ToolbarState state;
    state.hasSession = true;
    state.title = isChinese ? QStringLiteral("做一个 2048 游戏") : QStringLiteral("Build a 2048 game");
    state.run = RunState::Running;
    state.round = 4;
    state.rounds = 12;
    state.isPrivate = true;
    state.canChangePrivacy = true;
    state.canRun = true;
    state.dollars = 0.42;
    state.budget = 3.0;
    return state;
}

ChannelTabs channels()
{
    return {{"everything", ChannelKind::Everything, {}},
            {"public", ChannelKind::Public, {}},
            {"private:Alice", ChannelKind::Private, "Alice"},
            {"inbox:Mike", ChannelKind::Inbox, "Mike"}};
}

} // namespace quarterdeck::gallery
