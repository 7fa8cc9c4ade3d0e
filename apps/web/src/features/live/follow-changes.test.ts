import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeEventStreams, setHidden } from '../../testing/event-streams.ts';
import { followChanges } from './follow-changes.ts';

function follow() {
  const streams = fakeEventStreams();
  const onChange = vi.fn();
  const onEnd = vi.fn();
  const live: boolean[] = [];
  const stop = followChanges({ onChange, onEnd, onLive: (isLive) => live.push(isLive) });
  onTestFinished(stop);
  return { streams, onChange, onEnd, live, stop };
}

test('the stream reports each event and that it is alive', () => {
  const { streams, onChange, live } = follow();
  expect(live).toEqual([]);
  streams.change(['automations', 'activity']);
  expect(onChange.mock.calls).toEqual([[['automations', 'activity']]]);
  expect(live).toEqual([true]);
});

test('a beat changes nothing and shows that the stream stands', () => {
  const { streams, onChange, live } = follow();
  streams.beat();
  expect(onChange).not.toHaveBeenCalled();
  expect(live).toEqual([true]);
});

test('a hidden page has no stream, and a visible one resumes it', () => {
  const { streams, live } = follow();
  streams.change(['plan'], 'epoch.7');
  setHidden(true);
  expect([streams.open(), live.at(-1)]).toEqual([0, false]);
  setHidden(false);
  expect(streams.urls()).toEqual(['/api/events', '/api/events?lastEventId=epoch.7']);
  expect(streams.open()).toBe(1);
});

test('a page that is opened in the background waits until it is looked at', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { streams } = follow();
  expect(streams.urls()).toEqual([]);
  setHidden(false);
  expect(streams.open()).toBe(1);
});

test('a stream that breaks is not live, and the browser mends it', () => {
  const { streams, live } = follow();
  streams.beat();
  streams.lose();
  expect([live, streams.urls().length]).toEqual([[true, false], 1]);
  streams.beat();
  expect(live).toEqual([true, false, true]);
});

test('the end of a stream is reported once, however often the browser retries', () => {
  const { streams, onEnd } = follow();
  streams.beat();
  streams.lose();
  streams.lose();
  expect(onEnd).toHaveBeenCalledTimes(1);
  streams.beat();
  streams.lose();
  expect(onEnd).toHaveBeenCalledTimes(2);
});

test('each refusal of a stream is reported', () => {
  vi.useFakeTimers();
  const { streams, onEnd } = follow();
  streams.refuse();
  vi.advanceTimersByTime(15_000);
  streams.refuse();
  expect(onEnd).toHaveBeenCalledTimes(2);
});

test('a stream that is refused is asked for again after a quarter of a minute', () => {
  vi.useFakeTimers();
  const { streams, live } = follow();
  streams.refuse();
  expect(live).toEqual([false]);
  vi.advanceTimersByTime(14_000);
  expect(streams.urls()).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(streams.open()).toBe(1);
});

test('a stream that says nothing, not even that it stands, is replaced', () => {
  vi.useFakeTimers();
  const { streams, live } = follow();
  streams.beat();
  // One beat late by a good second is only a slow network.
  vi.advanceTimersByTime(9500);
  streams.beat();
  vi.advanceTimersByTime(9500);
  expect([live.at(-1), streams.urls().length]).toEqual([true, 1]);
  vi.advanceTimersByTime(500);
  expect([live.at(-1), streams.urls().length, streams.open()]).toEqual([false, 2, 1]);
});

test('a stream that never says anything is told once, and tried again each minute', () => {
  vi.useFakeTimers();
  const { streams, live } = follow();
  vi.advanceTimersByTime(9500);
  expect(live).toEqual([]);
  vi.advanceTimersByTime(500);
  expect([live, streams.urls().length, streams.open()]).toEqual([[false], 1, 1]);
  vi.advanceTimersByTime(59_000);
  expect(streams.urls()).toHaveLength(1);
  vi.advanceTimersByTime(11_000);
  expect([live, streams.urls().length, streams.open()]).toEqual([[false], 2, 1]);
});

test('a page that is back online does not wait for the browser', () => {
  const { streams } = follow();
  streams.lose();
  window.dispatchEvent(new Event('online'));
  expect([streams.urls().length, streams.open()]).toEqual([2, 1]);
});

test('a page without a network has no stream and does not count as live', () => {
  const { streams, live } = follow();
  streams.beat();
  window.dispatchEvent(new Event('offline'));
  expect([live.at(-1), streams.open()]).toEqual([false, 0]);
  window.dispatchEvent(new Event('online'));
  expect(streams.open()).toBe(1);
});

test('stopping closes the stream and opens no other', () => {
  vi.useFakeTimers();
  const { streams, stop } = follow();
  streams.beat();
  stop();
  setHidden(true);
  setHidden(false);
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(600_000);
  expect([streams.urls().length, streams.open()]).toEqual([1, 0]);
});

test('a browser without streams is left to ask', () => {
  const onLive = vi.fn();
  followChanges({ onChange: () => undefined, onEnd: () => undefined, onLive })();
  expect(onLive).not.toHaveBeenCalled();
});
