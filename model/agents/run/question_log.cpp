#include "model/agents/run/question_log.h"

#include "model/conversation/channel.h"

namespace quarterdeck::team {

namespace {

QCoro::Task<Result<session::Rows>> rowOf(RunPtr run, conversation::EventSeq seq)
{
    const session::ChannelKey everything = conversation::channel::everything;
    std::function<void(session::Done<session::Ordinal>)> findRow = [run, everything, seq](auto done) {
        run->session()->library().ordinalOf(run->id(), everything, seq, std::move(done));
    };
    const Result<session::Ordinal> ordinal = co_await answered<session::Ordinal>(run, std::move(findRow));
    if (!ordinal)
        co_return tl::make_unexpected(ordinal.error());
    session::RowsRequest request;
    request.session = run->id();
    request.channel = everything;
    request.first = *ordinal;
    request.count = 1;
    std::function<void(session::Done<session::Rows>)> readRow = [run, request](auto done) {
        run->session()->library().readRows(request, std::move(done));
    };
    co_return co_await answered<session::Rows>(run, std::move(readRow));
}

} // namespace

QCoro::Task<Result<LoggedQuestion>> findLoggedQuestion(RunPtr run, QuestionId id, conversation::EventSeq askedSeq)
{
    const Result<session::Rows> rows = co_await rowOf(run, askedSeq);
    if (!rows)
        co_return tl::make_unexpected(rows.error());
    for (const session::Row& row : rows->rows) {
        const auto* asked = std::get_if<conversation::QuestionAsked>(&row.event.body);
        for (const conversation::Event& event : row.amendments)
            if (const auto* ended = std::get_if<conversation::QuestionEnded>(&event.body);
                asked != nullptr && ended != nullptr && ended->id == id)
                co_return LoggedQuestion{asked->question, ended->end};
    }
    co_return tl::make_unexpected(Error{conversation::ErrorCode::Damaged, {}, "no end of question " + id.str()});
}

} // namespace quarterdeck::team
