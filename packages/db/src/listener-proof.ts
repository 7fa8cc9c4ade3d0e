import { randomUUID } from 'node:crypto';
import { toKey } from './advisory-lock.ts';

/**
 * Shows whether a connection that listens is what it has to be: one session for as long as it lives, which hears what
 * is announced and keeps its locks. Behind a pooler that shares sessions it is neither.
 */
export type ListenerProof = {
  /** A channel that nobody else listens to. */
  channel: string;
  /** The key of a lock that nobody else wants. */
  lockKey: string;
  /** Called when listening begins, with the process of the server that serves the session. */
  begin: (pid: number) => void;
  /** Called with the process of the server that answered later. */
  see: (pid: number) => void;
  /** Called with what is announced on the channel. */
  hear: (payload: string) => void;
  /** Called when the connection is gone. */
  end: () => void;
  /** Whether it listens now. */
  isOpen: () => boolean;
  /** Whether another session has answered on the same connection. */
  hasMoved: () => boolean;
  /** Resolves when this text is announced on the channel. */
  expect: (payload: string) => Promise<void>;
  /** Forgets an announcement that is not waited for any more. */
  forget: (payload: string) => void;
  /** Returns how long the last announcement took, and how often the connection was replaced. */
  figures: () => { lagSeconds: number | undefined; reconnects: number };
};

/** Creates the proof of one listener, for all connections that it has one after the other. */
export function createListenerProof(): ListenerProof {
  const name = `picksync_proof_${randomUUID().replaceAll('-', '')}`;
  const expected = new Map<string, { announcedAt: number; heard: () => void }>();
  let pid: number | undefined;
  let isMoved = false;
  let connections = 0;
  let lagSeconds: number | undefined;
  return {
    channel: name,
    lockKey: toKey(name),
    begin: (serving) => {
      pid = serving;
      isMoved = false;
      connections += 1;
    },
    see: (serving) => {
      if (pid !== undefined && serving !== pid) isMoved = true;
    },
    hear: (payload) => {
      const wait = expected.get(payload);
      if (!wait) return;
      lagSeconds = (performance.now() - wait.announcedAt) / 1000;
      wait.heard();
    },
    end: () => {
      pid = undefined;
    },
    isOpen: () => pid !== undefined,
    hasMoved: () => isMoved,
    expect: (payload) =>
      new Promise((resolve) => {
        const heard = () => {
          expected.delete(payload);
          resolve();
        };
        expected.set(payload, { announcedAt: performance.now(), heard });
      }),
    forget: (payload) => void expected.delete(payload),
    figures: () => ({ lagSeconds, reconnects: Math.max(connections - 1, 0) }),
  };
}
