#include "model/session/log_records.h"

#include <QRandomGenerator>
#include <QUuid>
#include <array>
#include <chrono>
#include <string_view>

namespace quarterdeck::session {

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

std::string newBulkId()
{
    thread_local QRandomGenerator random = QRandomGenerator::securelySeeded();
    std::array<quint32, 4> bits{};
    random.fillRange(bits.data(), static_cast<qsizetype>(bits.size()));
    constexpr quint32 version = 0x4000;
    constexpr quint32 variant = 0x8000'0000;
    bits[1] = (bits[1] & 0xffff'0fffU) | version;
    bits[2] = (bits[2] & 0x3fff'ffffU) | variant;
    constexpr std::string_view digits = "0123456789abcdef";
    std::string id;
    id.reserve(32);
    for (const quint32 part : bits) {
        for (unsigned shift = 32; shift > 0; shift -= 4) {
            id += digits[(part >> (shift - 4)) & 0xfU];
        }
    }
    return id;
}

conversation::DecideContext decideContextNow()
{
    using namespace std::chrono;
    conversation::DecideContext context;
    context.now = {duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count()};
    context.monotonicMs = duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
    context.makeId = newId;
    return context;
}

} // namespace quarterdeck::session
