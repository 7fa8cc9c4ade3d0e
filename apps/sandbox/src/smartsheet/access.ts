import type { SandboxDeps } from '../deps.ts';
import type { State } from '../state/state.ts';
import { apiError } from './errors.ts';
import {
  type AccessLevel,
  type Account,
  accessLevelsAscending,
  type Id,
  type Sheet,
  type Time,
} from './model.ts';

export function getAccess(sheet: Sheet, accountId: Id): AccessLevel | null {
  return sheet.ownerId === accountId ? 'OWNER' : (sheet.shares[accountId] ?? null);
}

export function hasAccess(sheet: Sheet, accountId: Id, level: AccessLevel): boolean {
  const access = getAccess(sheet, accountId);
  return access !== null && accessLevelsAscending.indexOf(access) >= accessLevelsAscending.indexOf(level);
}

/** Returns whether the fault `createLagMs` still hides a new object. */
export function isNotYetVisible({ createdAt }: { createdAt: Time }, { faults, now }: SandboxDeps): boolean {
  const { createLagMs } = faults.current;
  return createLagMs > 0 && now().getTime() < createdAt + createLagMs;
}

/** Returns the sheets an account has access to, by name. */
export function visibleSheets(state: State, account: Account): Sheet[] {
  return [...state.sheets.values()]
    .filter((sheet) => getAccess(sheet, account.id) !== null)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
}

/** Returns whether a lock applies to the account: it does for everybody below ADMIN. */
export function isLockedFor(sheet: Sheet, accountId: Id, locked: boolean | undefined): boolean {
  return locked === true && !hasAccess(sheet, accountId, 'ADMIN');
}

/** Returns the account with this email address. Throws 1006 when there is none. */
export function findAccount({ accounts }: Pick<State, 'accounts'>, email: string): Account {
  const account = [...accounts.values()].find((other) => other.email === email);
  if (!account) throw apiError(1006);
  return account;
}
