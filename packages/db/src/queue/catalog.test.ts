import { expect, test } from 'vitest';
import { catalog, type QueueDefinition } from './catalog.ts';

/** How long the tries of a job go on at least; the queue may halve each pause. */
function triesLastHours({ options }: Pick<QueueDefinition, 'options'>): number {
  const pauses = Array.from({ length: options.retryLimit }, (_, tried) =>
    Math.min(options.retryDelaySeconds * 2 ** tried, options.retryDelayMaxSeconds),
  );
  return pauses.reduce((sum, pause) => sum + pause / 2, 0) / 3600;
}

test('a mail that cannot be sent ends among the dead letters before its job is dropped', () => {
  const { options } = catalog['send-mail'];
  expect(2 * triesLastHours(catalog['send-mail'])).toBeLessThan(options.retentionSeconds / 3600);
});

test('queues whose jobs nobody repeats retry for longer than an outage of the provider lasts', () => {
  expect(triesLastHours(catalog['mend-webhooks'])).toBeGreaterThan(4);
  expect(triesLastHours(catalog['send-mail'])).toBeGreaterThan(9);
});
