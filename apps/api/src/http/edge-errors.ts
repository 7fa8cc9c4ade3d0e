import type { Socket } from 'node:net';
import { AppError, type ErrorCode } from '@picksync/contracts';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

/*
 * Replies to what Fastify or Node rejects before a route is known. No hook runs for these, so they get their headers here.
 */

/** Replies to a request that Fastify cannot route, such as an address it cannot decode. */
export function replyToFrameworkError({
  error,
  request,
  reply,
  headers,
}: {
  error: Error & { code?: string };
  request: FastifyRequest;
  reply: FastifyReply;
  headers: Record<string, string>;
}): void {
  const isLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
  const { code, status, body } = replyFor(isLong ? 'address_too_long' : 'malformed_request');
  request.log.info({ code }, 'request refused');
  reply.headers({ ...headers, ...getCommonHeaders(request.id) });
  // The rest of the connection cannot be read reliably.
  void reply.code(status).header('connection', 'close').send(body);
}

const clientCodes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

const reasons: Partial<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

/**
 * Returns the handler for bytes that Node cannot read as HTTP, or that do not arrive in time: it replies and ends the
 * connection. A connection on which nothing was sent ends without a reply: a client that opened it in advance would
 * take it for the reply to a request that it is just sending, whereas it repeats a request when the connection is
 * merely closed.
 */
export function createClientErrorHandler(options: {
  headers: Record<string, string>;
  log: FastifyBaseLogger;
  newId: () => string;
}): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (
      error.code === 'ECONNRESET' ||
      !socket.writable ||
      socket.bytesRead === 0 ||
      hasBegunToReply(socket)
    ) {
      socket.destroy();
      return;
    }
    const { code, status, body } = replyFor(clientCodes[error.code ?? ''] ?? 'malformed_request');
    const reqId = options.newId();
    options.log.info({ reqId, code, reason: error.code }, 'request refused');
    const text = JSON.stringify(body);
    const headers = {
      ...options.headers,
      ...getCommonHeaders(reqId),
      date: new Date().toUTCString(),
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(text)),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  };
}

function getCommonHeaders(requestId: string) {
  return { 'x-request-id': requestId, 'cache-control': 'no-store' };
}

function replyFor(code: ErrorCode) {
  const error = new AppError(code);
  return { code, status: error.status, body: error.toReply() };
}

/** Returns whether a reply is being sent: the head of a second one would be read as a part of it. */
function hasBegunToReply(socket: Socket & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return socket._httpMessage?.headersSent === true;
}
