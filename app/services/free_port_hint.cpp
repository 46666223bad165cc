#include "app/services/free_port_hint.h"

#include "model/gateway/free_port.h"

#include <QCoreApplication>

namespace quarterdeck::app {

conversation::Error withFreePort(conversation::Error error, std::uint16_t taken)
{
    if (error.code != conversation::ErrorCode::Locked)
        return error;
    if (const std::uint16_t port = gateway::nextFreePort(taken); port != 0)
        error.sentence +=
            ' ' + QCoreApplication::translate("CommandLine", "`--port %1` is free.").arg(port).toStdString();
    return error;
}

} // namespace quarterdeck::app
