import { afterAll, expect, onTestFinished, test } from 'vitest';
import { apiHandlers } from '../testing/api-handlers.ts';
import { openSilencingProxy, testDatabase } from '../testing.ts';
import { openQueue } from './queue.ts';

const db = await testDatabase();
afterAll(db.close);

test('a queue whose connections fall silent goes on with others', async () => {
  const proxy = await openSilencingProxy(db.url);
  onTestFinished(proxy.close);
  const sender = await openQueue({ url: db.url, onError: () => {} });
  onTestFinished(() => sender.stop({ graceMs: 0 }));
  const queue = await openQueue({
    url: proxy.url,
    onError: () => {},
    pollSeconds: 0.5,
    // Longer than an answer takes on a machine under load.
    answerTimeoutMs: 2000,
  });
  onTestFinished(() => queue.stop({ graceMs: 0 }));
  const worked: string[] = [];
  await queue.run(
    'api',
    apiHandlers({
      'send-mail': {
        concurrency: 4,
        handle: async ({ payload }) => {
          worked.push(payload.mail);
        },
      },
    }),
  );
  await sender.send(db.prisma, 'send-mail', { mail: 'before' });
  await expect.poll(() => worked).toEqual(['before']);

  proxy.silence();
  await sender.send(db.prisma, 'send-mail', { mail: 'after' });
  await expect.poll(() => worked).toEqual(['before', 'after']);
});
