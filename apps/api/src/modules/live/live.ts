import { liveBeatMs, liveKinds } from '@picksync/contracts';
import { type Db, openListener } from '@picksync/db';
import type { Logger } from 'pino';
import * as z from 'zod';
import { findOpenSessions } from './live.store.ts';
import { createLiveStreams, type LiveStreams } from './live-streams.ts';

export type Live = LiveStreams & {
  /** Ends the streams of sessions that have ended, and keeps the others alive. */
  check: () => Promise<void>;
};

export type LiveDeps = {
  db: Db;
  /** For the connection that listens. */
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
};

/** Announced by triggers: see the migration `live_changes`. */
const channel = 'live_changes';

const announcement = z
  .templateLiteral([z.enum([...liveKinds, 'session']), ':', z.uuid()])
  .transform((text) => text.split(':') as [(typeof liveKinds)[number] | 'session', string]);

/** Keeps this process's streams of events true to what the database announces, whichever process has changed it. */
export function openLive({ db, databaseUrl, log, now }: LiveDeps): Live & { close: () => Promise<void> } {
  const streams = createLiveStreams();
  const listener = openListener({
    url: databaseUrl,
    channel,
    onListening: streams.announceGap,
    onError: (err) => log.warn({ err }, 'changes are not heard of until the database is listened to again'),
    onNotification: (payload) => {
      const parsed = announcement.safeParse(payload);
      if (!parsed.success) {
        log.warn('an announcement of a change could not be read');
        return;
      }
      const [kind, id] = parsed.data;
      if (kind === 'session') streams.endSession(id);
      else streams.announce({ userId: id, kind });
    },
  });

  async function check(): Promise<void> {
    streams.beat();
    const sessionIds = streams.sessions();
    if (sessionIds.length === 0) return;
    const open = new Set(await findOpenSessions(db, { sessionIds, at: now() }));
    for (const id of sessionIds) if (!open.has(id)) streams.endSession(id);
  }
  const timer = setInterval(() => {
    check().catch((err) => log.warn({ err }, 'the sessions of open streams could not be checked'));
  }, liveBeatMs);
  timer.unref();

  return {
    ...streams,
    check,
    close: async () => {
      clearInterval(timer);
      streams.close();
      await listener.close();
    },
  };
}
