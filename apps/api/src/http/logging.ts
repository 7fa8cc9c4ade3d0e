import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { callerOf } from './caller.ts';
import { maskSecrets } from './mask-secrets.ts';
import { endpointOf } from './route-endpoint.ts';

const options = (level: string): LoggerOptions => ({
  level,
  formatters: { log: maskSecrets },
  serializers: { req: requestSummary, res: ({ statusCode }) => ({ statusCode }), err: errorSummary },
});

/** JSON lines without secrets, to standard output, or to `destination`. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  destination ? pino(options(level), destination) : pino(options(level));

/** Without the query: it may hold codes and tokens of a sign-in. */
const pathOf = (url: string) => url.split('?', 1)[0];

const requestSummary = ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) });

/** Not every member of an error, as pino would: drivers hang the values of the failed statement on theirs. */
function errorSummary(error: unknown): object {
  if (!(error instanceof Error)) return { message: textOf(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...(typeof code === 'string' && { code }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause !== undefined && { cause: errorSummary(error.cause) }),
  };
}

/** Some parts throw or report plain objects that look like errors. */
function textOf(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === 'string' ? message : String(thrown);
}

/** Prisma repeats the call with its arguments and says in the last line what was wrong. */
const messageOf = ({ name, message }: Error) =>
  name.startsWith('PrismaClient') ? message.trim().split('\n').at(-1) : message;

/** One line per request, when it is over; what went wrong was logged by the error handler. */
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
      path: endpointOf(request.routeOptions)?.path ?? pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: callerOf(request)?.user.id,
      ...(error && { err: error }),
    };
    // Health is asked every few seconds and by nobody who wants to read about it.
    request.log[line.path === '/api/health' ? 'debug' : 'info'](line, 'request');
  }
}
