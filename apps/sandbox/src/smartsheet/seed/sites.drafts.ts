import { officeEmail, staffMembers } from './people.ts';
import type { Draw } from './random.ts';
import { regionNames } from './regions.draft.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

const siteCount = 300;

const checks = ['Fire exits', 'First aid', 'Lighting', 'Ladders', 'Signage', 'Waste'];
const results = ['Fine', 'Minor finding', 'Major finding'];

/** Returns `Site 001` to `Site 300`, for an account with very many small sheets. */
export function siteDrafts(draw: Draw): SheetDraft[] {
  return Array.from({ length: siteCount }, (_, n) => ({
    name: `Site ${String(n + 1).padStart(3, '0')}`,
    owner: officeEmail,
    columns: [
      { title: 'Check', type: 'TEXT_NUMBER', primary: true, width: 180 },
      { title: 'Region', type: 'PICKLIST', options: [draw.one(regionNames), 'Unknown'], width: 180 },
      {
        title: 'Inspector',
        type: 'PICKLIST',
        options: staffMembers.slice(0, 3).map((person) => person.name),
        width: 180,
      },
      { title: 'Result', type: 'PICKLIST', options: results, validation: true, width: 140 },
      { title: 'Day', type: 'DATE', width: 110 },
    ],
    rows: toRows(
      checks.map((check) => [
        check,
        null,
        draw.one(staffMembers.slice(0, 3)).name,
        draw.one(results),
        draw.day(1, 10),
      ]),
    ),
  }));
}
