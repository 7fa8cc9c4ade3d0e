import type { CDPSession } from 'playwright-core';

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time, in microseconds. */
  tdur?: number;
  args: { name?: string };
};

const traceConfig = { includedCategories: ['disabled-by-default-devtools.timeline'] };

/**
 * Starts a trace of the browser. The returned function ends it, and returns the processor time of each task of the
 * pages' main threads, in milliseconds. Unlike wall-clock time it does not include what other processes do meanwhile.
 */
export async function traceTasks(devtools: CDPSession): Promise<() => Promise<number[]>> {
  await devtools.send('Tracing.start', { transferMode: 'ReturnAsStream', traceConfig });
  return async () => {
    const complete = new Promise<string>((resolve, reject) => {
      devtools.once('Tracing.tracingComplete', ({ stream }) =>
        stream ? resolve(stream) : reject(new Error('The browser kept no trace')),
      );
    });
    await devtools.send('Tracing.end');
    return findTasks(JSON.parse(await readStream(devtools, await complete)).traceEvents);
  };
}

async function readStream(devtools: CDPSession, handle: string): Promise<string> {
  const parts: string[] = [];
  for (;;) {
    const { data, eof, base64Encoded } = await devtools.send('IO.read', { handle });
    parts.push(base64Encoded ? Buffer.from(data, 'base64').toString() : data);
    if (eof) return parts.join('');
  }
}

function findTasks(events: readonly TraceEvent[]): number[] {
  const getThread = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map((event) => getThread(event)),
  );
  const tasks = events
    .filter((event) => event.ph === 'X' && event.name === 'RunTask' && mains.has(getThread(event)))
    .toSorted((one, other) => one.ts - other.ts);
  if (tasks.length === 0) throw new Error('The trace has no task of a page');
  // A task inside another is part of its time.
  const ends = new Map<string, number>();
  const outermost = tasks.filter((task) => {
    if (task.ts < (ends.get(getThread(task)) ?? 0)) return false;
    ends.set(getThread(task), task.ts + (task.dur ?? 0));
    return true;
  });
  return outermost.map(({ tdur = 0 }) => tdur / 1000);
}
