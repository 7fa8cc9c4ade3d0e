import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { createChanges } from './changes.ts';
import type { Config } from './config.ts';
import { registerConsole } from './console/console.routes.ts';
import type { Parts } from './parts.ts';
import { inboxRoutes } from './postmark/inbox.routes.ts';
import { postmarkRoutes } from './postmark/postmark.routes.ts';
import { newId, type Random } from './smartsheet/ids.ts';
import { seed } from './smartsheet/seed/seed.ts';
import { createState, replaceState, type State } from './smartsheet/state.ts';
import { type StateFile, stateFile } from './state.file.ts';
import { noFaults } from './tools/faults.ts';

export type Sandbox = {
  app: FastifyInstance;
  state: State;
  /** Stops answering and saves what is not saved yet. */
  close: () => Promise<void>;
};

type Options = { config: Config; now: () => Date; random: Random };

/** The whole sandbox, not listening yet. Its state comes from the file if there is one, else from the seed. */
export function createSandbox({ config, now, random }: Options): Sandbox {
  const state = createState();
  const app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });
  const parts: Parts = {
    config,
    state,
    now,
    random,
    newId: () => newId(random),
    changes: createChanges(),
    faults: { current: noFaults() },
    emit: () => {},
    accessChanged: () => {},
  };
  const file = config.DATA_FILE ? open(config.DATA_FILE, parts, app) : null;
  if (state.accounts.size === 0) seed(state, { now });

  const mail = {
    inbox: () => state.inbox,
    now,
    newId: () => randomUUID(),
    changed: () => parts.changes.announce({ mails: true }),
  };
  postmarkRoutes(app, mail);
  inboxRoutes(app, mail);
  registerConsole(app, parts);

  return {
    app,
    state,
    close: async () => {
      await app.close();
      await file?.flush();
    },
  };
}

function open(path: string, { state, changes }: Parts, app: FastifyInstance): StateFile {
  const file = stateFile({ path, state, onError: (error) => app.log.error(error, 'state not saved') });
  const saved = file.load();
  if (saved) replaceState(state, saved);
  changes.subscribe(file.saveSoon);
  return file;
}
