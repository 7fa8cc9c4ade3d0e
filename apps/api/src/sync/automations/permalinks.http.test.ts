import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const source = { organization: 'Picksync', application: 'Tests' };
const withClient = { clientId: 'client', clientSecret: 'secret', callbackBase: undefined, source };

let app: TestApp;
beforeAll(async () => {
  const smartsheet = { ...withClient, apiBase: undefined, authorizeBase: undefined };
  app = await testApp({ smartsheet });
});
afterAll(() => app.close());

/** Returns the addresses of both sheets as the owner of the automation is told them. */
async function shown(by: TestApp, region: 'us' | 'eu', permalink: string) {
  const { userId, headers } = await by.signIn();
  const connection = await testConnection(by.db, { userId, region });
  const links = { sheetPermalink: permalink, sourceSheetPermalink: permalink };
  const { id } = await testAutomation(by.db, { connection, ...links });
  const read = await by.app.inject({ url: `/api/configurations/${id}`, headers });
  const { sheetPermalink, sourceSheetPermalink } = read.json();
  expect(sheetPermalink).toBe(sourceSheetPermalink);
  return sheetPermalink;
}

test.each(['https://app.smartsheet.com/sheets/mQ7', 'https://app.smartsheet.com/sheets/mQ7?view=grid'])(
  'an address of Smartsheet leads to the sheet: %s',
  async (permalink) => {
    expect(await shown(app, 'us', permalink)).toBe(permalink);
  },
);

test.each([
  'http://app.smartsheet.com/sheets/mQ7',
  'https://app.smartsheet.com.example/sheets/mQ7',
  'https://app.smartsheet.com@attacker.example/sheets/mQ7',
  'https://app.smartsheet.com:8443/sheets/mQ7',
  'https://app.smartsheet.eu/sheets/mQ7',
  'https://login.example@app.smartsheet.com/sheets/mQ7',
  'blob:https://app.smartsheet.com/mQ7',
  'javascript:alert(1)//https://app.smartsheet.com/',
  '//app.smartsheet.com/sheets/mQ7',
  'sheets/mQ7',
  '',
])('any other address is not shown: %s', async (permalink) => {
  expect(await shown(app, 'us', permalink)).toBeNull();
});

test('each region has an address of its own', async () => {
  const permalink = 'https://app.smartsheet.eu/sheets/mQ7';
  expect(await shown(app, 'eu', permalink)).toBe(permalink);
});

test('beside the sandbox its address is the one that leads to the sheets', async () => {
  const authorizeBase = 'http://localhost:4000/b/authorize';
  const smartsheet = { ...withClient, apiBase: 'http://localhost:4000/2.0', authorizeBase };
  const beside = await testApp({ smartsheet });
  try {
    const permalink = 'http://localhost:4000/#/sheets/7';
    expect(await shown(beside, 'us', permalink)).toBe(permalink);
    expect(await shown(beside, 'us', 'https://app.smartsheet.com/sheets/mQ7')).toBeNull();
  } finally {
    await beside.close();
  }
});
