import { clientNames } from './clients.draft.ts';
import { officeEmail, staff } from './people.ts';
import type { Draw } from './random.ts';
import type { DraftRow, SheetDraft } from './sheet.draft.ts';

const programmes: Record<string, string[]> = {
  'Digital workplace': ['Intranet relaunch', 'Mobile time entry', 'Document archive', 'Meeting rooms'],
  'Customer experience': ['Loyalty app', 'Self-service portal', 'Call centre scripts', 'Newsletter 2.0'],
  'Operations renewal': [
    'Warehouse scanners',
    'Route planning',
    'Supplier onboarding',
    'Stock forecast',
    'Fleet lease',
  ],
  Compliance: ['GDPR review', 'ISO 27001 audit', 'Accessibility statement'],
};

export const projectNames = Object.values(programmes).flat();
const phases = ['Idea', 'Discovery', 'Delivery', 'Hand-over', 'Closed'];
const tags = ['Fixed price', 'Internal', 'Remote', 'Strategic', 'Travel, EU', 'Urgent'];

/** Returns programmes with their projects, and formula columns in which some lookups failed. */
export function projectsDraft(draw: Draw): SheetDraft {
  const rows: DraftRow[] = [];
  let count = 0;
  for (const [programme, projects] of Object.entries(programmes)) {
    rows.push({ values: [programme] });
    for (const project of projects) {
      count += 1;
      const code = `P-${1000 + count * 7}`;
      const lookup = draw.one(['EMEA', 'Americas', '#NO MATCH', 'EMEA', 'Asia Pacific', '#INVALID REF']);
      rows.push({
        depth: 1,
        values: [
          project,
          code,
          { formula: '=Code@row + " " + Project@row', shows: `${code} ${project}` },
          draw.one(clientNames),
          { contact: staff(count * 3) },
          { contacts: [staff(count), staff(count + 5), staff(count + 9)].slice(0, draw.whole(1, 3)) },
          draw.one(phases),
          { chosen: draw.some(tags, draw.whole(0, 3)) },
          { formula: '=INDEX({Clients Region}, MATCH(Client@row, {Clients Name}, 0))', shows: lookup },
          draw.day(1, 5),
          draw.day(6, 12),
          draw.one(['High', 'Low', null]),
        ],
      });
    }
  }
  return {
    name: 'Projects',
    owner: officeEmail,
    columns: [
      { title: 'Project', type: 'TEXT_NUMBER', primary: true, width: 220 },
      { title: 'Code', type: 'TEXT_NUMBER', width: 90 },
      { title: 'Code and title', type: 'TEXT_NUMBER', formula: '=Code@row + " " + Project@row', width: 220 },
      { title: 'Client', type: 'PICKLIST', options: clientNames.slice(0, 12), width: 190 },
      { title: 'Manager', type: 'CONTACT_LIST', width: 170 },
      { title: 'Team', type: 'MULTI_CONTACT_LIST', width: 260 },
      { title: 'Phase', type: 'PICKLIST', options: phases, validation: true, width: 120 },
      { title: 'Tags', type: 'MULTI_PICKLIST', options: tags, width: 200 },
      { title: 'Client region', type: 'TEXT_NUMBER', width: 130 },
      { title: 'Start', type: 'DATE', width: 110 },
      { title: 'Finish', type: 'DATE', width: 110 },
      { title: 'Priority', type: 'PICKLIST', symbol: 'PRIORITY', width: 90 },
    ],
    rows,
  };
}
