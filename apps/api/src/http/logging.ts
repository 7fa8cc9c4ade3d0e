import { createLogger as createProcessLogger } from '@picksync/process';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { DestinationStream, Logger } from 'pino';
import { getCaller } from './caller.ts';
import { getEndpoint } from './serve.ts';
import { getTrace } from './trace-requests.ts';

/** Returns the logger of the API, which also knows requests and replies. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const serializers = {
    req: ({ method, url }: FastifyRequest) => ({ method, path: getPath(url) }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
  };
  return createProcessLogger({ process: 'api', level, destination, serializers });
}

/** Leaves out the query and the deeper parts of an unknown address: both may hold codes and tokens. */
function getPath(url: string) {
  const [path = ''] = url.split('?', 1);
  const [root, first, second, ...deeper] = path.split('/');
  return deeper.length === 0 ? path : [root, first, second, '…'].join('/');
}

/** Logs one line per request when it is over; the error handler has logged what went wrong. */
export class OneLinePerRequest extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: getEndpoint(request.routeOptions)?.path ?? getPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: getCaller(request)?.user.id,
      trace: getTrace(request)?.traceId,
      ...(error && { err: error }),
    };
    // Health is checked every few seconds.
    request.log[line.path === '/api/health' ? 'debug' : 'info'](line, 'request');
  }
}
