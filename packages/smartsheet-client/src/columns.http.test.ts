import { describe, expect, it } from 'vitest';
import { catchError, createClient } from './testing/clients.ts';
import { refusal } from './testing/provider.ts';

const column = {
  id: 5,
  version: 2,
  index: 1,
  title: 'Client',
  type: 'MULTI_PICKLIST',
  options: ['b', 'a'],
  validation: true,
};
const where = { sheetId: '1', columnId: '5', type: 'MULTI_PICKLIST' } as const;

describe('columns', () => {
  it('are listed at level 2, with what each of them is', async () => {
    const { client, seen } = await createClient([{ body: { data: [column], totalCount: 1 } }]);
    expect(await client.columns.list({ sheetId: '1' })).toMatchObject([
      { id: '5', title: 'Client', type: 'MULTI_PICKLIST' },
    ]);
    expect(seen.map(({ url }) => url)).toEqual(['/2.0/sheets/1/columns?level=2&includeAll=true']);
  });

  it('take new options with the type that was read, and nothing else', async () => {
    const { client, seen } = await createClient([
      { body: { message: 'SUCCESS', resultCode: 0, result: column } },
    ]);
    expect(await client.columns.update({ ...where, options: ['b', 'a'] })).toMatchObject({
      options: ['b', 'a'],
      validation: true,
      symbol: null,
    });
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: '/2.0/sheets/1/columns/5',
      body: '{"type":"MULTI_PICKLIST","options":["b","a"]}',
    });
  });

  it('take the validation in a call of its own', async () => {
    const { client, seen } = await createClient([{ body: { result: column } }]);
    await client.columns.update({ ...where, validation: true });
    expect(seen[0]?.body).toBe('{"type":"MULTI_PICKLIST","validation":true}');
  });

  it('are gone when Smartsheet does not find them', async () => {
    const { client } = await createClient([refusal(404, 1006)]);
    const error = await catchError(client.columns.update({ ...where, options: ['a'] }));
    expect(error).toMatchObject({ class: 'configuration', reason: 'column_gone', outcome: 'not_done' });
  });
});
