import { expect, test, vi } from 'vitest';
import { testEnvironment } from './test-environment.mjs';

test('no setting of a person gets into the tests', () => {
  vi.stubEnv('DATABASE_URL', 'postgres://real');
  vi.stubEnv('SMARTSHEET_CLIENT_ID', 'real');
  vi.stubEnv('NODE_ENV', 'production');
  const env = testEnvironment('/somewhere');
  vi.unstubAllEnvs();
  for (const name of ['DATABASE_URL', 'SMARTSHEET_CLIENT_ID', 'NODE_ENV'])
    expect(env).not.toHaveProperty(name);
  expect(env).toMatchObject({ ENV_FILE: '/dev/null', TMPDIR: '/somewhere' });
});
