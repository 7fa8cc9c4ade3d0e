import type { State } from '../../state/state.ts';
import { newId, type Random } from '../ids.ts';
import type { Account } from '../model.ts';
import { placeSheet } from '../workspaces/workspaces.ts';
import { addReports } from './add-reports.ts';
import { assignmentsDraft } from './assignments.draft.ts';
import { buildSheet } from './build-sheet.ts';
import { clientsDraft } from './clients.draft.ts';
import { expensesDraft } from './expenses.draft.ts';
import { carriersDraft, pipelineDraft, shipmentsDraft } from './partner.drafts.ts';
import { partsDraft } from './parts.draft.ts';
import { internEmail, officeEmail, seededAccounts } from './people.ts';
import { projectsDraft } from './projects.draft.ts';
import { createDraw, type Draw, seededRandom } from './random.ts';
import { rareDrafts } from './rare.drafts.ts';
import { regionsDraft } from './regions.draft.ts';
import type { SheetDraft } from './sheet.draft.ts';
import { siteDrafts } from './sites.drafts.ts';
import { staffDraft } from './staff.draft.ts';
import { timeSheetDraft } from './time-sheet.draft.ts';

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
    if (draft.workspace === undefined) continue;
    const workspace = { id: newId(random), name: draft.workspace, ownerId: sheet.ownerId, shares: {} };
    state.workspaces.set(workspace.id, { ...workspace, createdAt: at, modifiedAt: at });
    placeSheet(state, sheet, { workspaceId: workspace.id });
  }
  placeNorthernSites(state, { random, at, owner: findAccount(officeEmail) });
  // Last, so that the ids of all else are what they were.
  const [owner, reader] = [findAccount(officeEmail), findAccount(internEmail)];
  addReports(state, { random, at, owner, reader });
}

/** Puts the first sites in a folder of a workspace: many sheets with the same dropdown, few enough for any plan. */
function placeNorthernSites(
  state: State,
  { random, at, owner }: { random: Random; at: number; owner: Account },
): void {
  const times = { createdAt: at, modifiedAt: at };
  const workspaceId = newId(random);
  const folderId = newId(random);
  state.workspaces.set(workspaceId, {
    id: workspaceId,
    name: 'Field operations',
    ownerId: owner.id,
    shares: {},
    ...times,
  });
  state.folders.set(folderId, { id: folderId, name: 'Northern sites', place: { workspaceId }, ...times });
  for (const sheet of state.sheets.values()) {
    if (/^Site 0(0\d|1[0-2])$/.test(sheet.name)) placeSheet(state, sheet, { workspaceId, folderId });
  }
}

/** Returns the drafts of all sheets in a new sandbox. */
function sheetDrafts(draw: Draw): SheetDraft[] {
  return [
    clientsDraft(draw),
    projectsDraft(draw),
    staffDraft(draw),
    regionsDraft(),
    timeSheetDraft(draw),
    expensesDraft(draw),
    assignmentsDraft(draw),
    pipelineDraft(draw),
    shipmentsDraft(draw),
    carriersDraft(draw),
    partsDraft(draw),
    ...siteDrafts(draw),
  ];
}
