import { allEndpoints, toPath } from '@picksync/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportSections } from './people/data-exports/export-sections.ts';
import { startPendingSession } from './people/sessions/sessions.ts';
import { anyId, readFields, sampleInput } from './testing/contract-samples.ts';
import { addressWithId, ownedByField, ownedByPath, ownersSecret } from './testing/owned-ids.ts';
import { everythingStored, findChangedTables } from './testing/stored.ts';
import { origin, type TestApp, testApp } from './testing/test-app.ts';

// Every endpoint of the contract is tested here as soon as it is there.

type Endpoint = (typeof allEndpoints)[number];
type Headers = Record<string, string>;

let api: TestApp;
let narrow: TestApp;
beforeAll(async () => {
  api = await testApp();
  narrow = await testApp({
    requestsPerMinute: { reads: 1, writes: 1, signIns: 1, callbacks: 1, userWrites: 1 },
  });
});
afterAll(async () => {
  await api.close();
  await narrow.close();
});

const named = allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const writing = named.filter(([, { method, raw }]) => method !== 'GET' && raw !== 'bytes');

const mayDoEverything = {
  role: 'admin',
  subscriptionStatus: 'active',
  subscriptionTier: 'premium',
} as const;

const parts = named.flatMap(([name, endpoint]) =>
  (['query', 'body'] as const).flatMap((part) =>
    endpoint[part] ? [{ name, part, schema: endpoint[part] }] : [],
  ),
);

test.each(parts)('a sample fits the $part of $name', ({ schema }) => {
  expect(schema.safeParse(sampleInput(schema)).error?.issues ?? []).toEqual([]);
});

function getUrl({ path, query }: Endpoint, id = anyId) {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id]));
  return toPath({ path }, { params, query: sampleInput(query) });
}

const call = (endpoint: Endpoint, headers: Headers) => {
  const { path, method } = endpoint;
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, anyId]));
  return api.app.inject({ method, url: toPath({ path }, { params }), headers });
};

test.each(named)('%s is served', (_, { method, path }) => {
  expect(api.app.hasRoute({ method, url: path })).toBe(true);
});

type Answer = Awaited<ReturnType<typeof call>>;

/** A browser that navigates is led back to the page; whoever calls is told why not. */
function expectRefused({ failTo }: Endpoint, answer: Answer, refusal: [status: number, code: string]): void {
  if (failTo) expect(answer.headers.location).toBe(failTo);
  else expect([answer.statusCode, answer.json().code]).toEqual(refusal);
}

describe('a call that is not public', () => {
  const closed = named.filter(([, { access }]) => access !== 'public');

  test.each(closed)('%s needs a session', async (_, endpoint) => {
    for (const headers of [{ origin }, { origin, cookie: `${api.context.cookies.session.name}=guessed` }]) {
      const answer = await call(endpoint, headers);
      expectRefused(endpoint, answer, [401, 'unauthenticated']);
    }
  });

  test.each(closed)('%s is closed to a login that waits for its second factor', async (_, endpoint) => {
    const { userId } = await api.signIn();
    const browser = { userId, userAgent: 'test', ipAddress: '127.0.0.1' };
    const { token } = await startPendingSession(api.context, browser);
    const { session, secondFactor } = api.context.cookies;
    const cookies = `${session.name}=${token}; ${secondFactor.name}=${token}`;
    for (const headers of [{ cookie: cookies, origin }, { authorization: `Bearer ${token}` }]) {
      const answer = await call(endpoint, headers);
      expectRefused(endpoint, answer, [401, 'unauthenticated']);
    }
  });

  test.each(closed)('%s needs an address that was verified', async (_, endpoint) => {
    const { headers } = await api.signIn({ isVerified: false });
    const answer = await call(endpoint, headers);
    expectRefused(endpoint, answer, [403, 'verification_required']);
  });

  // None of them is there yet; this joins with the first.
  for (const [name, endpoint] of named.filter(([, { access }]) => access === 'admin')) {
    test(`${name} is for admins`, async () => {
      const { headers } = await api.signIn();
      expectRefused(endpoint, await call(endpoint, headers), [403, 'forbidden']);
    });
  }

  test.each(named.filter(([, { stepUp }]) => stepUp))('%s needs a recent step-up', async (_, endpoint) => {
    const { headers, userId } = await api.signIn({ role: 'admin' });
    const long = new Date(api.clock.at.getTime() - 11 * 60_000);
    await api.db.session.updateMany({ where: { userId }, data: { provenAt: long } });
    const answer = await call(endpoint, headers);
    expectRefused(endpoint, answer, [403, 'proof_required']);
  });

  test.each(writing)('%s cannot be called by another site with the cookie alone', async (_, endpoint) => {
    const { headers } = await api.signIn();
    for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, { origin: '' }]) {
      const answer = await call(endpoint, { ...headers, ...from });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
    }
    const answer = await call(endpoint, { ...headers, 'sec-fetch-site': 'cross-site' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_origin']);
  });
});

