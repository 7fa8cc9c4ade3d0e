import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../stage/free-port.ts';
import { startProcess } from '../stage/process.ts';
import type { Stage } from '../stage/stage.ts';
import { until } from '../stage/until.ts';

/** Where callbacks go: a path and a secret for each account, in their order. */
export type Receiver = { url: string; hooks: { path: string; secret: string }[] };

export type EditRate = { perSecond: number; seconds: number };

export type EditsMessage = Receiver | EditRate;

/** What became of the edits of one run. */
export type EditRun = {
  /**
   * For each edit that arrived: milliseconds from the callback to the end of the write of its dropdown, without the time
   * in which a call of its account was under way.
   */
  times: number[];
  edits: number;
  calls: number;
  /** Edits that arrived together with a later one of the same account, in one write. */
  merged: number;
  /** Edits that a sync found by itself: the dropdown was written before the callback had been acknowledged. */
  beforeCallback: number;
  /** Callbacks that were not answered with 200. */
  refused: number;
  /** Edits that had not arrived 20 seconds after the last one was made. */
  unserved: number;
};

/** Edits of sheets in a Smartsheet that is nothing but a server of the calls a sync needs. */
export type Edits = {
  apiBase: string;
  /** Says where callbacks go from now on. */
  tell: (receiver: Receiver) => void;
  /** Edits at a steady rate, and resolves when all edits have arrived or were given up. */
  run: (rate: EditRate) => Promise<EditRun>;
};

/** How long one call takes. */
export const latencyMs = 50;

/** Starts the server that edits and is asked. */
export async function startEdits({ atEnd }: Stage, accounts: number): Promise<Edits> {
  const port = await freePort();
  const { child, lines, end } = startProcess({
    script: fileURLToPath(new URL('smartsheet.server.ts', import.meta.url)),
    environment: { PORT: String(port), ACCOUNTS: String(accounts), LATENCY_MS: String(latencyMs) },
  });
  atEnd(() => end('SIGKILL'));
  await until(() => lines.length > 0, { within: 10_000, what: 'the edits stand ready' });
  return {
    apiBase: `http://127.0.0.1:${port}/2.0`,
    tell: (receiver) => void child.send(receiver),
    run: async (rate) => {
      child.send(rate);
      const [result] = await once(child, 'message');
      return result as EditRun;
    },
  };
}

/** Describes in a few words what did not go the usual way; empty when all did. */
export function describeOddities(runs: readonly EditRun[]): string {
  const sum = (count: (run: EditRun) => number) => runs.reduce((total, run) => total + count(run), 0);
  const counts = {
    'written together with a later edit': sum(({ merged }) => merged),
    'written before their callback was acknowledged': sum(({ beforeCallback }) => beforeCallback),
    'callbacks refused': sum(({ refused }) => refused),
    'not written within 20 s': sum(({ unserved }) => unserved),
  };
  const odd = Object.entries(counts).filter(([, count]) => count > 0);
  return odd.map(([what, count]) => `; ${count} ${what}`).join('');
}
