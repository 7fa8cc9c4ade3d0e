import { createInbox, type Inbox } from '../postmark/inbox.ts';
import type { Account, AuthCode, Id, Sheet, Token } from '../smartsheet/model.ts';
import type { Webhook } from '../smartsheet/webhooks/webhook.model.ts';

/** Everything that survives a restart. The object lives as long as the process; a reset empties and refills it. */
export type State = {
  accounts: Map<Id, Account>;
  sheets: Map<Id, Sheet>;
  /** By access token. */
  tokens: Map<string, Token>;
  /** By code; a code that was used is gone. */
  codes: Map<string, AuthCode>;
  webhooks: Map<Id, Webhook>;
  inbox: Inbox;
};

export function createState(): State {
  return {
    accounts: new Map(),
    sheets: new Map(),
    tokens: new Map(),
    codes: new Map(),
    webhooks: new Map(),
    inbox: createInbox(),
  };
}

/** Puts everything of `from` in the place of everything in `state`. */
export function replaceState(state: State, from: State): void {
  Object.assign(state, from);
}