describe('how often', () => {
  test.each(named)('%s is refused beyond its limit, and says for how long', async (name, endpoint) => {
    // An address of its own: reads share one limit.
    const index = named.findIndex(([other]) => other === name);
    const remoteAddress = `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    const request = () =>
      narrow.app.inject({
        method: endpoint.method,
        url: getUrl(endpoint),
        headers: { origin },
        remoteAddress,
      });
    const first = await request();
    expect(first.statusCode).not.toBe(429);
    expect(first.headers['x-ratelimit-limit']).toBe('1');
    const second = await request();
    if (endpoint.failTo) return expect(second.headers.location).toBe(endpoint.failTo);
    expect([second.statusCode, second.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('other people’s ids', () => {
  const withId = named.filter(([, { path }]) => addressWithId(path));

  test.each(withId)('%s says in a table what its id stands for', (_, { path }) => {
    expect(Object.keys(ownedByPath)).toContain(addressWithId(path));
  });

  // A browser that navigates is led back whatever the id: see data-exports.http.test.ts.
  const answered = withId.filter(([, { failTo }]) => !failTo);

  test.each(answered.filter(([, { path }]) => ownedByPath[addressWithId(path) ?? '']))(
    '%s finds nothing of somebody else, and changes nothing',
    async (_, endpoint) => {
      const create = ownedByPath[addressWithId(endpoint.path) ?? ''];
      const [owner, stranger] = [await api.signIn(mayDoEverything), await api.signIn(mayDoEverything)];
      const id = (await create?.(api, owner.userId)) ?? '';
      const request = ({ headers }: { headers: Headers }, which: string) =>
        api.app.inject({
          method: endpoint.method,
          url: getUrl(endpoint, which),
          headers,
          ...(endpoint.body && { payload: sampleInput(endpoint.body) }),
        });
      const before = await everythingStored(api);
      const answer = await request(stranger, id);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
      for (const strange of [anyId, 'x', '1', id.slice(1), `${id}0`, '%00', '%F0%9F%8E%89', '..%2F..']) {
        expect((await request(owner, strange).catch(() => answer)).statusCode, strange).toBe(404);
      }
      expect(await findChangedTables(before, api)).toEqual([]);
      // It was there to be found; of what lies deeper, only the first id is.
      const isDeeper = (endpoint.path.match(/:/g)?.length ?? 0) > 1;
      if (!isDeeper) expect((await request(owner, id)).statusCode).not.toBe(404);
    },
  );

  const idFields = named.flatMap(([name, endpoint]) =>
    (['query', 'body'] as const).flatMap((part) =>
      Object.entries(readFields(endpoint[part]))
        .filter(([, { format, anyOf = [] }]) => [format, ...anyOf.map((one) => one.format)].includes('uuid'))
        .map(([field]) => ({ name, endpoint, part, field })),
    ),
  );

  test.each(idFields)('$name tells nothing by its $field', async ({ endpoint, part, field }) => {
    expect(Object.keys(ownedByField)).toContain(field);
    const [owner, stranger] = [await api.signIn(mayDoEverything), await api.signIn(mayDoEverything)];
    const id = await ownedByField[field]?.(api, owner.userId);
    await api.db.activityLog.create({
      data: {
        userId: owner.userId,
        automationId: field === 'ruleId' ? null : (id ?? null),
        automationName: ownersSecret,
        action: 'manual_sync',
        status: 'info',
      },
    });
    const input = { ...sampleInput(endpoint[part]), [field]: id };
    const before = await everythingStored(api);
    const answer = await api.app.inject({
      method: endpoint.method,
      url: toPath(endpoint, { params: { id: '1001' }, ...(part === 'query' && { query: input }) }),
      headers: stranger.headers,
      ...(part === 'body' && { payload: input }),
    });
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.payload).not.toContain(ownersSecret);
    expect(await findChangedTables(before, api)).toEqual([]);
  });
});

test('a copy of one’s data names each column that is in it, and each that is left out on purpose', async () => {
  const { rows } = await api.admin.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY($1)`,
    [exportSections.map(({ table }) => table)],
  );
  for (const { table, columns, withheld = [] } of exportSections) {
    const there = rows.filter((row) => row.table === table).map(({ column }) => column);
    expect([...columns, ...withheld].sort(), table).toEqual(there.sort());
  }
  const shown = exportSections.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
  expect(shown.filter((name) => /hash|sealed|fingerprint|public_key/.test(name))).toEqual([]);
});
