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
  type Workspace,
} from './model.ts';

/** What says who has access to a sheet or a report. */
export type Shared = Pick<Sheet, 'ownerId' | 'shares' | 'inheritedShares'>;

/** Returns the access to a sheet or a report: the higher one of its own sharing and that of its workspace. */
export function getAccess(sheet: Shared, accountId: Id): AccessLevel | null {
  if (sheet.ownerId === accountId) return 'OWNER';
  const own = sheet.shares[accountId];
  const inherited = sheet.inheritedShares?.[accountId];
  return (isAtLeast(own, inherited) ? own : inherited) ?? null;
}

function isAtLeast(access: AccessLevel | null | undefined, level: AccessLevel | undefined): boolean {
  const rank = (one: AccessLevel | null | undefined) => (one ? accessLevelsAscending.indexOf(one) : -1);
  return rank(access) >= rank(level);
}

export function hasAccess(sheet: Shared, accountId: Id, level: AccessLevel): boolean {
  return isAtLeast(getAccess(sheet, accountId), level);
}

/** Returns the access to a workspace. Whoever can only open a sheet in it does not see the workspace. */
export function getWorkspaceAccess({ ownerId, shares }: Workspace, accountId: Id): AccessLevel | null {
  return ownerId === accountId ? 'OWNER' : (shares[accountId] ?? null);
}

export function hasWorkspaceAccess(workspace: Workspace, accountId: Id, level: AccessLevel): boolean {
  return isAtLeast(getWorkspaceAccess(workspace, accountId), level);
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
