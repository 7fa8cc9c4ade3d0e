import { OFFICE, STAFF } from './people.ts';
import type { Draw } from './random.ts';
import { REGION_NAMES } from './regions.draft.ts';
import { flat, type SheetDraft } from './sheet.draft.ts';

export const SITE_COUNT = 300;

const CHECKS = ['Fire exits', 'First aid', 'Lighting', 'Ladders', 'Signage', 'Waste'];
const RESULTS = ['Fine', 'Minor finding', 'Major finding'];

/** `Site 001` to `Site 300`: what an account with very many small sheets looks like. */
export function siteDrafts(draw: Draw): SheetDraft[] {
  return Array.from({ length: SITE_COUNT }, (_, n) => ({
    name: `Site ${String(n + 1).padStart(3, '0')}`,
    owner: OFFICE,
    columns: [
      { title: 'Check', type: 'TEXT_NUMBER', primary: true, width: 180 },
      { title: 'Region', type: 'PICKLIST', options: [draw.one(REGION_NAMES), 'Unknown'], width: 180 },
      {
        title: 'Inspector',
        type: 'PICKLIST',
        options: STAFF.slice(0, 3).map((person) => person.name),
        width: 180,
      },
      { title: 'Result', type: 'PICKLIST', options: RESULTS, validation: true, width: 140 },
      { title: 'Day', type: 'DATE', width: 110 },
    ],
    rows: flat(
      CHECKS.map((check) => [
        check,
        null,
        draw.one(STAFF.slice(0, 3)).name,
        draw.one(RESULTS),
        draw.day(1, 10),
      ]),
    ),
  }));
}
