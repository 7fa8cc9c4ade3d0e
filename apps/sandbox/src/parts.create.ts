import type { FastifyBaseLogger } from 'fastify';
import { createChanges } from './changes.ts';
import type { Config } from './config.ts';
import type { Parts } from './parts.ts';
import { newId, type Random } from './smartsheet/ids.ts';
import { seed } from './smartsheet/seed/seed.ts';
import { createState, replaceState } from './smartsheet/state.ts';
import { createDispatcher, type Dispatcher } from './smartsheet/webhooks/dispatcher.ts';
import { type StateFile, stateFile } from './state.file.ts';
import { noFaults } from './tools/faults.ts';
import { createHeldCalls } from './tools/held-calls.ts';

type Created = {
  parts: Parts;
  dispatcher: Dispatcher;
  /** Null when nothing is to survive. */
  file: StateFile | null;
  /** Puts everything back to how a fresh sandbox starts. */
  reseed: () => void;
};

/** The parts of the sandbox with their state, read from the file or freshly seeded. */
export function createParts(given: {
  config: Config;
  now: () => Date;
  random: Random;
  log: FastifyBaseLogger;
}): Created {
  const { config, now, random, log } = given;
  const state = createState();
  const faults = { current: noFaults() };
  const base = { config, state, now, random, changes: createChanges(), faults, held: createHeldCalls() };
  const dispatcher = createDispatcher(base);
  const { emit, accessChanged, appRevoked } = dispatcher;
  const parts: Parts = { ...base, newId: () => newId(random), emit, accessChanged, appRevoked };
  const path = config.DATA_FILE;
  const file = path
    ? stateFile({ path, state, onError: (error) => log.error(error, 'state not saved') })
    : null;
  const saved = file?.load();
  if (saved) replaceState(state, saved);
  else seed(state, { now });
  if (file) parts.changes.subscribe(file.saveSoon);

  const reseed = () => {
    replaceState(state, createState());
    seed(state, { now });
    parts.faults.current = noFaults();
    parts.held.release();
    parts.changes.announce({ list: true, mails: true, faults: true });
  };
  return { parts, dispatcher, file, reseed };
}
