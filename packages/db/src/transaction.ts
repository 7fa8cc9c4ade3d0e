import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { wasGivenUp } from './unavailable.ts';

/**
 * Runs statements of the pool in a transaction: all of them are committed, or none when `work` throws. A connection that
 * breaks meanwhile fails the next statement: `openDatabase` listens for the errors of its clients.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection on which even the rollback fails must not be used again.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

/*
 * A transaction that changes several rows locks them in one order, so that no two transactions wait for each
 * other: an address of a login, users, their sessions, then webhooks, sheets, automations and connections; rows of one
 * table by their keys. Rows that belong to nobody alone come in whatever order an act needs them: coupons, the counter
 * of receipts, events and disputes of providers, the sessions of administrators. What locks those runs by `transact`,
 * which repeats.
 */

/** Locks all webhooks, sheets and automations of a connection. Call it before the first of them is changed. */
export async function lockConnectionRows(tx: Db, connectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM smartsheet_webhooks WHERE connection_id = ${connectionId}::uuid ORDER BY id FOR NO KEY UPDATE`;
  await tx.$executeRaw`
    SELECT 1 FROM sheets WHERE connection_id = ${connectionId}::uuid
    ORDER BY connection_id, sheet_id FOR NO KEY UPDATE`;
  await lockAutomations(tx, connectionId);
}

/** Locks all automations of a connection. */
export async function lockAutomations(tx: Db, connectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM automations WHERE connection_id = ${connectionId}::uuid ORDER BY id FOR NO KEY UPDATE`;
}

/** Returns whether a statement of Prisma failed because another row has a value that only one may have. */
export function isUniqueViolation(error: unknown): error is Prisma.PrismaClientKnownRequestError {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

const maxAttempts = 3;

/**
 * Runs a transaction, and again when PostgreSQL gave it up in favour of another one (a deadlock, a conflict). Only for
 * transactions that do nothing outside the database. Rows of one user are locked in one order everywhere; this is for rows that
 * users share, and for the cases that were missed.
 */
export async function repeatOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === maxAttempts || !wasGivenUp(error)) throw error;
    }
  }
}

/**
 * Runs a transaction of Prisma by `repeatOnDeadlock`. For those that may meet another one in the opposite order: every act of
 * an administrator, and all that touches what several users share, such as coupons and the counter of receipts.
 */
export function transact<T>(db: PrismaClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatOnDeadlock(() => db.$transaction(work));
}
