import { type AppError, allEndpoints, toPath } from '@picksync/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { validateInput } from './http/validate-input.ts';
import { readFields, sampleInput } from './testing/contract-samples.ts';
import { addressWithId, ownedByPath, sharedByPath } from './testing/owned-ids.ts';
import { everythingStored, findChangedTables } from './testing/stored.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

// Every field of the contract is tested here as soon as it is there.

type Endpoint = (typeof allEndpoints)[number];
type Person = Awaited<ReturnType<TestApp['signIn']>>;

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const implemented = allEndpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const withBody = implemented.filter(([, { body, raw }]) => body && raw !== 'bytes');
const withParams = implemented.filter(([, { params, raw }]) => params && raw === undefined);
// A stream that is opened does not end: see live.http.test.ts.
const withQuery = implemented.filter(([, { query, raw }]) => query && raw !== 'events');

/** Somebody who may do everything, and what stands behind an id in the address. */
async function prepare({ path }: Endpoint): Promise<{ person: Person; id: string }> {
  const premium = { subscriptionStatus: 'active', subscriptionTier: 'premium' } as const;
  const person = await api.signIn({ role: 'admin', ...premium });
  const address = addressWithId(path) ?? '';
  const create = ownedByPath[address] ?? sharedByPath[address];
  return { person, id: (await create?.(api, person.userId)) ?? '1001' };
}

const pathTo = ({ path }: Endpoint, id: string) =>
  toPath(
    { path },
    { params: Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id])) },
  );

describe('a body that is not what was asked for', () => {
  const json = { 'content-type': 'application/json' };

  test.each(withBody)('%s refuses it, and changes nothing', async (_, endpoint) => {
    const { person, id } = await prepare(endpoint);
    const good = sampleInput(endpoint.body);
    const send = (payload: string | undefined, headers: object) =>
      api.app.inject({
        method: endpoint.method,
        url: pathTo(endpoint, id),
        headers: { ...person.headers, ...headers },
        ...(payload !== undefined && { payload }),
      });
    const before = await everythingStored(api);
    const bad = [
      ['nothing', undefined, {}, 400],
      ['no JSON', '{"email":', json, 400],
      ['null', 'null', json, 400],
      ['a list', JSON.stringify([good]), json, 400],
      ['a text', '"text"', json, 400],
      ['a field too many', JSON.stringify({ ...good, isAdmin: true }), json, 400],
      [
        'a field of every object',
        `{"__proto__":{"role":"admin"},${JSON.stringify(good).slice(1)}`,
        json,
        400,
      ],
      ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
      ['plain text', JSON.stringify(good), { 'content-type': 'text/plain' }, 415],
      ['too much', JSON.stringify({ ...good, more: 'x'.repeat(1024 * 1024) }), json, 413],
    ] as const;
    const answers = await Promise.all(bad.map(([, payload, headers]) => send(payload, headers)));
    for (const [index, [what, , , status]] of bad.entries()) {
      expect(answers[index]?.statusCode, what).toBe(status);
      expect(answers[index]?.json().message, what).toMatch(/^[A-Z].*\.$/);
    }
    expect(await findChangedTables(before, api)).toEqual([]);
  });
});

/** What people, scripts and attackers put into a field. */
const texts = {
  nothing: '',
  'a space': ' ',
  'spaces around': '  Ada  ',
  'too long': 'x'.repeat(20_001),
  'another alphabet': 'Ωμέγα 漢字 кириллица',
  emoji: '👩‍👩‍👧‍👦🎉',
  'right to left': 'שלום \u202E evil',
  'a line break': 'one\r\ntwo: three',
  markup: '<script>alert(1)</script>',
  SQL: "'; DROP TABLE users; --",
  'a zero byte': 'null\0byte',
  'half a character': '\ud800',
};
const values = {
  ...texts,
  null: null,
  'a number': 12,
  'a huge number': 1e300,
  'a negative number': -1,
  yes: true,
  'a list': [],
  'an object': {},
  'a nested list': [[['deep']]],
};

/** Words of a validator, which tell a person nothing. */
const jargon =
  /\b(another value|expected|received|invalid (input|string|option|type|url|uuid)|regex|undefined|NaN|pattern)\b/i;

function isClear(sentence: string): boolean {
  return /^\p{Lu}/u.test(sentence) && !jargon.test(sentence) && sentence.length <= 120;
}

type Answer = { statusCode: number; payload: string };

