#pragma once

#include "script.h"

#include <QByteArray>
#include <QList>

namespace model_server {

/// Head and body of an answer that is given whole.
struct PlainAnswer
{
    int status = 200;
    QByteArray contentType = "application/json";
    QByteArray body;
    QList<QByteArray> headers = {}; ///< whole lines
};

/// The reply as the events of a stream, each with its blank line.
[[nodiscard]] QList<QByteArray> streamOf(const Reply& reply, const Asked& asked);
/// The reply as one body.
[[nodiscard]] PlainAnswer bodyOf(const Reply& reply, const Asked& asked);
/// The error with that name, as servers of the dialect give it.
[[nodiscard]] PlainAnswer errorOf(const std::string& name, const Asked& asked, const std::string& retryAfter);
/// The bytes in pieces: "whole", "byte", "event", or a number of bytes. A piece never minds characters or lines.
[[nodiscard]] QList<QByteArray> piecesOf(const QList<QByteArray>& events, const std::string& chunking);

} // namespace model_server
