import { expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';
import { refusal } from './testing/provider.ts';

const version = { body: { version: 3 } };

/** A token that changes when somebody renews it. */
const tokens = (...values: string[]) => {
  const refused: string[] = [];
  return {
    refused,
    accessToken: async () => values[0] ?? 'none',
    onTokenRefused: async ({ refusedToken }: { refusedToken: string }) => {
      refused.push(refusedToken);
      if (values.length > 1) values.shift();
    },
  };
};

it('an expired token is renewed once and the call goes through', async () => {
  const { refused, ...hooks } = tokens('old', 'new');
  const { client, seen, pauses } = await createClient([refusal(401, 1003), version], hooks);
  expect(await client.sheets.version({ sheetId: '1' })).toBe(3);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect({ refused, pauses }).toEqual({ refused: ['old'], pauses: [] });
});

it('the call fails when the renewed token has expired too', async () => {
  const { refused, ...hooks } = tokens('one', 'two', 'three');
  const { client, seen } = await createClient([refusal(401, 1003)], hooks);
  const error = await catchError(client.sheets.version({ sheetId: '1' }));
  expect(error).toMatchObject({ class: 'needs_user', reason: 'token_expired' });
  expect({ calls: seen.length, refused }).toEqual({ calls: 2, refused: ['one'] });
});

it('the call fails after one try when nobody renews the token', async () => {
  const { client, seen } = await createClient([refusal(401, 1003)]);
  expect(await catchError(client.users.me())).toMatchObject({ reason: 'token_expired' });
  expect(seen).toHaveLength(1);
});

it('the call waits for the new token while another process replaces it', async () => {
  const { refused, ...hooks } = tokens('old', 'new');
  const { client, seen } = await createClient([refusal(401, 1002), version], hooks);
  expect(await client.sheets.version({ sheetId: '1' })).toBe(3);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect(refused).toEqual(['old']);
});

it('the call fails when a refused token is still the only one', async () => {
  const { client, seen } = await createClient([refusal(401, 1002)], tokens('only'));
  expect(await catchError(client.sheets.version({ sheetId: '1' }))).toMatchObject({
    reason: 'token_invalid',
  });
  expect(seen).toHaveLength(1);
});

it('the error of a refused renewal reaches the caller', async () => {
  const onTokenRefused = async () => {
    throw new Error('reconnect');
  };
  const { client } = await createClient([refusal(401, 1003)], { onTokenRefused });
  await expect(client.users.me()).rejects.toThrow('reconnect');
});

it('a token that is paid for goes out without asking anybody, and only the first attempt is', async () => {
  const asked: number[] = [];
  const paidToken = async ({ weight }: { weight: number }) => {
    asked.push(weight);
    return asked.length === 1 ? 'paid' : undefined;
  };
  const { client, seen, weights } = await createClient([refusal(500, 4000), version, version], { paidToken });
  await client.sheets.version({ sheetId: '1' });
  expect(weights).toEqual([1]);
  await client.sheets.version({ sheetId: '1' });
  expect(weights).toEqual([1, 1]);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(
    ['paid', 'paid', 'token-1'].map((t) => `Bearer ${t}`),
  );
  expect(asked).toEqual([1, 1]);
});

it('an aborted call pays for nothing', async () => {
  const asked: number[] = [];
  const paidToken = async ({ weight }: { weight: number }) => {
    asked.push(weight);
    return 'paid';
  };
  const { client } = await createClient([version], { paidToken });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(client.sheets.version({ sheetId: '1', signal })).rejects.toThrow('enough');
  expect(asked).toEqual([]);
});
