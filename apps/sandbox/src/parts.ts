import type { Changes } from './changes.ts';
import type { Config } from './config.ts';
import type { Account, Id, Sheet } from './smartsheet/model.ts';
import type { State } from './smartsheet/state.ts';
import type { SheetEvent } from './smartsheet/webhooks/webhook.model.ts';
import type { Faults } from './tools/faults.ts';
import type { HeldCalls } from './tools/held-calls.ts';

/** Who changes something: through the API with a token, or a person in the console's grid. */
export type Actor = {
  account: Account;
  /** The chain of `Smartsheet-Change-Agent`; comes back in the events. */
  changeAgent?: string | undefined;
};

/** What the rules and routes of the sandbox work with. */
export type Parts = {
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
  accessChanged: (sheetId: Id) => void;
  /** Ends for good the webhooks that the app made for an account. */
  appRevoked: (accountId: Id) => void;
};
