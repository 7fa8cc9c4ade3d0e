import { assignmentsDraft } from './assignments.draft.ts';
import { clientsDraft } from './clients.draft.ts';
import { expensesDraft } from './expenses.draft.ts';
import { carriersDraft, pipelineDraft, shipmentsDraft } from './partner.drafts.ts';
import { partsDraft } from './parts.draft.ts';
import { projectsDraft } from './projects.draft.ts';
import type { Draw } from './random.ts';
import { regionsDraft } from './regions.draft.ts';
import type { SheetDraft } from './sheet.draft.ts';
import { siteDrafts } from './sites.drafts.ts';
import { staffDraft } from './staff.draft.ts';
import { timeSheetDraft } from './time-sheet.draft.ts';

/** Returns the drafts of all sheets in a new sandbox. */
export function sheetDrafts(draw: Draw): SheetDraft[] {
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
