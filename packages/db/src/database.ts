import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { createStatementNames } from './statement-names.ts';

/** What a rule or a store needs to speak to the database; either the client itself or a transaction. */
export type Db = PrismaClient | Prisma.TransactionClient;

/** The client inside `prisma.$transaction(async (tx) => …)`. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  prisma: PrismaClient;
  /** The pool Prisma draws from, for the few statements that are better written by hand. */
  pool: pg.Pool;
  /** Waits for running statements, then closes every connection. */
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** How many connections this process may hold. */
  poolSize: number;
  /** Told of connections that broke while idle; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** A busy machine is no reason to give up: how long a transaction may wait for a connection, and how long it may take. */
const transactionOptions = { maxWait: 10_000, timeout: 20_000 };

/** Opens the one pool of a process. No connection is made until the first statement. */
export function openDatabase({ url, poolSize, onConnectionError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'picksync',
    // Prisma's driver adapter writes and reads times as UTC without saying so; the session has to agree.
    onConnect: (client) => client.query("SET TIME ZONE 'UTC'"),
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => onConnectionError?.(error));
  const adapter = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  const prisma = new PrismaClient({ adapter, transactionOptions });
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
