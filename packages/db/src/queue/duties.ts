import { randomInt } from 'node:crypto';
import { toKey } from '../advisory-lock.ts';
import type { Pings, Query } from '../listener.ts';
import type { ListenerProof } from '../listener-proof.ts';

/** What one process at a time does for all. Goes on until the signal is aborted: then another process may have begun. */
export type Duty = (turn: DutyTurn) => Promise<void>;

export type DutyTurn = {
  signal: AbortSignal;
  /** Runs a statement on the connection that the duty depends on, which spares it a ping. */
  query: Query;
  /** Returns how often jobs were announced so far. While it stays the same, nothing has begun. */
  announced: () => number;
};

export type DutyTimes = {
  /** How often a process asks whether a duty is free, and shows that it lives. */
  askEveryMs: number;
  /** How long a process may be silent before the server ends its session, and its duties with it. */
  silenceMs: number;
};

/** All processes ask at other times. */
export const defaultTimes: DutyTimes = { askEveryMs: randomInt(2_000, 2_500), silenceMs: 10_000 };

/** Set with each try: a machine that is gone is noticed after eleven seconds, and a process that was stopped after ten. */
function toSettings({ silenceMs }: DutyTimes): string {
  return `
  set_config('idle_session_timeout', '${silenceMs}', false),
  set_config('tcp_keepalives_idle', '5', false),
  set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false)`;
}

type Options = {
  query: Query;
  /** By the names of their locks. */
  duties: Readonly<Record<string, Duty>>;
  announced: () => number;
  proof: ListenerProof;
  times: DutyTimes;
  onError: (error: Error) => void;
};

/**
 * Takes on the duties that no other process has: each is an advisory lock of the connection that listens, so it is free
 * as soon as its holder ends. Two holders can only overlap when one was silent for long, and do no harm.
 */
export function takeOnDuties(options: Options): Pings {
  const { query: plainQuery, duties, announced, proof, times, onError } = options;
  const settings = toSettings(times);
  const gone = new AbortController();
  const held = new Set<string>();
  let lastSentAt = 0;
  const query: Query = (text, values) => {
    lastSentAt = performance.now();
    return plainQuery(text, values);
  };
  const ask = async (names: string[]) => {
    const rows = await query<{ name: string; elected: boolean; pid: number }>(
      `SELECT name, pg_try_advisory_lock(key) AS elected, pg_backend_pid() AS pid, ${settings}
       FROM unnest($1::text[], $2::bigint[]) AS duty (name, key)`,
      [names, names.map(toKey)],
    );
    for (const { name, elected, pid } of rows) {
      proof.see(pid);
      if (elected) begin(name);
    }
  };
  const begin = (name: string) => {
    held.add(name);
    duties[name]?.({ signal: gone.signal, query, announced }).catch((error) => {
      if (!gone.signal.aborted) onError(error);
    });
  };
  return {
    ping: async () => {
      const free = Object.keys(duties).filter((name) => !held.has(name));
      if (free.length > 0) await ask(free);
      else if (performance.now() - lastSentAt >= times.askEveryMs) await query('SELECT 1', []);
    },
    end: () => gone.abort(),
  };
}
