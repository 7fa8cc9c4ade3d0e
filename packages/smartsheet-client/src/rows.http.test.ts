import { describe, expect, it } from 'vitest';
import { createClient } from './testing/clients.ts';

const big = '48569348493401203';
const result = [{ id: 5, rowNumber: 1, cells: [{ columnId: 11, value: 'x' }] }];

describe('writing rows', () => {
  it('adds rows at the bottom, with ids as exact numbers', async () => {
    const { client, seen } = await createClient([{ body: { message: 'SUCCESS', version: 8, result } }]);
    const cells = [
      { columnId: big, value: 'x', strict: false },
      { columnId: '12', values: ['a', 'b'] },
      { columnId: '13', value: null },
    ];
    const written = await client.rows.add({ sheetId: '1', rows: [{ cells }] });
    expect(written).toMatchObject({
      version: 8,
      rows: [{ id: '5', cells: [{ columnId: '11', value: 'x' }] }],
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/2.0/sheets/1/rows',
      body: `[{"toBottom":true,"cells":[{"columnId":${big},"value":"x","strict":false},{"columnId":12,"objectValue":{"objectType":"MULTI_PICKLIST","values":["a","b"]}},{"columnId":13,"value":null}]}]`,
    });
  });

  it.each([
    ['top', '"toTop":true'],
    [{ parentId: big }, `"parentId":${big},"toBottom":true`],
    [{ siblingId: '3', above: true }, '"siblingId":3,"above":true'],
    [{ siblingId: '3' }, '"siblingId":3'],
  ] as const)('adds rows at %j', async (location, text) => {
    const { client, seen } = await createClient([{ body: { result } }]);
    const { version } = await client.rows.add({ sheetId: '1', rows: [{ cells: [] }], location });
    expect(seen[0]?.body).toBe(`[{${text},"cells":[]}]`);
    expect(version).toBeNull();
  });

  it('changes rows by id', async () => {
    const { client, seen } = await createClient([{ body: { version: '9', result: result[0] } }]);
    const rows = [{ id: big, cells: [{ columnId: '11', value: true }] }];
    expect(await client.rows.update({ sheetId: '1', rows })).toMatchObject({
      version: 9,
      rows: [{ id: '5' }],
    });
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      body: `[{"id":${big},"cells":[{"columnId":11,"value":true}]}]`,
    });
  });

  it('deletes rows by id', async () => {
    const { client, seen } = await createClient([{ body: `{"version":10,"result":[${big},4]}` }]);
    expect(await client.rows.delete({ sheetId: '1', rowIds: [big, '4'] })).toEqual({
      rowIds: [big, '4'],
      version: 10,
    });
    expect(seen[0]).toMatchObject({
      method: 'DELETE',
      url: `/2.0/sheets/1/rows?ids=${big}%2C4&ignoreRowsNotFound=true`,
    });
  });

  it('takes neither no rows nor more than Smartsheet does', async () => {
    const { client } = await createClient([{}]);
    expect(() => client.rows.add({ sheetId: '1', rows: [] })).toThrow(RangeError);
    expect(() => client.rows.add({ sheetId: '1', rows: Array(501).fill({ cells: [] }) })).toThrow(RangeError);
    expect(() => client.rows.delete({ sheetId: '1', rowIds: Array(451).fill('1') })).toThrow(RangeError);
  });
});
