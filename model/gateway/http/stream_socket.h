#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/beast/core/basic_stream.hpp>

/// The server's sockets, whether over TCP or local: for the few sources that include Beast.
namespace quarterdeck::gateway {

using StreamSocket = boost::asio::generic::stream_protocol::socket;
using Stream = boost::beast::basic_stream<boost::asio::generic::stream_protocol, StreamSocket::executor_type>;

} // namespace quarterdeck::gateway
