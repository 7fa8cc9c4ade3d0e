import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { maskSecrets } from './mask-secrets.ts';

type Options = {
  level: string;
  /** Standard output when it is not given. */
  destination?: DestinationStream | undefined;
  /** Serializers for members that are not plain records, by name. */
  serializers?: LoggerOptions['serializers'];
};

/** Returns a logger that writes JSON lines with the secrets masked. */
export function createLogger({ level, destination, serializers = {} }: Options): Logger {
  const options: LoggerOptions = {
    level,
    formatters: { log: maskSecrets },
    serializers: { ...serializers, err: errorSummary },
  };
  return pino(options, destination ?? standardOutput());
}

const maxBacklog = 1_000_000;

/** A line that cannot be written, because the disk is full or the pipe is closed, is lost; the process goes on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxBacklog });
  output.on('error', () => {});
  return output;
}

/**
 * Unlike pino's serializer it leaves members out: database drivers add the values of the failed statement to theirs.
 */
function errorSummary(error: unknown): object {
  if (!(error instanceof Error)) return { message: messageOfOther(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause !== undefined && { cause: errorSummary(error.cause) }),
  };
}

/** Some libraries throw or report plain objects that look like errors. */
function messageOfOther(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === 'string' ? message : typeof thrown;
}

/** Prisma's messages repeat the call with its arguments; only the last line says what was wrong. */
function messageOf({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? (message.trim().split('\n').at(-1) ?? '') : message;
}
