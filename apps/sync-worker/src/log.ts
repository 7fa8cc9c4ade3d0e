import { type DestinationStream, type Logger, pino } from 'pino';

/** Members that are never written, wherever they stand in what is logged. */
const secretMembers = [
  'accessToken',
  'refreshToken',
  'token',
  'sharedSecret',
  'secret',
  'clientSecret',
  'authorization',
];

const atEveryDepth = (member: string) => [member, `*.${member}`, `*.*.${member}`];

/** JSON lines to standard output, or to `destination`. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    redact: { paths: secretMembers.flatMap(atEveryDepth), censor: '[redacted]' },
    serializers: { err: errorSummary },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};

/** Not every member of an error, as pino would: drivers hang the values of the failed statement on theirs. */
function errorSummary(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    stack: error.stack?.slice(error.stack.indexOf('\n    at ') + 1),
    ...(error.cause !== undefined && { cause: errorSummary(error.cause) }),
  };
}

/** Prisma repeats the call with its arguments and says in the last line what was wrong. */
const messageOf = ({ name, message }: Error) =>
  name.startsWith('PrismaClient') ? message.trim().split('\n').at(-1) : message;
