import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { Faults } from './faults/faults.ts';
import type { HeldCalls } from './faults/held-calls.ts';
import type { Id, Sheet } from './smartsheet/model.ts';
import type { SheetEvent } from './smartsheet/webhooks/webhook.model.ts';
import type { State } from './state/state.ts';

/** What the rules and routes of the sandbox work with. */
export type SandboxDeps = {
  config: Config;
  state: State;
  now: () => Date;
  random: () => number;
  newId: () => Id;
  changes: Changes;
  faults: { current: Faults };
  held: HeldCalls;
  /** Hands events of a sheet to the webhooks on it. */
  emit: (sheet: Sheet, events: SheetEvent[]) => void;
  /** Tells the webhooks on a sheet that it is gone, or that others may see it now. */
  onAccessChanged: (sheetId: Id) => void;
  /** Ends for good the webhooks that the app made for an account. */
  onAppRevoked: (accountId: Id) => void;
};
