import { afterAll, afterEach, beforeEach } from 'vitest';
import { office, startSandbox } from './sandbox.ts';
import { testApp } from './test-app.ts';
import { startWorker } from './worker.ts';

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

/**
 * Starts the same with a worker. `token` is one of the office's own at the sandbox, and `calls` what makes sheets there with a token
 * that is given.
 */
export async function sandboxAppWithWorker() {
  const { app, sandbox } = await sandboxApp();
  const token = await sandbox.newPersonalToken(office);
  const worker = await startWorker(app, sandbox);
  afterAll(() => worker.close());
  const calls = {
    call: <T>(method: string, path: string, body?: object, of?: string) =>
      sandbox.call<T>(method, path, { body, ...(of && { token: of }) }),
  };
  return { app, sandbox, worker, token, calls };
}
