import { newId, type Random } from '../ids.ts';
import type { Account } from '../model.ts';
import type { State } from '../state.ts';
import { assignmentsDraft } from './assignments.draft.ts';
import { clientsDraft } from './clients.draft.ts';
import { expensesDraft } from './expenses.draft.ts';
import { carriersDraft, pipelineDraft, shipmentsDraft } from './partner.drafts.ts';
import { partsDraft } from './parts.draft.ts';
import { ACCOUNTS } from './people.ts';
import { plantSheet } from './plant.ts';
import { projectsDraft } from './projects.draft.ts';
import { type Draw, drawFrom, seededRandom } from './random.ts';
import { regionsDraft } from './regions.draft.ts';
import type { SheetDraft } from './sheet.draft.ts';
import { siteDrafts } from './sites.drafts.ts';
import { staffDraft } from './staff.draft.ts';
import { timeSheetDraft } from './time-sheet.draft.ts';

const SEED = 20_260_105;

const drafts = (draw: Draw): SheetDraft[] => [
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

/**
 * Plants the accounts and sheets a fresh sandbox starts with. Left to its own randomness it plants the same sheets
 * under the same ids each time, so that what was connected before a reset fits again after it.
 */
export function seed(
  state: State,
  { now, random = seededRandom(SEED) }: { now: () => Date; random?: Random },
): void {
  const accounts = new Map<string, Account>();
  for (const person of ACCOUNTS) {
    const account = { id: newId(random), ...person };
    accounts.set(account.email, account);
    state.accounts.set(account.id, account);
  }
  const accountOf = (email: string) => {
    const account = accounts.get(email);
    if (!account) throw new Error(`The seed names an account that does not exist: ${email}`);
    return account;
  };
  const at = now().getTime();
  for (const draft of drafts(drawFrom(random))) {
    const sheet = plantSheet(draft, { random, accountOf, at });
    state.sheets.set(sheet.id, sheet);
  }
}
