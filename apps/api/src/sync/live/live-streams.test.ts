import type { Readable } from 'node:stream';
import { liveKinds } from '@picksync/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { createGroups, createLiveStreams } from './live-streams.ts';

const everything = `data: ${JSON.stringify({ changed: liveKinds })}`;

afterEach(() => void vi.useRealTimers());

/** Streams of a process that hears everything from transaction 100 on, each opened by a page that has missed nothing. */
function listening(count = 1) {
  vi.useFakeTimers();
  const live = createLiveStreams();
  live.begin({ ended: 100, begun: 100 });
  const streams = Array.from({ length: count }, (_, at) =>
    live.open({ userId: `user ${at}`, sessionId: `session ${at}` }, '100'),
  );
  for (const stream of streams) told(stream);
  return { live, streams };
}

const told = (stream: Readable | undefined) => String(stream?.read() ?? '');

test('pages are told after a second that changes are no longer heard of, unless they are heard of again by then', () => {
  const { live, streams } = listening();
  live.stop();
  vi.advanceTimersByTime(900);
  live.begin({ ended: 110, begun: 110 });
  vi.advanceTimersByTime(5000);
  expect(told(streams[0])).toBe(`id: 110\n${everything}\n\n`);
  live.stop();
  vi.advanceTimersByTime(1000);
  expect(told(streams[0])).toBe(`${everything}\n\n`);
});

test('many streams are told in batches, and none gets an id before its turn', () => {
  const { live, streams } = listening(600);
  live.begin({ ended: 110, begun: 110 });
  const [first, last] = [streams[0], streams[599]];
  expect([told(first), told(last)]).toEqual([expect.stringContaining(everything), '']);
  live.announce({ userId: 'user 599', kind: 'plan', transaction: 111 });
  vi.advanceTimersByTime(50);
  expect(told(last)).toBe(`id: 110\n${everything}\n\n`);
  vi.advanceTimersByTime(200);
  expect([told(last), told(streams[598])]).toEqual(['', expect.stringContaining(everything)]);
});

test('an id is not given while a change below it is still to be sent', () => {
  const { live, streams } = listening();
  live.announce({ userId: 'user 0', kind: 'plan', transaction: 105 });
  live.reach({ ended: 106 });
  live.beat();
  expect(told(streams[0])).toBe('id: 100\ndata: {"changed":["plan"]}\n\nid: 106\nevent: beat\ndata: {}\n\n');
});

test('a group has what was added to its key and not removed, and a key without members is forgotten', () => {
  const groups = createGroups<number>();
  groups.add('odd', 1);
  groups.add('odd', 3);
  groups.add('even', 2);
  groups.remove('even', 1);
  expect([...groups.keys()]).toEqual(['odd', 'even']);
  groups.remove('even', 2);
  groups.remove('odd', 1);
  groups.remove('odd', 1);
  groups.remove('never', 1);
  expect([...groups.keys()]).toEqual(['odd']);
  expect([...groups.of('odd')]).toEqual([3]);
  expect([...groups.of('even')]).toEqual([]);
});
