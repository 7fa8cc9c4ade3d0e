import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { maskSecrets } from './mask-secrets.ts';

type Options = {
  level: string;
  /** Standard output when it is not given. */
  destination?: DestinationStream | undefined;
  /** What is written of members that are no plain records, by their name. */
  serializers?: LoggerOptions['serializers'];
};

/** Returns a logger that writes lines of JSON, without secrets. */
export function createLogger({ level, destination, serializers = {} }: Options): Logger {
  const options: LoggerOptions = {
    level,
    formatters: { log: maskSecrets },
    serializers: { ...serializers, err: errorSummary },
  };
  return pino(options, destination ?? standardOutput());
}

const maxBacklog = 1_000_000;

/** A line that cannot be written, because the disk is full or the reader is gone, is lost and ends nothing. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: maxBacklog });
  output.on('error', () => {});
  return output;
}

/** Not every member of an error, as pino would: drivers hang the values of the failed statement on theirs. */
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

/** Prisma repeats the call with its arguments and says in the last line what was wrong. */
function messageOf({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? (message.trim().split('\n').at(-1) ?? '') : message;
}
