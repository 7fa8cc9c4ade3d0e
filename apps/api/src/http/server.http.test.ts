import { Agent, get } from 'node:http';
import { expect, test } from 'vitest';
import { bareApp } from '../testing/bare-app.ts';

/** The status of an answer over a connection that is kept. */
const getStatus = (url: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => answer.resume().on('end', () => resolve(answer.statusCode))).on(
      'error',
      reject,
    );
  });

test('closing serves what is under way and then waits for no connection that is kept', async () => {
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const { app } = await bareApp((routes) => {
    routes.get('/api/slow', async () => {
      begun.resolve();
      await held.promise;
      return {};
    });
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  const slow = getStatus(`${url}/api/slow`, agent);
  await begun.promise;
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  held.resolve();
  expect(await slow).toBe(200);
  await closed;
  agent.destroy();
});
