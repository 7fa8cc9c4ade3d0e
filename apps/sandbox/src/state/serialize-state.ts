import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Inbox } from '../postmark/inbox.ts';
import type { Account, AuthCode, Folder, Id, Sheet, Token, Workspace } from '../smartsheet/model.ts';
import type { Report } from '../smartsheet/reports/report.model.ts';
import type { Webhook } from '../smartsheet/webhooks/webhook.model.ts';
import type { PaymentState, State } from './state.ts';

/** Raise it when the state takes another form: a sandbox starts afresh rather than guess what an older one meant. */
export const formatVersion = 4;

type Saved = {
  format: number;
  accounts: Account[];
  tokens: Token[];
  codes: AuthCode[];
  webhooks: Webhook[];
  inbox: Inbox;
  payments: PaymentState;
  workspaces: Workspace[];
  folders: Folder[];
  sheets: Sheet[];
  /** Absent in files from before there were any. */
  reports?: Report[];
};

const rowsPerChunk = 1000;
const maxAttempts = 3;

/** The last JSON of each sheet: most sheets do not change between two saves. */
const sheetTexts = new WeakMap<Sheet, { revision: number; text: Buffer }>();

/**
 * Serializes a sheet in chunks of rows, so that calls are served in between. Returns null when the sheet changed
 * meanwhile.
 */
async function serializeInChunks(sheet: Sheet): Promise<Buffer | null> {
  const { revision } = sheet;
  const { rows, ...rest } = sheet;
  const chunks = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"rows":[`)];
  for (let from = 0; from < rows.length; from += rowsPerChunk) {
    const chunk = rows.slice(from, from + rowsPerChunk).map((row) => JSON.stringify(row));
    chunks.push(Buffer.from(`${from === 0 ? '' : ','}${chunk.join(',')}`));
    await nextTurn();
    if (sheet.revision !== revision) return null;
  }
  return Buffer.concat([...chunks, Buffer.from(']}')]);
}

async function serializeSheet(sheet: Sheet): Promise<Buffer> {
  const known = sheetTexts.get(sheet);
  if (known?.revision === sheet.revision) return known.text;
  let text: Buffer | null = null;
  for (let tries = 0; text === null && tries < maxAttempts; tries += 1) text = await serializeInChunks(sheet);
  // A sheet that keeps changing is serialized in one step.
  text ??= Buffer.from(JSON.stringify(sheet));
  sheetTexts.set(sheet, { revision: sheet.revision, text });
  return text;
}

/** Returns the state as JSON. Each sheet in it is consistent, and calls are served meanwhile. */
export async function serializeState(state: State): Promise<Buffer> {
  const sheets: Buffer[] = [];
  for (const sheet of state.sheets.values()) {
    sheets.push(Buffer.from(sheets.length === 0 ? '\n' : ',\n'), await serializeSheet(sheet));
  }
  const small: Omit<Saved, 'sheets'> = {
    format: formatVersion,
    accounts: [...state.accounts.values()],
    tokens: [...state.tokens.values()],
    codes: [...state.codes.values()],
    webhooks: [...state.webhooks.values()],
    inbox: state.inbox,
    payments: state.payments,
    workspaces: [...state.workspaces.values()],
    folders: [...state.folders.values()],
    reports: [...state.reports.values()],
  };
  const start = Buffer.from(`${JSON.stringify(small).slice(0, -1)},"sheets":[`);
  return Buffer.concat([start, ...sheets, Buffer.from('\n]}\n')]);
}

/** Returns the state that `serializeState` wrote, or null when its format is another one. */
export function parseState(text: string): State | null {
  const saved = JSON.parse(text) as Saved;
  if (saved.format !== formatVersion) return null;
  const byId = <Item extends { id: Id }>(items: Item[]) => new Map(items.map((item) => [item.id, item]));
  return {
    accounts: byId(saved.accounts),
    workspaces: byId(saved.workspaces),
    folders: byId(saved.folders),
    sheets: byId(saved.sheets),
    reports: byId(saved.reports ?? []),
    tokens: new Map(saved.tokens.map((token) => [token.accessToken, token])),
    codes: new Map(saved.codes.map((code) => [code.code, code])),
    webhooks: byId(saved.webhooks),
    inbox: saved.inbox,
    payments: saved.payments,
  };
}
