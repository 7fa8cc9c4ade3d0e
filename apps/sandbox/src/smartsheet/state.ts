import { emptyInbox, type Inbox } from '../postmark/inbox.ts';
import type { Account, AuthCode, Id, Sheet, Token } from './model.ts';
import type { Webhook } from './webhooks/webhook.model.ts';

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
    inbox: emptyInbox(),
  };
}

/** Puts everything of `from` in the place of everything in `state`. */
export function replaceState(state: State, from: State): void {
  Object.assign(state, from);
}

const FORMAT = 1;

type Saved = {
  format: number;
  accounts: Account[];
  tokens: Token[];
  codes: AuthCode[];
  webhooks: Webhook[];
  inbox: Inbox;
  sheets: Sheet[];
};

/** The text of each sheet as it was last written: most sheets do not change between two saves. */
const sheetTexts = new WeakMap<Sheet, { revision: number; text: string }>();

function sheetText(sheet: Sheet): string {
  const known = sheetTexts.get(sheet);
  if (known?.revision === sheet.revision) return known.text;
  const text = JSON.stringify(sheet);
  sheetTexts.set(sheet, { revision: sheet.revision, text });
  return text;
}

/** The state as the text of a file. */
export function saveState(state: State): string {
  const { accounts, tokens, codes, webhooks, inbox, sheets } = state;
  const small: Omit<Saved, 'sheets'> = {
    format: FORMAT,
    accounts: [...accounts.values()],
    tokens: [...tokens.values()],
    codes: [...codes.values()],
    webhooks: [...webhooks.values()],
    inbox,
  };
  return `${JSON.stringify(small).slice(0, -1)},"sheets":[\n${[...sheets.values()].map(sheetText).join(',\n')}\n]}\n`;
}

/** Reads what `saveState` wrote. Null when another version of the sandbox wrote it. */
export function loadState(text: string): State | null {
  const saved = JSON.parse(text) as Saved;
  if (saved.format !== FORMAT) return null;
  const byId = <Item extends { id: Id }>(items: Item[]) => new Map(items.map((item) => [item.id, item]));
  return {
    accounts: byId(saved.accounts),
    sheets: byId(saved.sheets),
    tokens: new Map(saved.tokens.map((token) => [token.accessToken, token])),
    codes: new Map(saved.codes.map((code) => [code.code, code])),
    webhooks: byId(saved.webhooks),
    inbox: saved.inbox,
  };
}
