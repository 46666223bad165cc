#include "measured_models.h"

#include <utility>

namespace quarterdeck::bench {

namespace {

using Reply = team::ChatResult;

QCoro::Task<Reply> measured(std::shared_ptr<team::ChatProvider> inner, std::shared_ptr<MeasuredModels::Calls> calls,
                            team::ChatRequest request, std::shared_ptr<team::CancelToken> cancel,
                            team::ReplyProgress progress, std::shared_ptr<team::CallBudget> payer)
{
    MeasuredCall call;
    call.request = request;
    call.begun = Clock::now();
    Reply reply = co_await inner->chat(std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    call.ended = Clock::now();
    if (reply)
        calls->push_back(std::move(call));
    co_return reply;
}

class MeasuredProvider final : public team::ChatProvider
{
public:
    MeasuredProvider(std::shared_ptr<team::ChatProvider> inner, std::shared_ptr<MeasuredModels::Calls> calls)
        : m_inner(std::move(inner))
        , m_calls(std::move(calls))
    { }
    QCoro::Task<Reply> chat(team::ChatRequest request, std::shared_ptr<team::CancelToken> cancel,
                            team::ReplyProgress progress, std::shared_ptr<team::CallBudget> payer) override
    {
        return measured(m_inner, m_calls, std::move(request), std::move(cancel), std::move(progress), std::move(payer));
    }
    [[nodiscard]] team::ModelSize size() const override { return m_inner->size(); }

private:
    std::shared_ptr<team::ChatProvider> m_inner;
    std::shared_ptr<MeasuredModels::Calls> m_calls;
};

} // namespace

conversation::Result<std::shared_ptr<team::ChatProvider>> MeasuredModels::providerOf(const team::ModelChoice& choice)
{
    auto provider = m_inner->providerOf(choice);
    if (!provider)
        return provider;
    return std::shared_ptr<team::ChatProvider>(std::make_shared<MeasuredProvider>(std::move(*provider), calls));
}

} // namespace quarterdeck::bench
