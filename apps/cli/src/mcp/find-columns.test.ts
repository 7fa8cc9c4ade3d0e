import { type Client, PicksyncError } from '@picksync/client';
import { expect, test } from 'vitest';
import { findSheets, readColumns } from './find-columns.ts';

const clients = { id: '1', name: 'Clients' };
const column = { id: '11', title: 'Name', type: 'TEXT_NUMBER', selectable: true, reason: null };
const message = 'Smartsheet does not answer at the moment.';

/** A client of an account whose sheets are listed, while its reports are not. */
const client = {
  sheets: { list: async () => ({ items: [clients] }), columns: async () => [column] },
  reports: {
    list: async () => {
      throw new PicksyncError({ code: 'smartsheet_error', message, call: 'GET /reports', status: 502 });
    },
  },
} as unknown as Client;

const gap = `The reports could not be read: ${message}`;

test('sheets are found while the reports cannot be read, and it is said that these are missing', async () => {
  expect(await findSheets(client, 'client')).toEqual({ sheets: [clients], reports: [], total: 1, gap });
  expect(await readColumns(client, 'clients')).toMatchObject({ sheet: clients, columns: [column] });
});

test('a name that is none of the sheets may be one of the reports that could not be read', async () => {
  await expect(readColumns(client, 'All clients')).rejects.toThrow(
    `There is no sheet called "All clients". Is it one of these? "Clients" (1). ${gap}`,
  );
});
