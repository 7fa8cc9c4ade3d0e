import { SmartsheetError } from '@picksync/smartsheet-client';
import { describe, expect, test } from 'vitest';
import type { ListColumn } from './target.ts';
import { scriptedSmartsheet } from './testing/scripted-smartsheet.ts';
import { writeOptions } from './write-options.ts';

const column: ListColumn = {
  id: '22',
  index: 0,
  title: 'Client',
  type: 'MULTI_PICKLIST',
  primary: false,
  options: ['a'],
  validation: true,
  hidden: false,
  locked: false,
  lockedForUser: false,
  symbol: null,
  systemColumnType: null,
  hasColumnFormula: false,
};

const wire = (fields: object = {}) => ({
  id: 22,
  title: 'Client',
  type: 'MULTI_PICKLIST',
  options: ['a', 'b'],
  validation: true,
  ...fields,
});
const written = (fields: object = {}) => ({
  body: { message: 'SUCCESS', resultCode: 0, result: wire(fields) },
});
const sheetWith = (fields: object) => ({
  body: { id: 11, name: 'Projects', version: 3, accessLevel: 'OWNER', columns: [wire(fields)], rows: [] },
});

const now = () => new Date(60_000);

const apply = (smartsheet: ReturnType<typeof scriptedSmartsheet>, seenAt = now()) =>
  writeOptions({
    client: smartsheet.client,
    sheetId: '11',
    column,
    options: ['a', 'b'],
    validation: true,
    seenAt,
    now,
  });

test('writes the list with the type that was read, and nothing else', async () => {
  const smartsheet = scriptedSmartsheet(written());
  expect(await apply(smartsheet)).toMatchObject({
    validation: 'kept',
    column: { options: ['a', 'b'] },
  });
  expect(smartsheet.calls).toEqual([
    {
      method: 'PUT',
      path: '/sheets/11/columns/22',
      query: {},
      body: { type: 'MULTI_PICKLIST', options: ['a', 'b'] },
    },
  ]);
});

describe('a validation that flipped', () => {
  test('is set back in a call of its own', async () => {
    const smartsheet = scriptedSmartsheet(written({ validation: false }), written());
    expect(await apply(smartsheet)).toMatchObject({ validation: 'restored', column: { validation: true } });
    expect(smartsheet.calls[1]?.body).toEqual({ type: 'MULTI_PICKLIST', validation: true });
  });

  test('is set again when the answer to that call got lost', async () => {
    const off = { validation: false };
    const smartsheet = scriptedSmartsheet(written(off), 'connection lost', sheetWith(off), written());
    expect(await apply(smartsheet)).toMatchObject({ validation: 'restored' });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET', 'PUT']);
  });

  test('is told of when it cannot be set back', async () => {
    const limited = { status: 429, body: { errorCode: 4003, message: 'Rate limit exceeded.' } };
    const smartsheet = scriptedSmartsheet(written({ validation: false }), limited);
    expect(await apply(smartsheet)).toMatchObject({ validation: 'lost', column: { options: ['a', 'b'] } });
  });

  test('is left alone when the answer does not say how it stands', async () => {
    const smartsheet = scriptedSmartsheet(written({ validation: undefined }));
    expect(await apply(smartsheet)).toMatchObject({ validation: 'kept' });
  });
});

test('a column that answers with another type is told of, and not converted again', async () => {
  const smartsheet = scriptedSmartsheet(written({ type: 'PICKLIST', validation: false }));
  expect(await apply(smartsheet)).toMatchObject({ isTypeKept: false, validation: 'lost' });
  expect(smartsheet.calls).toHaveLength(1);
});

describe('a write whose answer got lost', () => {
  test('a write that arrived is not repeated', async () => {
    const smartsheet = scriptedSmartsheet('connection lost', sheetWith({ options: ['a', 'b'] }));
    expect(await apply(smartsheet)).toMatchObject({ column: { options: ['a', 'b'] }, mayArriveLate: false });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'GET']);
    expect(smartsheet.calls[1]?.query).toMatchObject({ columnIds: '22', level: '2', pageSize: '1' });
  });

  test('a write that did not arrive is made again', async () => {
    const smartsheet = scriptedSmartsheet('connection lost', sheetWith({ options: ['a'] }), written());
    expect(await apply(smartsheet)).toMatchObject({ mayArriveLate: true });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT']);
  });

  test('the target is read again before the write when the clock was set back', async () => {
    const ahead = new Date(now().getTime() + 3_600_000);
    const smartsheet = scriptedSmartsheet(sheetWith({ options: ['a', 'by hand'] }));
    await expect(apply(smartsheet, ahead)).rejects.toMatchObject({ class: 'retry', outcome: 'not_done' });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each([
    ['list', { options: ['a', 'by hand'] }],
    ['type', { options: ['a'], type: 'PICKLIST' }],
  ])('a column whose %s somebody else changed meanwhile is not overwritten', async (_what, fields) => {
    const smartsheet = scriptedSmartsheet('connection lost', sheetWith(fields));
    const error = await apply(smartsheet).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SmartsheetError);
    expect(error).toMatchObject({ class: 'retry', outcome: 'unknown' });
    expect(smartsheet.calls).toHaveLength(2);
  });
});

describe('a write that waited for something since the column was read looks again before it is sent', () => {
  const longAgo = new Date(now().getTime() - 6_000);

  test('a column that is as it was is written', async () => {
    const smartsheet = scriptedSmartsheet(sheetWith({ options: ['a'] }), written());
    expect(await apply(smartsheet, longAgo)).toMatchObject({ column: { options: ['a', 'b'] } });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['GET', 'PUT']);
  });

  test.each([
    ['list', { options: ['a', 'by hand'] }],
    ['type', { options: ['a'], type: 'PICKLIST' }],
  ])('a column whose %s somebody else changed is left alone', async (_what, fields) => {
    const smartsheet = scriptedSmartsheet(sheetWith(fields));
    await expect(apply(smartsheet, longAgo)).rejects.toMatchObject({ class: 'retry', outcome: 'not_done' });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['GET']);
  });
});

test('a refusal is not repeated', async () => {
  const smartsheet = scriptedSmartsheet({ status: 403, body: { errorCode: 1039, message: 'locked' } });
  await expect(apply(smartsheet)).rejects.toMatchObject({ class: 'configuration', reason: 'locked' });
  expect(smartsheet.calls).toHaveLength(1);
});

describe('a write that Smartsheet was too busy for', () => {
  const busy = { status: 500, body: { errorCode: 4004, message: 'Another save is in progress.' } };

  test('is made again while the column is as it was', async () => {
    const smartsheet = scriptedSmartsheet(busy, sheetWith({ options: ['a'] }), written());
    expect(await apply(smartsheet)).toMatchObject({ column: { options: ['a', 'b'] } });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT']);
  });

  test.each([
    ['has another type by now', { type: 'PICKLIST', options: ['a'] }],
    ['was changed by somebody else', { options: ['a', 'theirs'] }],
  ])('is given up when the column %s', async (_, fields) => {
    const smartsheet = scriptedSmartsheet(busy, sheetWith(fields));
    await expect(apply(smartsheet)).rejects.toMatchObject({ class: 'retry', reason: 'busy' });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'GET']);
  });

  test('does not set the switch back on a column that has another type by now', async () => {
    const retyped = sheetWith({ type: 'PICKLIST', options: ['a', 'b'] });
    const smartsheet = scriptedSmartsheet(written({ validation: false }), busy, retyped);
    expect(await apply(smartsheet)).toMatchObject({ validation: 'lost' });
    expect(smartsheet.calls.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'GET']);
  });
});
