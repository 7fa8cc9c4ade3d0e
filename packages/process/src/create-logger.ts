import { hostname } from 'node:os';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { currentTrace } from './trace.ts';

type Options = {
  /** Which process writes, for logs that gather those of several. */
  process?: 'api' | 'sync-worker' | undefined;
  level: string;
  /** Standard output when it is not given. */
  destination?: DestinationStream | undefined;
  /** Serializers for members that are not plain records, by name. */
  serializers?: LoggerOptions['serializers'];
};

/** Returns a logger that writes JSON lines with the secrets masked. */
export function createLogger({ process: name, level, destination, serializers = {} }: Options): Logger {
  const options: LoggerOptions = {
    level,
    base: { ...(name && { process: name }), pid: process.pid, hostname: hostname() },
    mixin: nameTrace,
    formatters: { log: maskSecrets },
    serializers: { ...serializers, err: errorSummary },
  };
  return pino(options, destination ?? standardOutput());
}

/** Adds to each line the trace in which it is written. */
function nameTrace(): object {
  const trace = currentTrace();
  return trace ? { trace: trace.traceId } : {};
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
  if (!(error instanceof Error)) return { message: toMessage(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: getMessage(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause !== undefined && { cause: errorSummary(error.cause) }),
  };
}

/** Some libraries throw or report plain objects that look like errors. */
function toMessage(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === 'string' ? message : typeof thrown;
}

/** Prisma's messages repeat the call with its arguments; only the last line says what was wrong. */
function getMessage({ name, message }: Error): string {
  return name.startsWith('PrismaClient') ? (message.trim().split('\n').at(-1) ?? '') : message;
}

/** Members that are never logged, at any depth of a record; in lower case, without hyphens and underscores. */
const secretMembers = new Set([
  'password',
  'passwordhash',
  'demopassword',
  'otp',
  'totpsecret',
  'recoverycodes',
  'token',
  'authtoken',
  'accesstoken',
  'refreshtoken',
  'apikey',
  'secret',
  'othersecrets',
  'clientsecret',
  'sharedsecret',
  'sealingkeys',
  'signature',
  'authorization',
  'cookie',
  'setcookie',
  'databaseurl',
  'connectionstring',
]);

const mask = '[redacted]';
const deepest = 8;

/**
 * Returns the record with every secret member masked, however deep it stands. A record without any is returned as it
 * is: this runs for every line of the log, where pino's own redaction takes fifty times as long as the line itself.
 */
function maskSecrets(record: Record<string, unknown>): Record<string, unknown> {
  return masked(record, 0) as Record<string, unknown>;
}

function masked(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth < deepest ? value.map((item) => masked(item, depth + 1)) : mask;
  if (!isRecord(value)) return value;
  if (depth >= deepest) return mask;
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const safe = isSecret(name) ? mask : masked(member, depth + 1);
    if (safe === member) continue;
    copy ??= { ...value };
    copy[name] = safe;
  }
  return copy ?? value;
}

function isSecret(name: string) {
  return secretMembers.has(name.toLowerCase().replaceAll(/[-_]/g, ''));
}

/** Errors and requests are not records here: serializers choose what of them may be logged. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
