import { type LiveKind, liveBeatMs, liveKinds } from '@picksync/contracts';
import {
  createListenerProof,
  type Db,
  type Maintenance,
  openListener,
  type QueryMeasures,
} from '@picksync/db';
import type { Metrics } from '@picksync/metrics';
import type { Logger } from 'pino';
import * as z from 'zod';
import { readMaintenance } from '../../base/maintenance.ts';
import { createLiveStreams } from './live-streams.ts';

export type Live = ReturnType<typeof openLive>;

type LiveDeps = {
  db: Db;
  /** For the connection that listens. */
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
  now: () => Date;
  maintenance: Maintenance;
  metrics: Metrics;
  /** Told of each statement of the connection that listens. */
  measures: QueryMeasures;
};

/**
 * Announced by the trigger functions `announce_live_change`, `announce_plan_change` and `announce_session_end` (in the
 * migration `20261129200001_baseline`), and `announce_rename_progress` (`20261129500031_renames_live`).
 */
const channel = 'live_changes';

/** A beat is a few bytes for each page; this asks the database. */
const checkEveryMs = 20_000;

const change = z
  .templateLiteral([z.enum(liveKinds), ':', z.uuid(), ':', z.int().nonnegative()])
  .transform((text) => {
    const [kind, userId, transaction] = text.split(':') as [LiveKind, string, string];
    return { kind, userId, transaction: Number(transaction) };
  });
const sessionEnd = z
  .templateLiteral(['session:', z.uuid()])
  .transform((text) => ({ sessionId: text.slice('session:'.length) }));
const announcement = z.union([change, sessionEnd]);

/** Opens the streams of events of this process and feeds them with the changes that the database announces. */
export function openLive({ db, databaseUrl, log, now, maintenance, metrics, measures }: LiveDeps) {
  const streams = createLiveStreams({
    readMaintenance: () => readMaintenance({ maintenance, now }),
    onSent: (seconds) => metrics.observe('picksync_event_stream_send_lag_seconds', {}, seconds),
  });
  metrics.onRead(() => metrics.set('picksync_event_streams', {}, streams.count()));
  const proof = createListenerProof();
  let isListening = false;
  const listener = openListener({
    url: databaseUrl,
    channel,
    proof,
    also: maintenance.heard,
    measures,
    onListening: (from) => {
      isListening = true;
      streams.begin(from);
    },
    onPosition: streams.reach,
    onError: (err) => {
      log.warn({ err }, 'changes are not heard of until the database is listened to again');
      if (isListening) streams.stop();
      isListening = false;
    },
    onNotification: (payload) => {
      const parsed = announcement.safeParse(payload);
      if (!parsed.success) {
        log.warn('an announcement of a change could not be read');
        return;
      }
      if ('sessionId' in parsed.data) streams.endSession(parsed.data.sessionId);
      else streams.announce(parsed.data);
    },
  });

  const stopTelling = maintenance.onChange(streams.tellMaintenance);

  /** Ends the streams of sessions that have ended. */
  async function check(): Promise<void> {
    const sessionIds = streams.sessions();
    if (sessionIds.length === 0) return;
    const rows = await db.session.findMany({
      where: { id: { in: sessionIds }, expiresAt: { gt: now() } },
      select: { id: true },
    });
    const open = new Set(rows.map(({ id }) => id));
    for (const id of sessionIds) if (!open.has(id)) streams.endSession(id);
  }
  const beats = setInterval(streams.beat, liveBeatMs).unref();
  const checks = setInterval(() => {
    check().catch((err) => log.warn({ err }, 'the sessions of open streams could not be checked'));
  }, checkEveryMs).unref();

  return {
    ...streams,
    /** Of the connection that listens. */
    proof,
    check,
    close: async () => {
      clearInterval(beats);
      clearInterval(checks);
      stopTelling();
      streams.close();
      await listener.close();
    },
  };
}
