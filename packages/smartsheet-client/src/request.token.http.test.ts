import { expect, it } from 'vitest';
import { clientOf, errorOf } from './testing/clients.ts';
import { refusal } from './testing/provider.ts';

const version = { body: { version: 3 } };

/** A token that changes when somebody renews it. */
const tokens = (...values: string[]) => {
  const expired: string[] = [];
  return {
    expired,
    accessToken: async () => values[0] ?? 'none',
    onTokenExpired: async ({ expiredToken }: { expiredToken: string }) => {
      expired.push(expiredToken);
      if (values.length > 1) values.shift();
    },
  };
};

it('when the token has expired it is renewed once and the call goes through', async () => {
  const { expired, ...hooks } = tokens('old', 'new');
  const { client, seen, pauses } = await clientOf([refusal(401, 1003), version], hooks);
  expect(await client.sheets.version({ sheetId: '1' })).toBe(3);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
  expect({ expired, pauses }).toEqual({ expired: ['old'], pauses: [] });
});

it('when the renewed token has expired too the call fails', async () => {
  const { expired, ...hooks } = tokens('one', 'two', 'three');
  const { client, seen } = await clientOf([refusal(401, 1003)], hooks);
  const error = await errorOf(client.sheets.version({ sheetId: '1' }));
  expect(error).toMatchObject({ class: 'needs_user', reason: 'token_expired' });
  expect({ calls: seen.length, expired }).toEqual({ calls: 2, expired: ['one'] });
});

it('when nobody renews the token the call fails after one try', async () => {
  const { client, seen } = await clientOf([refusal(401, 1003)]);
  expect(await errorOf(client.users.me())).toMatchObject({ reason: 'token_expired' });
  expect(seen).toHaveLength(1);
});

it('when another process replaced the token in the meantime the new one is taken', async () => {
  const given = ['old', 'new'];
  const accessToken = async () => given.shift() ?? 'new';
  const { client, seen } = await clientOf([refusal(401, 1002), version], { accessToken });
  expect(await client.sheets.version({ sheetId: '1' })).toBe(3);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});

it('when the renewal is refused its error reaches the caller', async () => {
  const onTokenExpired = async () => {
    throw new Error('reconnect');
  };
  const { client } = await clientOf([refusal(401, 1003)], { onTokenExpired });
  await expect(client.users.me()).rejects.toThrow('reconnect');
});
