#include "log_builder.h"

#include "model/session/session.h"

#include <iterator>
#include <utility>

namespace quarterdeck::test {

using namespace conversation;

namespace {

MessagePublished message(const std::string& who, const std::string& text, EventSeq seq)
{
    MessagePublished published;
    published.message.id = MessageId("message " + std::to_string(seq.value));
    published.message.sentFrom = Address(who);
    published.message.content = textBlocks(text);
    published.route.rule = RoutingRule::Ordinary;
    return published;
}

} // namespace

EventSeq LogBuilder::add(EventBody body, std::int64_t afterMs)
{
    m_now.msSinceEpoch += afterMs;
    const Event event{m_state.lastSeq().next(), m_now, m_state.lastSeq().value * 7, std::move(body)};
    std::vector<session::LogRecord> records = session::makeLogRecords(m_state, {event});
    m_records.insert(m_records.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
    m_events.push_back(event);
    return event.seq;
}

void LogBuilder::start(const std::string& title)
{
    SessionStarted started;
    started.title = title;
    add(started);
    for (const char* name : {"Mike", "Alice"}) {
        Role role;
        role.name = RoleName(name);
        add(RoleHired{role});
    }
}

EventSeq LogBuilder::say(const std::string& who, const std::string& text, std::int64_t afterMs)
{
    MessagePublished published = message(who, text, m_state.lastSeq().next());
    published.route.deliveries = {{RoleName("Alice"), DeliveryReason::Everyone}};
    return add(std::move(published), afterMs);
}

EventSeq LogBuilder::sayPrivately(const std::string& who, const std::string& chat, std::int64_t afterMs)
{
    MessagePublished published = message(who, "psst", m_state.lastSeq().next());
    published.route.isPrivate = true;
    published.route.directChat = DirectChatId(chat);
    published.route.directChatRoles = {RoleName("Alice")};
    return add(std::move(published), afterMs);
}

EventSeq LogBuilder::ask(const std::string& question)
{
    QuestionAsked asked;
    asked.question.id = QuestionId(question);
    asked.question.asker = RoleName("Alice");
    asked.question.text = "Which one?";
    asked.question.options = {{"left", ""}, {"right", "the other one"}};
    asked.question.askedAt = m_now;
    return add(std::move(asked));
}

EventSeq LogBuilder::answer(const std::string& question, const std::string& option)
{
    QuestionEnded ended;
    ended.id = QuestionId(question);
    ended.end.option = option;
    ended.end.by = "person";
    ended.end.at = m_now;
    return add(std::move(ended));
}

EventSeq LogBuilder::annotate(EventSeq target)
{
    return add(Annotated{target, AnnotationKind::Mistake, "This is wrong.", "a reviewer"});
}

EventSeq LogBuilder::show(const AttachmentHash& image)
{
    MessagePublished published = message("Alice", "Look.", m_state.lastSeq().next());
    MediaBlock block;
    block.source.hash = image;
    block.source.mediaType = "image/png";
    published.message.content.emplace_back(block);
    return add(std::move(published));
}

std::vector<session::LogRecord> LogBuilder::takeRecords() { return std::exchange(m_records, {}); }

Timestamp LogBuilder::timeOf(EventSeq seq) const { return m_events.at(static_cast<std::size_t>(seq.value - 1)).time; }

LogBuilder mixedLog(int length)
{
    LogBuilder log("mixed");
    log.start();
    for (int i = 0; i < length; ++i) {
        const std::string number = std::to_string(i);
        if (i % 10 == 3)
            log.ask("q" + number);
        else if (i % 10 == 8)
            log.answer("q" + std::to_string(i - 5), "left");
        else if (i % 10 == 5)
            log.sayPrivately("Alice", "chat" + std::to_string(i / 20));
        else if (i % 25 == 24)
            log.annotate({4 + i / 2});
        else
            log.say(i % 3 == 0 ? "Mike" : "Alice", "message " + number);
    }
    return log;
}

} // namespace quarterdeck::test
