import { officeEmail, staffMembers } from './people.ts';
import { projectNames } from './projects.draft.ts';
import type { Draw } from './random.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

/** Returns the multi-select target. Its cells hold several values, one of them with a comma. */
export function assignmentsDraft(draw: Draw): SheetDraft {
  const owners = [...staffMembers.slice(0, 8).map((person) => person.name), 'Whitaker, Tom', 'Agency (old)'];
  const rows = Array.from({ length: 48 }, (_, n) => [
    `${draw.one(['Prepare', 'Review', 'Test', 'Present', 'Document', 'Ship'])} ${draw.one(projectNames).toLowerCase()}`,
    { chosen: draw.some(owners, draw.whole(0, 3)) },
    draw.one(['Intranet relaunch', 'Loyalty app', 'GDPR review']),
    { chosen: draw.some(['EMEA', 'Americas'], draw.whole(1, 2)) },
    draw.day(3, 12),
    n % 7 === 0 ? null : draw.one(['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full']),
    draw.chance(0.2),
  ]);
  return {
    name: 'Assignments',
    owner: officeEmail,
    columns: [
      { title: 'Task', type: 'TEXT_NUMBER', primary: true, width: 260 },
      { title: 'Owner', type: 'MULTI_PICKLIST', options: owners, validation: true, width: 280 },
      {
        title: 'Project',
        type: 'PICKLIST',
        options: ['Intranet relaunch', 'Loyalty app', 'GDPR review'],
        width: 180,
      },
      { title: 'Areas', type: 'MULTI_PICKLIST', options: ['EMEA', 'Americas'], width: 180 },
      { title: 'Due', type: 'DATE', width: 110 },
      { title: 'Progress', type: 'PICKLIST', symbol: 'HARVEY_BALLS', width: 140 },
      { title: 'Starred', type: 'CHECKBOX', symbol: 'STAR', width: 90 },
    ],
    rows: toRows(rows),
  };
}
