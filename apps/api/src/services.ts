import { randomBytes, randomUUID } from 'node:crypto';
import { openDatabase } from '@picksync/db';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Caller, Credentials } from './http/caller.ts';
import { createSessionCookie } from './http/session-cookie.ts';
import { createKeyedHash } from './keyed-hash.ts';
import { createPasswords } from './modules/passwords/passwords.ts';
import { authenticate, prolong } from './modules/sessions/sessions.ts';
import { version } from './version.ts';

export type Services = Awaited<ReturnType<typeof buildServices>>;

/** Everything the modules work with, built once, top to bottom. A module names the parts it needs. */
export async function buildServices({
  config,
  log,
  now = () => new Date(),
}: {
  config: Config;
  log: Logger;
  now?: () => Date;
}) {
  const database = openDatabase({
    ...config.database,
    onConnectionError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  const db = database.prisma;
  const keyedHash = createKeyedHash(config.secret);
  const newSecret = () => randomBytes(32).toString('base64url');
  const sessionParts = { db, keyedHash, newSecret, now };

  return {
    ...sessionParts,
    newId: randomUUID,
    publicOrigin: config.publicOrigin,
    sessionCookie: createSessionCookie(config.publicOrigin),
    passwords: await createPasswords(),
    authenticate: (credentials: Credentials) => authenticate(credentials, sessionParts),
    prolong: (caller: Caller) => prolong(caller, sessionParts),
    health: { version, checks: { database: () => db.$queryRaw`SELECT 1`, queue: async () => undefined } },
    close: () => database.close(),
  };
}
