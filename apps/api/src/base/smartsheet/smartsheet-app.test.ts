import { expect, test } from 'vitest';
import { createSmartsheetApp, getCredentials, toOauthHelp } from './smartsheet-app.ts';

const unregistered = {
  clientId: undefined,
  clientSecret: undefined,
  apiBase: undefined,
  authorizeBase: undefined,
};
const app = createSmartsheetApp({ publicOrigin: 'http://localhost:3000', ...unregistered });

test('a missing id leaves nowhere to send a user, and the help says what to set', () => {
  expect(() => getCredentials(app)).toThrow('not set up on this server');
  const { clientIdSet, checks } = toOauthHelp(app);
  expect(clientIdSet).toBe(false);
  expect(checks.join(' ')).toContain('SMARTSHEET_CLIENT_ID');
  expect(checks.join(' ')).toContain('begin with https');
});

test('each region has addresses of its own, unless a stand-in is set for all', () => {
  expect(app.toSite('eu').apiBase).toBe('https://api.smartsheet.eu/2.0');
  expect(app.toSite('gov').authorizeUrl).toBe('https://app.smartsheetgov.com/b/authorize');
  const standIn = createSmartsheetApp({
    publicOrigin: 'http://localhost:3000',
    clientId: 'id',
    clientSecret: 'secret',
    apiBase: 'http://127.0.0.1:4010/2.0',
    authorizeBase: 'http://localhost:4010/b/authorize',
  });
  expect(standIn.toSite('eu')).toEqual({
    apiBase: 'http://127.0.0.1:4010/2.0',
    authorizeUrl: 'http://localhost:4010/b/authorize',
  });
});
