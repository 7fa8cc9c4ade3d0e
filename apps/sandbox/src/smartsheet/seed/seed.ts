import type { State } from '../../state/state.ts';
import { newId, type Random } from '../ids.ts';
import type { Account } from '../model.ts';
import { buildSheet } from './build-sheet.ts';
import { seededAccounts } from './people.ts';
import { createDraw, seededRandom } from './random.ts';
import { rareDrafts } from './rare.drafts.ts';
import { sheetDrafts } from './sheet-drafts.ts';

const defaultSeed = 20_260_105;

/**
 * Adds the accounts and sheets of a new sandbox. By default the ids are always the same, so that connections made
 * before a reset still match.
 */
export function seed(
  state: State,
  { now, random = seededRandom(defaultSeed) }: { now: () => Date; random?: Random },
): void {
  const accounts = new Map<string, Account>();
  for (const person of seededAccounts) {
    const account = { id: newId(random), ...person };
    accounts.set(account.email, account);
    state.accounts.set(account.id, account);
  }
  const findAccount = (email: string) => {
    const account = accounts.get(email);
    if (!account) throw new Error(`The seed names an account that does not exist: ${email}`);
    return account;
  };
  const findSheet = (name: string) => {
    const sheet = [...state.sheets.values()].find((one) => one.name === name);
    if (!sheet) throw new Error(`The seed names a sheet that does not exist yet: ${name}`);
    return sheet;
  };
  const at = now().getTime();
  for (const draft of [...sheetDrafts(createDraw(random)), ...rareDrafts()]) {
    const sheet = buildSheet(draft, { random, findAccount, findSheet, at });
    state.sheets.set(sheet.id, sheet);
  }
}
