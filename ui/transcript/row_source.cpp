#include "transcript/row_source.h"

#include "transcript/row_presenter.h"
#include "transcript/row_reading.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quarterdeck::ui::transcript {

namespace {

using nlohmann::json;

QString text(const json& value)
{
    // What a message holds need not be UTF-8; the page gets replacement characters then.
    return QString::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

} // namespace

RowSource::RowSource(std::shared_ptr<session::Library> library, QObject* parent)
    : QObject(parent)
    , m_library(std::move(library))
    , m_presenter(std::make_shared<RowPresenter>(Presentation{}))
{ }

RowSource::~RowSource() = default;

void RowSource::setPresentation(Presentation presentation)
{
    m_presenter = std::make_shared<RowPresenter>(std::move(presentation));
}

const Presentation& RowSource::presentation() const { return m_presenter->presentation(); }

int RowSource::open(RowPlace place)
{
    m_place = std::move(place);
    return ++m_generation;
}

void RowSource::request(int generation, int request, int first, int count)
{
    if (generation != m_generation)
        return;
    const auto deliver = m_receiver.on<Answer>([this](const Answer& answer) { take(answer); });
    const auto answer = [=](const session::Result<std::int64_t>& total, const json& rows) {
        if (!total)
            return deliver({generation, {}, {}, total.error()});
        const json message{
            {"generation", generation}, {"request", request}, {"first", first}, {"total", *total}, {"rows", rows}};
        deliver({generation, text(message), {}, {}});
    };
    std::make_shared<RowReading>(m_library, m_presenter, m_place, answer)->start({first}, count);
}

void RowSource::readChanged(conversation::Ordinal first, int count)
{
    const int generation = m_generation;
    const auto deliver = m_receiver.on<Answer>([this](const Answer& answer) { take(answer); });
    const auto answer = [=](const session::Result<std::int64_t>& total, const json& rows) {
        if (!total)
            return deliver({generation, {}, {}, total.error()});
        deliver({generation, {}, text({{"generation", generation}, {"rows", rows}}), {}});
    };
    std::make_shared<RowReading>(m_library, m_presenter, m_place, answer)->start(first, count);
}

void RowSource::refresh(const std::vector<conversation::EventSeq>& seqs)
{
    const int generation = m_generation;
    const auto read = m_receiver.on<conversation::Ordinal>([this, generation](conversation::Ordinal ordinal) {
        if (generation == m_generation)
            readChanged(ordinal, 1);
    });
    for (std::size_t index = 0; index < std::min(seqs.size(), maxRefreshed); ++index) {
        m_library->ordinalOf(m_place.session, m_place.channel, seqs[index],
                             [read](const session::Result<conversation::Ordinal>& ordinal) {
                                 if (ordinal) // else no row of this channel
                                     read(*ordinal);
                             });
    }
}

void RowSource::refresh(int first, int count)
{
    if (count > 0)
        readChanged({std::max(first, 0)}, std::min(count, static_cast<int>(maxRefreshed)));
}

void RowSource::take(const Answer& answer)
{
    if (answer.generation != m_generation)
        return;
    if (answer.error)
        emit failed(*answer.error);
    else if (!answer.rows.isEmpty())
        emit rowsRead(answer.rows);
    else
        emit rowsChanged(answer.changed);
}

} // namespace quarterdeck::ui::transcript
