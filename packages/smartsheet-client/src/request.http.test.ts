import { describe, expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';
import { deserted, refusal } from './testing/provider.ts';

const version = { body: { version: 3 } };
const column = { body: { result: { id: 5, index: 0, title: 'Client', type: 'PICKLIST', options: ['a'] } } };
const html = (status: number) => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html>no</html>',
});
const change = { sheetId: '1', columnId: '5', type: 'PICKLIST', options: ['secret option'] } as const;

describe('the request', () => {
  it('carries the token and asks the limiter', async () => {
    const { client, seen, weights } = await createClient([version]);
    expect(await client.sheets.version({ sheetId: '12' })).toBe(3);
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/2.0/sheets/12/version' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'application/json' });
    expect(weights).toEqual([1]);
  });

  it('names the change agent on writes only', async () => {
    const { client, seen } = await createClient([column, version], { changeAgent: 'picksync' });
    await client.columns.update(change);
    await client.sheets.version({ sheetId: '1' });
    expect(seen.map(({ headers }) => headers['smartsheet-change-agent'])).toEqual(['picksync', undefined]);
  });

  it('names its source where it has one', async () => {
    const named = await createClient([version], { integrationSource: 'APPLICATION,Org,App' });
    await named.client.sheets.version({ sheetId: '1' });
    expect(named.seen[0]?.headers['smartsheet-integration-source']).toBe('APPLICATION,Org,App');
    const { client, seen } = await createClient([version]);
    await client.sheets.version({ sheetId: '1' });
    expect(seen[0]?.headers).not.toHaveProperty('smartsheet-integration-source');
  });

  it('is stopped right before each try when the caller may not go on', async () => {
    let mayCall = true;
    const { client, seen, pauses } = await createClient([refusal(500, 4000), version], {
      beforeCall: () => {
        if (!mayCall) throw new Error('not ours any more');
        mayCall = false;
      },
    });
    await expect(client.sheets.version({ sheetId: '1' })).rejects.toThrow('not ours any more');
    expect(seen).toHaveLength(1);
    expect(pauses).toHaveLength(1);
  });

  it('refuses an id that is not one before anything is sent', async () => {
    const { client, seen } = await createClient([version]);
    expect(() => client.sheets.version({ sheetId: '../users' })).toThrow(TypeError);
    expect(seen).toEqual([]);
  });
});

describe('reads', () => {
  it.each([
    ['a server error', refusal(500, 4000)],
    ['maintenance', refusal(503, 4001)],
    ['a page of a proxy', html(502)],
    ['a success that is no JSON', html(200)],
    ['an error under the status of a success', refusal(200, 4000)],
    ['an error under the status of a success, with an unknown code', refusal(200, 4999)],
    ['a cut connection', { cut: 'at-once' } as const],
    ['half an answer', { ...version, cut: 'half-way' } as const],
  ])('are tried again after %s', async (_what, failure) => {
    const { client, pauses, calls } = await createClient([failure, version]);
    expect(await client.sheets.version({ sheetId: '1' })).toBe(3);
    expect(pauses).toEqual([250]);
    expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  it('give up after four tries', async () => {
    const { client, seen } = await createClient([refusal(500, 4000)]);
    const error = await catchError(client.sheets.version({ sheetId: '1' }));
    expect(error).toMatchObject({ class: 'retry', reason: 'outage', code: 4000, refId: 'ref1' });
    expect(seen).toHaveLength(4);
  });

  it('give up after two timeouts', async () => {
    const { client, calls } = await createClient([{ hang: true }], { timeoutMs: 40 });
    const error = await catchError(client.sheets.version({ sheetId: '1' }));
    expect(error).toMatchObject({ class: 'retry', reason: 'timeout', outcome: undefined });
    expect(calls).toMatchObject([{ status: undefined }, { status: undefined }]);
  });

  it('say so when the answer has an unexpected shape, naming members only', async () => {
    const { client } = await createClient([{ body: { version: 'secret' } }]);
    const error = await catchError(client.sheets.version({ sheetId: '1' }));
    expect(error).toMatchObject({ class: 'bug', reason: 'bad_reply' });
    expect(error.message).toContain('unexpected version');
    expect(error.message).not.toContain('secret');
  });

  it('say network when nobody listens', async () => {
    const { client } = await createClient([], { baseUrl: await deserted() });
    const error = await catchError(client.users.me());
    expect(error).toMatchObject({ class: 'retry', reason: 'network', status: undefined });
    expect(error.message).toContain('ECONNREFUSED');
  });
});

describe('writes', () => {
  it('are repeated after a save collision, with the same body', async () => {
    const { client, seen } = await createClient([refusal(500, 4004), refusal(503, 4001), column]);
    await client.columns.update(change);
    const body = '{"type":"PICKLIST","options":["secret option"]}';
    expect(seen.map((request) => request.body)).toEqual([body, body, body]);
  });

  it.each([
    ['a timeout', { hang: true }, 'timeout'],
    ['a cut connection', { cut: 'at-once' } as const, 'network'],
    ['half an answer', { ...column, cut: 'half-way' } as const, 'network'],
    ['a server error', refusal(500, 4000), 'outage'],
    ['a page of a proxy', html(504), 'outage'],
    ['a success that is no JSON', html(200), 'bad_reply'],
    ['an error under the status of a success', refusal(200, 4000), 'outage'],
  ])('are not repeated after %s, because they may have been done', async (_what, failure, reason) => {
    const patience = 'hang' in failure ? { timeoutMs: 40 } : {};
    const { client, calls } = await createClient([failure, column], patience);
    const error = await catchError(client.columns.update(change));
    expect(error).toMatchObject({ class: 'retry', reason, outcome: 'unknown' });
    expect(calls).toHaveLength(1);
  });

  it('are not done when nobody listens', async () => {
    const { client, pauses } = await createClient([], { baseUrl: await deserted() });
    expect(await catchError(client.columns.update(change))).toMatchObject({
      reason: 'network',
      outcome: 'not_done',
    });
    expect(pauses).toHaveLength(3);
  });

  it('fail without a word of what was written or what Smartsheet said', async () => {
    const { client } = await createClient([refusal(400, 1042)]);
    const error = await catchError(client.columns.update(change));
    expect(JSON.stringify({ ...error, message: error.message, stack: error.stack })).not.toContain('secret');
  });
});