/** Returns what is wrong with an answer to a bad value; undefined when it was accepted, or refused by a sentence. */
function readProblem({ statusCode, payload }: Answer): string | undefined {
  if (statusCode < 400) return undefined;
  const { code, message = '', errors = {} } = JSON.parse(payload);
  // Smartsheet is not there, and the mail provider neither.
  if (statusCode >= 500 && code !== 'smartsheet_unavailable') return `${statusCode} ${code}`;
  if (statusCode === 429) return 'not judged: 429';
  const sentences = [message, ...Object.values(errors as Record<string, string>)];
  return sentences.find((sentence) => !isClear(sentence));
}

/**
 * Returns how the contract alone refuses a body, as every call is refused before any rule is asked; null when it accepts
 * it. A call through the whole server takes twenty times as long.
 */
function findRefusal({ method, path, body, access }: Endpoint, payload: object): Answer | null {
  const input = { schema: body as z.ZodType, method, url: path, httpPart: 'body' };
  const { error } = validateInput(input)(JSON.parse(JSON.stringify(payload))) as { error?: AppError };
  if (!error) return null;
  const reply = error.toReply();
  // An administrator's call repeats its message.
  const sent = access === 'admin' ? { ...reply, error: reply.message } : reply;
  return { statusCode: 400, payload: JSON.stringify(sent) };
}

describe('a value that is not what was asked for', () => {
  test.each(withBody)('%s accepts or refuses it, field by field', async (_, endpoint) => {
    const { person, id } = await prepare(endpoint);
    const problems: string[] = [];
    const { method } = endpoint;
    const { headers } = person;
    const inject = (payload: object) =>
      api.app.inject({ method, url: pathTo(endpoint, id), headers, payload });
    const send = async (payload: object) => {
      const answer = await inject(payload);
      if (answer.statusCode !== 429) return answer;
      await api.admin.query('DELETE FROM throttles');
      return inject(payload);
    };
    let isCompared = false;
    for (const [field, { type }] of Object.entries(readFields(endpoint.body))) {
      const inLists = type === 'array' ? Object.entries(texts).map(([what, text]) => [what, [text]]) : [];
      for (const [what, value] of [...Object.entries(values), ...inLists]) {
        const payload = { ...sampleInput(endpoint.body), [field as string]: value };
        const refusal = findRefusal(endpoint, payload);
        if (refusal && !isCompared) {
          expect(JSON.parse((await send(payload)).payload)).toEqual(JSON.parse(refusal.payload));
          isCompared = true;
        }
        const problem = readProblem(refusal ?? (await send(payload)));
        if (problem) problems.push(`${field}, ${what}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
  });

  test.each(withParams)('%s finds nothing at an address that nobody has', async (_, endpoint) => {
    const { person } = await prepare(endpoint);
    const { method } = endpoint;
    const { headers } = person;
    const visit = async ([what, text]: [string, string]) => {
      const url = pathTo(endpoint, text.toWellFormed());
      const body = endpoint.body ? { payload: sampleInput(endpoint.body) } : {};
      const { statusCode } = await api.app.inject({ method, url, headers, ...body });
      expect([400, 404, 414, 429], `${what}: ${statusCode}`).toContain(statusCode);
    };
    await Promise.all(Object.entries({ ...texts, nothing: ' ' }).map(visit));
  });

  test.each(withQuery)('%s accepts or refuses it in its address', async (_, endpoint) => {
    const { person, id } = await prepare(endpoint);
    const problems: string[] = [];
    const url = pathTo(endpoint, id);
    const given = { ...texts, 'too long': 'x'.repeat(3000) };
    for (const field of [...Object.keys(readFields(endpoint.query)), 'unknown']) {
      const query = (text: string) =>
        `${encodeURIComponent(field)}=${encodeURIComponent(text.toWellFormed())}`;
      const searches = {
        ...Object.fromEntries(Object.entries(given).map(([what, text]) => [what, query(text)])),
        'twice the same': `${query(texts.emoji)}&${query(texts.emoji)}`,
        'a list': `${field}[]=1`,
        'half an escape': `${field}=%E0%A4%A`,
      };
      const { method } = endpoint;
      const { headers } = person;
      const ask = async ([what, search]: [string, string]) => {
        const problem = readProblem(await api.app.inject({ method, url: `${url}?${search}`, headers }));
        if (problem) problems.push(`${field}, ${what}: ${problem}`);
      };
      await Promise.all(Object.entries(searches).map(ask));
    }
    expect([...new Set(problems)]).toEqual([]);
  });
});
