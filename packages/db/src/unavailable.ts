/** Prisma: not reached, closed, no connection or no transaction in time, given up for another. */
const prismaCodes = /^P(1001|1002|1008|1017|2024|2028|2034|2037)$/;
/**
 * PostgreSQL, by class and code: connection, resources, shutdown; read-only, cancelled, locked, given up for another.
 */
const sqlStates = /^(08\w{3}|53\w{3}|57P0\d|25006|25P03|57014|55P03|40001|40P01)$/;
const systemCodes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/;
/** Prisma's driver adapter, for errors that have no code behind them. */
const adapterKinds = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/;
/** Errors of the driver that have no code. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed)|Query read timeout|Cannot use a pool after calling end)/;

/**
 * Returns whether a statement failed because the database cannot be reached, is overloaded or preferred another
 * transaction, and not because of the statement itself: it may succeed in a moment.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return getCodes(error).some(isTransient) || driverMessages.test(error.message);
}

/** Returns whether PostgreSQL ended a transaction in favour of another one: a deadlock or a conflict. */
export function wasGivenUp(error: unknown): boolean {
  return error instanceof Error && getCodes(error).some((code) => /^(P2034|40001|40P01)$/.test(code));
}

/** Returns whether PostgreSQL ended a statement because it took longer than it may. */
export function wasTooSlow(error: unknown): boolean {
  return error instanceof Error && getCodes(error).includes('57014');
}

function isTransient(code: string): boolean {
  return [prismaCodes, sqlStates, systemCodes, adapterKinds].some((codes) => codes.test(code));
}

type AdapterCause = { originalCode?: unknown; kind?: unknown };

/**
 * Returns the codes of an error of the driver or of Prisma. Prisma keeps PostgreSQL's own in `meta`; a commit or a
 * rollback that fails comes out of its adapter as it is, with the code in `cause`.
 */
function getCodes(error: Error): string[] {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: unknown } } };
  const causes: AdapterCause[] = [Object(meta?.driverAdapterError?.cause), Object(error.cause)];
  const behind = causes.flatMap(({ originalCode, kind }) => [originalCode, kind]);
  return [code, ...behind].filter((one) => typeof one === 'string');
}

/** Returns whether a row was refused because its user was deleted meanwhile, such as in another browser. */
export function isUserGone(error: unknown): boolean {
  return error instanceof Error && /foreign key constraint.*_user_id_fkey/is.test(error.message);
}
