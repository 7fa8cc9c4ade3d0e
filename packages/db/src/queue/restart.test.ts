// Slow for a reason: a PostgreSQL of its own is stopped and started again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@picksync/embedded-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { apiHandlers } from '../testing/api-handlers.ts';
import { openQueue } from './queue.ts';

test('a queue goes on by itself after the database was restarted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'picksync-restart-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir });
  onTestFinished(() => server.stop());
  await migrate({ url: server.url });

  const database = openDatabase({ url: server.url, poolSize: 2 });
  const errors: Error[] = [];
  const queue = await openQueue({
    url: server.url,
    onError: (error) => errors.push(error),
    pollSeconds: 0.5,
  });
  onTestFinished(async () => {
    await queue.stop({ graceMs: 0 });
    await database.close();
  });
  const worked: string[] = [];
  await queue.run(
    'api',
    apiHandlers({
      'send-mail': {
        concurrency: 2,
        handle: async ({ payload }) => {
          worked.push(payload.mail);
        },
      },
    }),
  );
  await queue.send(database.prisma, 'send-mail', { mail: 'before' });
  await expect.poll(() => worked).toEqual(['before']);

  await server.stop();
  const again = await startEmbeddedPostgres({ dataDir, port: server.port });
  onTestFinished(() => again.stop());
  await queue.send(database.prisma, 'send-mail', { mail: 'after' });
  await expect.poll(() => worked).toEqual(['before', 'after']);
  expect(errors.length).toBeGreaterThan(0);
});
