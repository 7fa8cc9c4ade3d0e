import { testConnection, testDatabase } from '@picksync/db/testing';
import { SmartsheetError, type SmartsheetReason } from '@picksync/smartsheet-client';
import { afterAll, expect, test } from 'vitest';
import { recordRefusal, statusSentence } from './refusals.ts';

const { prisma, close } = await testDatabase();
afterAll(close);

const at = new Date('2026-11-21T12:00:00Z');
const deps = { prisma, now: () => at };
const refusal = (reason: SmartsheetReason) =>
  new SmartsheetError({ class: 'needs_user', reason, operation: 'sheets.list' });

const readRow = (id: string) => prisma.smartsheetConnection.findUniqueOrThrow({ where: { id } });
const told = (userId: string) => prisma.activityLog.findMany({ where: { userId } });

test.each([
  ['plan', 'plan_without_api'],
  ['account_policy', 'account_policy'],
  ['account_state', 'account_state'],
  ['scope_or_access', 'missing_scope'],
  ['token_invalid', 'revoked'],
] as const)(
  'a connection refused for %s ends as %s, and its user is told once',
  async (reason, statusReason) => {
    const connection = await testConnection(prisma);
    const error = refusal(reason);
    const ended = await Promise.all([1, 2, 3].map(() => recordRefusal({ connection, error }, deps)));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await readRow(connection.id)).toMatchObject({ status: 'needs_reconnect', statusReason });
    expect(await told(connection.userId)).toMatchObject([
      { action: 'disconnect_smartsheet', status: 'error', details: statusSentence(statusReason) },
    ]);
  },
);

test('a restored connection ends with the reason that users understand, unless Smartsheet gives another', async () => {
  for (const [reason, statusReason] of [
    ['revoked', 'restored'],
    ['plan', 'plan_without_api'],
  ] as const) {
    const connection = await testConnection(prisma, { statusReason: 'restored' });
    expect(await recordRefusal({ connection, error: refusal(reason) }, deps)).toBe(true);
    expect(await readRow(connection.id)).toMatchObject({ status: 'needs_reconnect', statusReason });
    expect(await told(connection.userId)).toMatchObject([{ details: statusSentence(statusReason) }]);
  }
});

test('an error of one sheet, or one that passes by itself, leaves the connection as it is', async () => {
  const connection = await testConnection(prisma);
  const errors = [
    new SmartsheetError({ class: 'configuration', reason: 'scope_or_access', operation: 'sheets.get' }),
    new SmartsheetError({ class: 'retry', reason: 'outage', operation: 'sheets.get' }),
    new SmartsheetError({ class: 'bug', reason: 'client_refused', operation: 'oauth.refresh' }),
  ];
  for (const error of errors) expect(await recordRefusal({ connection, error }, deps)).toBe(false);
  expect((await readRow(connection.id)).status).toBe('connected');
  expect(await told(connection.userId)).toEqual([]);
});

test('a user who has connected again since the refusal stays connected', async () => {
  const connection = await testConnection(prisma);
  const { id } = connection;
  const data = { statusChangedAt: new Date(at.getTime() + 1), tokenVersion: { increment: 1 } };
  await prisma.smartsheetConnection.update({ where: { id }, data });
  const error = refusal('revoked');
  expect(await recordRefusal({ connection, error }, deps)).toBe(false);
  const { userId, tokenVersion } = connection;
  expect(await recordRefusal({ connection: { id, userId, tokenVersion }, error }, deps)).toBe(false);
  expect((await readRow(id)).status).toBe('connected');
});
