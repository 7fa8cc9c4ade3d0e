import { settingsVersion } from '@picksync/contracts/sync';
import type { ListenerProof, Maintenance, PoolState } from '@picksync/db';
import type { BuildInfo, Readiness } from '@picksync/process';
import type { Metrics } from './create-metrics.ts';
import type { LabelsOf } from './metric-names.ts';

type Part = LabelsOf<'picksync_ready'>['part'];
type Pool = LabelsOf<'picksync_db_pool_connections'>['pool'];
type Channel = LabelsOf<'picksync_listener_lag_seconds'>['channel'];

type Options = {
  process: 'api' | 'sync-worker';
  build: BuildInfo;
  readiness: Readiness<Part>;
  /** What the connections of each pool do now. */
  pools: Partial<Record<Pool, () => PoolState>>;
  proofs: Partial<Record<Channel, ListenerProof>>;
  maintenance: Pick<Maintenance, 'isOn'>;
};

/** Adds what a process knows of itself: it is set whenever the metrics are read. */
export function measureProcess(metrics: Metrics, options: Options): void {
  const { process, build, readiness, maintenance } = options;
  const { version, commit, schema: schema_version } = build;
  const versions = { version, commit, schema_version, settings_version: String(settingsVersion) };
  metrics.set('picksync_build_info', { ...versions, process }, 1);
  metrics.onRead(() => metrics.set('picksync_maintenance', {}, maintenance.isOn() ? 1 : 0));
  metrics.onRead(async () => {
    const { parts } = await readiness.read();
    for (const [part, state] of Object.entries(parts) as [Part, 'ok' | 'failing'][])
      metrics.set('picksync_ready', { part }, state === 'ok' ? 1 : 0);
    metrics.set('picksync_shutting_down', {}, readiness.isStopping() ? 1 : 0);
  });
  measurePools(metrics, options);
  measureListeners(metrics, options);
}

function measurePools(metrics: Metrics, { pools, proofs }: Pick<Options, 'pools' | 'proofs'>): void {
  const listening = () => {
    const all = Object.values(proofs);
    const used = all.filter(({ isOpen }) => isOpen()).length;
    return { used, idle: 0, waiting: all.length - used, max: all.length };
  };
  const all = Object.entries({ ...pools, listener: listening }) as [Pool, () => PoolState][];
  metrics.onRead(() => {
    for (const [pool, read] of all)
      for (const [state, connections] of Object.entries(read()) as [keyof PoolState, number][])
        metrics.set('picksync_db_pool_connections', { pool, state }, connections);
  });
}

function measureListeners(metrics: Metrics, { proofs }: Pick<Options, 'proofs'>): void {
  const counted = new Map<Channel, number>();
  metrics.onRead(() => {
    for (const [channel, { figures }] of Object.entries(proofs) as [Channel, ListenerProof][]) {
      const { lagSeconds, reconnects } = figures();
      if (lagSeconds !== undefined) metrics.set('picksync_listener_lag_seconds', { channel }, lagSeconds);
      metrics.count(
        'picksync_listener_reconnects_total',
        { channel },
        reconnects - (counted.get(channel) ?? 0),
      );
      counted.set(channel, reconnects);
    }
  });
}
