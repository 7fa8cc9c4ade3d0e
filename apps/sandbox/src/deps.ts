import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { Faults, HeldCalls } from './faults/faults.ts';
import type { Notify } from './payments/delivery.model.ts';
import type { Transmissions } from './paypal/transmissions.ts';
import type { Id, Sheet } from './smartsheet/model.ts';
import type { SheetEvent } from './smartsheet/webhooks/webhook.model.ts';
import type { State } from './state/state.ts';

/** What the rules and routes depend on. */
export type SandboxDeps = {
  config: Config;
  state: State;
  now: () => Date;
  random: () => number;
  newId: () => Id;
  changes: Changes;
  faults: { current: Faults };
  held: HeldCalls;
  /** Sends an event of a payment provider to the app. */
  notify: Notify;
  /** Signs PayPal's events, and verifies them. */
  transmissions: Transmissions;
  /** Sends events of a sheet to its webhooks. */
  emit: (sheet: Sheet, events: SheetEvent[]) => void;
  /** Checks the webhooks of a sheet after it was deleted or its sharing changed. */
  onAccessChanged: (sheetId: Id) => void;
  /** Permanently disables the webhooks that the app created for an account. */
  onAppRevoked: (accountId: Id) => void;
};

export type PostmarkDeps = Pick<SandboxDeps, 'state' | 'now' | 'config' | 'changes'>;
