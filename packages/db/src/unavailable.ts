/** Prisma: not reached, closed, no connection or no transaction in time, given up for another. */
const PRISMA_CODES = /^P(1001|1002|1008|1017|2024|2028|2034|2037)$/;
/** PostgreSQL, by class and code: connection, resources, shutdown; cancelled, locked, given up for another. */
const SQL_STATES = /^(08\w{3}|53\w{3}|57P0\d|57014|55P03|40001|40P01)$/;
const SYSTEM_CODES = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** What the driver says without a code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Query read timeout|Cannot use a pool after calling end)/;

/**
 * Whether a statement failed because the database is away, overloaded or gave way to somebody else, and not because of
 * what was asked of it: the same may well succeed in a moment.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codesOf(error).some(isPassing) || DRIVER_WORDS.test(error.message);
}

const isPassing = (code: string) =>
  PRISMA_CODES.test(code) || SQL_STATES.test(code) || SYSTEM_CODES.test(code);

/** The code of an error of the driver or of Prisma, and PostgreSQL's own behind the latter. */
function codesOf(error: Error): string[] {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: unknown } } };
  const { originalCode } = Object(meta?.driverAdapterError?.cause) as { originalCode?: unknown };
  return [code, originalCode].filter((one) => typeof one === 'string');
}
