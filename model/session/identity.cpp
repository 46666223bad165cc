#include "session/identity.h"

#include <QRandomGenerator>
#include <QString>
#include <QUuid>
#include <array>
#include <chrono>

namespace quarterdeck::session {

std::string newId() { return QUuid::createUuid().toString(QUuid::Id128).toStdString(); }

std::string newIdOfMany()
{
    thread_local QRandomGenerator random = QRandomGenerator::securelySeeded();
    std::array<quint32, 4> bits{};
    random.fillRange(bits.data(), static_cast<qsizetype>(bits.size()));
    constexpr quint32 version = 0x4000;
    constexpr quint32 variant = 0x8000'0000;
    bits[1] = (bits[1] & 0xffff'0fffU) | version;
    bits[2] = (bits[2] & 0x3fff'ffffU) | variant;
    constexpr int digits = 32;
    QString id;
    id.reserve(digits);
    for (const quint32 part : bits) {
        id += QString::number(part, 16).rightJustified(8, u'0');
    }
    return id.toStdString();
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
