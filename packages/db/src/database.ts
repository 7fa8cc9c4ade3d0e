import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { toConnection } from './hosts.ts';
import { createMeasuredClient, type QueryMeasures } from './measured-client.ts';

/** The client or a transaction: what a rule or a store needs. */
export type Db = PrismaClient | Prisma.TransactionClient;

/** The client inside `prisma.$transaction(async (tx) => …)`. */
export type Tx = Prisma.TransactionClient;

export type Database = {
  prisma: PrismaClient;
  /** The pool Prisma draws from, for the few statements that are better written by hand. */
  pool: pg.Pool;
  /** Waits for running statements, then closes every connection. */
  close: () => Promise<void>;
};

type DatabaseOptions = {
  /** May name several hosts, separated by commas: connections go to the one that takes writes. */
  url: string;
  /** How many connections this process may hold. */
  poolSize: number;
  /** Called once for each connection that broke, idle or in use; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
  /** How long to wait for an answer before the connection counts as lost, although it is still open. */
  answerTimeoutMs?: number;
  /** Told of each statement. */
  measures?: QueryMeasures | undefined;
};

const defaultAnswerTimeoutMs = 25_000;
/** A process that is stopped in the middle of a transaction would keep its rows locked. */
export const silentTransactionTimeoutMs = 10_000;

/** All limits grow with the one that is set; a busy machine is no reason to connect in less time than usual. */
function limitsFor(answerTimeoutMs: number) {
  const connectTimeoutMs = Math.max(10_000, answerTimeoutMs * 0.4);
  return {
    connectTimeoutMs,
    // The server ends a statement before the client gives up its connection.
    statementTimeoutMs: Math.ceil(answerTimeoutMs * 0.8),
    transaction: { maxWait: connectTimeoutMs, timeout: Math.max(20_000, answerTimeoutMs * 0.8) },
  };
}

/** Opens the one pool of a process. No connection is made until the first statement. */
export function openDatabase({
  url,
  poolSize,
  onConnectionError,
  answerTimeoutMs = defaultAnswerTimeoutMs,
  measures,
}: DatabaseOptions): Database {
  const limits = limitsFor(answerTimeoutMs);
  const pool = new pg.Pool({
    ...toConnection(url, createMeasuredClient(measures)),
    max: poolSize,
    connectionTimeoutMillis: limits.connectTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: silentTransactionTimeoutMs,
    application_name: 'picksync',
    onConnect: (client) => {
      // The pool listens only while a client is idle. An error without a listener ends the process.
      let isBroken = false;
      client.on('error', (error) => {
        if (!isBroken) onConnectionError?.(error);
        isBroken = true;
      });
      // Prisma's driver adapter writes and reads times as UTC without saying so; the session has to agree.
      return client.query("SET TIME ZONE 'UTC'");
    },
  });
  // The client has reported it already.
  pool.on('error', () => {});
  const adapter = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  const prisma = new PrismaClient({ adapter, transactionOptions: limits.transaction });
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** More statements than a process uses regularly; those beyond it, such as lists of other lengths, get no name. */
const defaultMost = 200;

/**
 * Names the statements of a process, so that each connection parses a statement once and not every time: the same text
 * has the same name, which begins with `prefix`. All new ones get the empty name once there are `most`.
 */
export function createNames(prefix: string, most = defaultMost): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known ?? '';
    const name = `${prefix}${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/**
 * Names the statements of Prisma as `createNames` does. Those without parameters, such as BEGIN and COMMIT, are not worth
 * keeping and get the empty name.
 */
export function createStatementNames(most?: number): (statement: { sql: string; args: unknown[] }) => string {
  const toName = createNames('s', most);
  return ({ sql, args }) => (args.length === 0 ? '' : toName(sql));
}
