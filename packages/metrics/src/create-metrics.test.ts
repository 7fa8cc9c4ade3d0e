import { expect, test } from 'vitest';
import { createMetrics } from './create-metrics.ts';

const readLines = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.read()).text.split('\n').filter((line) => line.startsWith(name));

test('a counter is there with 0 before it counts, for each value that its labels may have', async () => {
  const metrics = createMetrics({ process: 'api' });
  expect(await readLines(metrics, 'picksync_token_refreshes_total')).toEqual([
    'picksync_token_refreshes_total{outcome="ok"} 0',
    'picksync_token_refreshes_total{outcome="retried"} 0',
    'picksync_token_refreshes_total{outcome="refused"} 0',
  ]);
  metrics.count('picksync_token_refreshes_total', { outcome: 'ok' });
  expect(await readLines(metrics, 'picksync_token_refreshes_total{outcome="ok"}')).toEqual([
    'picksync_token_refreshes_total{outcome="ok"} 1',
  ]);
});

test.each([
  '0192f0c4-0000-7000-8000-000000000001',
  'ada@clients.example',
  '4509093797881732',
  'A sheet of mine',
  'x'.repeat(100),
])('the value %s of a label is exported as other', async (mail) => {
  const metrics = createMetrics({ process: 'api' });
  metrics.count('picksync_mails_total', { mail, outcome: 'sent' });
  expect(await readLines(metrics, 'picksync_mails_total{')).toEqual([
    'picksync_mails_total{mail="other",outcome="sent"} 1',
  ]);
});

test('a label that has had very many values gets no more', async () => {
  const metrics = createMetrics({ process: 'api' });
  for (let mail = 0; mail < 500; mail += 1)
    metrics.count('picksync_mails_total', { mail: `mail${mail}`, outcome: 'sent' });
  expect(await readLines(metrics, 'picksync_mails_total{')).toHaveLength(301);
});

test('a process exports its own metrics and not those of others, and two processes share nothing', async () => {
  const [api, worker] = [createMetrics({ process: 'api' }), createMetrics({ process: 'sync-worker' })];
  api.set('picksync_event_streams', {}, 3);
  worker.set('picksync_event_streams', {}, 3);
  expect(await readLines(api, 'picksync_event_streams')).toEqual(['picksync_event_streams 3']);
  expect(await readLines(worker, 'picksync_event_streams')).toEqual([]);
});

test('a reading that fails leaves the rest as it is', async () => {
  const metrics = createMetrics({ process: 'api' });
  metrics.onRead(() => Promise.reject(new Error('gone')));
  metrics.onRead(() => metrics.set('picksync_event_streams', {}, 4));
  expect(await readLines(metrics, 'picksync_event_streams')).toEqual(['picksync_event_streams 4']);
});
