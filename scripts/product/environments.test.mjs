import { expect, test } from 'vitest';
import { productEnvironments } from './environments.mjs';
import { readSettings } from './settings.mjs';

const secrets = { SEALING_KEYS: 'local:key', SECRET: 'secret', SANDBOX_CLIENT_SECRET: 'client-secret' };

const environments = (env) =>
  productEnvironments({
    settings: readSettings({ ENV_FILE: '/dev/null', ...env }),
    secrets,
    databaseUrl: 'postgres://local',
    healthPort: 5000,
  });

test('without credentials every provider is the sandbox', () => {
  const { api, worker, sandbox } = environments({ PORT: '3100', SANDBOX_PORT: '4100' });
  const standIn = {
    SMARTSHEET_API_BASE: 'http://127.0.0.1:4100/2.0',
    SMARTSHEET_CALLBACK_BASE: 'http://127.0.0.1:3100',
    SMARTSHEET_CLIENT_SECRET: 'client-secret',
    POSTMARK_HOST: '127.0.0.1:4100',
  };
  expect(api).toMatchObject({ ...standIn, PORT: '3100', DATABASE_URL: 'postgres://local' });
  expect(worker).toMatchObject({ ...standIn, PORT: '5000' });
  expect(sandbox).toMatchObject({ PORT: '4100', CLIENT_SECRET: 'client-secret' });
});

test('with credentials nothing leads to the sandbox', () => {
  const { api } = environments({
    SMARTSHEET_CLIENT_ID: 'id',
    SMARTSHEET_CLIENT_SECRET: 's',
    POSTMARK_TOKEN: 't',
  });
  expect(api).toMatchObject({ SMARTSHEET_CLIENT_ID: 'id', POSTMARK_TOKEN: 't' });
  for (const name of ['SMARTSHEET_API_BASE', 'SMARTSHEET_AUTHORIZE_BASE', 'POSTMARK_HOST'])
    expect(api).not.toHaveProperty(name);
});

test('what the person set wins over what is filled in', () => {
  const { api } = environments({ SECRET: 'mine', PUBLIC_URL: 'https://picksync.example' });
  expect(api).toMatchObject({
    SECRET: 'mine',
    PUBLIC_URL: 'https://picksync.example',
    SEALING_KEYS: 'local:key',
  });
});

test('the sandbox and the worker listen on this machine alone', () => {
  const { api, worker, sandbox } = environments({ HOST: '0.0.0.0' });
  expect([api.HOST, worker.HOST, sandbox.HOST]).toEqual(['0.0.0.0', '127.0.0.1', '127.0.0.1']);
});
