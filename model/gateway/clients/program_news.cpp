#include "model/gateway/clients/program_news.h"

#include "model/conversation/utf8.h"
#include "model/gateway/clients/program_roster.h"
#include "model/session/identity.h"
#include "model/session/post.h"

#include <utility>

namespace quarterdeck::gateway {

namespace {

constexpr std::size_t mostErrors = 64;
constexpr std::size_t longestId = 200;
constexpr std::size_t longestSentence = 500;

} // namespace

void ProgramNews::tellError(const ProgramName& program, std::int32_t status, std::string_view sentence)
{
    ProgramError error;
    error.status = status;
    error.sentence = conversation::utf8::shortened(sentence, longestSentence);
    error.time = session::decideContextNow().now;
    // An id this long belongs to nobody we know.
    const ProgramName name = program.id.size() > longestId ? ProgramName{program.kind, {}} : program;
    const std::scoped_lock lock(m_mutex);
    if (m_errors.size() >= mostErrors && !m_errors.contains(name))
        return;
    m_errors[name] = std::move(error);
    wake();
}

std::shared_ptr<void> ProgramNews::holdOpen(const ProgramName& program)
{
    count(program, 1);
    return {nullptr, [self = shared_from_this(), program](void*) { self->count(program, -1); }};
}

void ProgramNews::count(const ProgramName& program, int change)
{
    const std::scoped_lock lock(m_mutex);
    m_opened[program] += change;
    wake();
}

void ProgramNews::wake()
{
    if (m_roster == nullptr || std::exchange(m_isComing, true))
        return;
    session::post(m_roster, [self = shared_from_this()] { self->handOver(); });
}

void ProgramNews::handOver()
{
    std::map<ProgramName, int> opened;
    std::map<ProgramName, ProgramError> errors;
    {
        const std::scoped_lock lock(m_mutex);
        m_isComing = false;
        opened.swap(m_opened);
        errors.swap(m_errors);
    }
    for (const auto& [program, change] : opened)
        m_roster->count(program, change);
    for (const auto& [program, error] : errors)
        m_roster->fail(program, error);
}

void ProgramNews::shut()
{
    const std::scoped_lock lock(m_mutex);
    m_roster = nullptr;
}

} // namespace quarterdeck::gateway
