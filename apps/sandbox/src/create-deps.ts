import type { FastifyBaseLogger } from 'fastify';
import { createChanges } from './changes.ts';
import type { Config } from './config.ts';
import type { SandboxDeps } from './deps.ts';
import { noFaults } from './faults/faults.ts';
import { createHeldCalls } from './faults/held-calls.ts';
import { createDeliveries } from './payments/create-deliveries.ts';
import { newId, type Random } from './smartsheet/ids.ts';
import { seed } from './smartsheet/seed/seed.ts';
import { createWebhookDispatcher, type WebhookDispatcher } from './smartsheet/webhooks/webhook-dispatcher.ts';
import { createStateFile, type StateFile } from './state/state.file.ts';
import { createState, replaceState } from './state/state.ts';

type CreatedDeps = {
  deps: SandboxDeps;
  dispatcher: WebhookDispatcher;
  deliveries: ReturnType<typeof createDeliveries>['deliveries'];
  /** Null without `DATA_FILE`. */
  file: StateFile | null;
  /** Returns to the state of a new sandbox. */
  resetState: () => void;
};

/** Builds the dependencies and their state, which is read from the file or freshly seeded. */
export function createDeps(options: {
  config: Config;
  now: () => Date;
  random: Random;
  log: FastifyBaseLogger;
}): CreatedDeps {
  const { config, now, random, log } = options;
  const state = createState();
  const faults = { current: noFaults() };
  const base = { config, state, now, random, changes: createChanges(), faults, held: createHeldCalls() };
  const dispatcher = createWebhookDispatcher(base);
  const { transmissions, deliveries } = createDeliveries(base);
  const { emit, onAccessChanged, onAppRevoked } = dispatcher;
  const deps: SandboxDeps = {
    ...base,
    newId: () => newId(random),
    notify: deliveries.notify,
    transmissions,
    emit,
    onAccessChanged,
    onAppRevoked,
  };
  const path = config.DATA_FILE;
  const file = path
    ? createStateFile({ path, state, onError: (error) => log.error(error, 'state not saved') })
    : null;
  const saved = file?.load();
  if (saved) replaceState(state, saved);
  else seed(state, { now });
  if (file) deps.changes.subscribe(file.saveSoon);

  const resetState = () => {
    const fresh = createState();
    seed(fresh, { now });
    // Sheets that nobody has changed stay the objects they are: what was written of them need not be written again.
    for (const [id, { revision }] of fresh.sheets) {
      const kept = state.sheets.get(id);
      if (kept?.revision === revision) fresh.sheets.set(id, kept);
    }
    replaceState(state, fresh);
    deps.faults.current = noFaults();
    deps.held.release();
    deps.changes.announce({ list: true, mails: true, faults: true, payments: true });
  };
  return { deps, dispatcher, deliveries, file, resetState };
}
