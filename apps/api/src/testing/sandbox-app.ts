import { afterAll, afterEach, beforeEach } from 'vitest';
import { startSandbox } from './sandbox.ts';
import { testApp } from './test-app.ts';

/**
 * Starts the application beside a sandbox of its own, at the top of a test file. Each test begins at the present time, as
 * the sandbox has it, and without faults. Both are closed after the last test.
 */
export async function sandboxApp() {
  const sandbox = await startSandbox();
  const app = await testApp({ smartsheet: sandbox.settings });
  beforeEach(() => {
    app.clock.at = new Date();
  });
  afterEach(() => sandbox.call('DELETE', '/api/faults'));
  afterAll(async () => {
    await app.close();
    await sandbox.close();
  });
  return { app, sandbox };
}
