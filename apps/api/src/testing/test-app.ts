import { createHash } from 'node:crypto';
import type { ApiKeyScope } from '@picksync/contracts';
import { type TestDatabase, testDatabase, testUser } from '@picksync/db/testing';
import { type AppSettings, buildApp } from '../app.ts';
import type { Context } from '../base/context.ts';
import type { PaymentProviders } from '../base/payments/payment-provider.ts';
import { type BodySizes, createBodyLimits, defaultBodySizes } from '../http/body-limits.ts';
import { createLogger } from '../http/logging.ts';
import { type ContextConfig, openContext } from '../open-context.ts';
import { createApiKey } from '../people/api-keys/api-keys.ts';
import { startSession } from '../people/sessions/sessions.ts';
import { createActingSession } from './create-acting-session.ts';
import { collectLines } from './log-lines.ts';

export type TestApp = Awaited<ReturnType<typeof testApp>>;

export const origin = 'http://localhost:3000';

/** No provider is offered unless a test registers the application with one. */
const unregistered = {
  clientId: undefined,
  clientSecret: undefined,
  apiBase: undefined,
  authorizeBase: undefined,
};
const noProviders = {
  timeoutMs: 10_000,
  google: unregistered,
  microsoft: { ...unregistered, tenant: 'common' },
};

const unreachable = {
  clientId: 'picksync-local',
  clientSecret: 'sandbox-secret',
  apiBase: 'http://127.0.0.1:9/2.0',
  authorizeBase: 'http://127.0.0.1:9/b/authorize',
  callbackBase: undefined,
  source: { organization: 'Picksync', application: 'Tests' },
};

const plenty = { reads: 100_000, writes: 100_000, signIns: 100_000, callbacks: 100_000, userWrites: 100_000 };

/** A seller of whom nothing is set but the name. */
export const noSeller = {
  name: 'Picksync',
  address: [],
  email: null,
  taxNumber: null,
  country: null,
  state: null,
  taxPercent: null,
};

/** Who runs it, as far as it says. */
const operator = { supportEmail: 'support@picksync.example', seller: noSeller, legalDir: undefined };

/**
 * The real application on a database of its own, with a clock that stands until it is set and a log that is kept.
 * Make one per test file and `close` it in `afterAll`.
 */
export async function testApp({
  callbackSizes = {},
  beside,
  providers,
  ...settings
}: Partial<AppSettings & ContextConfig> & {
  callbackSizes?: Partial<BodySizes>;
  /** Another process on the same database, which stays with that one. */
  beside?: { databaseUrl: string; admin: TestDatabase['pool'] };
  /** Payment providers in the place of those that the settings name. */
  providers?: PaymentProviders;
} = {}) {
  const database = beside
    ? { runtimeUrl: beside.databaseUrl, pool: beside.admin, close: async () => {} }
    : await testDatabase({ poolSize: 2 });
  const log = collectLines();
  const clock = { at: new Date('2026-11-21T10:00:00Z') };
  const config = {
    database: { url: database.runtimeUrl, poolSize: 8, answerTimeoutMs: 120_000 },
    mail: {
      token: 'token',
      host: 'http://127.0.0.1:9',
      from: 'Picksync <no-reply@picksync.example>',
      webhookPassword: undefined,
    },
    sandboxInbox: undefined,
    ...operator,
    healthTimeoutMs: 60_000,
    commit: 'unknown',
    tracesEndpoint: undefined,
    publicOrigin: origin,
    sealingKeys: [{ id: 'test', key: createHash('sha256').update('the key of the tests').digest() }],
    smartsheet: unreachable,
    maxOptions: 500,
    secret: 'a secret of at least thirty-two characters',
    otherSecrets: [],
    requestsPerMinute: plenty,
    mailsPerHour: 100_000,
    keyCallsPerMinute: 100_000,
    webhookTargets: 'public' as const,
    queueLimits: { usual: 60, urgent: 15 },
    signIn: noProviders,
    payments: { paypal: undefined, razorpay: undefined },
    sessionLimits: { idleDays: 30, maxDays: 90, perPerson: 20 },
    trustProxy: false as const,
    webDist: undefined,
    docsDist: undefined,
    ...settings,
  };
  const context = await openContext({
    config,
    log: createLogger('debug', log),
    now: () => clock.at,
    ...(providers && { paymentProviders: providers }),
  });
  const callbackLimits = createBodyLimits({ ...defaultBodySizes, ...callbackSizes });
  const watched = { ...context, callbackLimits };
  const app = await buildApp(watched, config);
  const { db } = context;

  return {
    app,
    context,
    settings: config,
    callbackLimits,
    db,
    /** What the process itself would be given, and the owner's connections, for what it may not do. */
    databaseUrl: database.runtimeUrl,
    admin: database.pool,
    clock,
    log,
    /** Lets time pass for the application, and for its throttles, which go by the clock of the machine. */
    async passTime(ms: number): Promise<void> {
      clock.at = new Date(clock.at.getTime() + ms);
      await db.$executeRaw`UPDATE throttles SET expire = expire - ${ms}::bigint`;
    },
    /** A signed-in user, new unless `userId` is given, and the headers their browser sends. */
    async signIn({ userId, ...user }: { userId?: string } & Parameters<typeof testUser>[1] = {}) {
      const id = userId ?? (await testUser(db, user)).id;
      const session = await startSession(context, { userId: id, userAgent: 'test', ipAddress: '127.0.0.1' });
      const cookie = `${context.cookies.session.name}=${session.token}`;
      return { userId: id, ...session, headers: { cookie, origin } };
    },
    /** A new API key of a user's, with the headers of the program that has it. */
    createKey: (userId: string, scope: ApiKeyScope = 'write') => createKey(context, { userId, scope }),
    /** The payloads of the jobs that wait in a queue, oldest first. */
    waitingJobs: async (queue: string): Promise<Record<string, unknown>[]> => {
      const jobs = await db.$queryRaw<{ data: Record<string, unknown> }[]>`
        SELECT data FROM pgboss.job WHERE name = ${queue} AND state = 'created' ORDER BY created_on`;
      // The trace of the request is another each time.
      return jobs.map(({ data: { traceparent: _, ...data } }) => data);
    },
    async close(): Promise<void> {
      await app.close();
      await context.close();
      await database.close();
    },
  };
}

/** Creates an API key in a session that ends at once, and returns it with the headers of the program that has it. */
async function createKey(context: Context, { userId, scope }: { userId: string; scope: ApiKeyScope }) {
  const session = await createActingSession(context, userId);
  const acting = { userId, network: '127.0.0.1', session };
  const wanted = { name: 'A program', scope, expiresInDays: null };
  const { key, apiKey } = await createApiKey(context, { ...acting, ...wanted });
  await context.db.session.delete({ where: { id: session.id } });
  return { key, id: apiKey.id, headers: { authorization: `Bearer ${key}` } };
}
