import { internEmail, officeEmail, staffMembers } from './people.ts';
import type { Draw } from './random.ts';
import { type DraftValue, type SheetDraft, toRows } from './sheet.draft.ts';

const teams = ['Design', 'Engineering', 'Finance', 'People', 'Sales', 'Support'];
const skills = [
  'Accounting',
  'C++',
  'Facilitation',
  'Figma',
  'French',
  'German',
  'Negotiation',
  'SQL',
  'TypeScript',
];

/** Returns the staff list: two names repeat, one is missing, and the personnel number is locked. */
export function staffDraft(draw: Draw): SheetDraft {
  const people = [...staffMembers, staffMembers[4], staffMembers[11]].flatMap((person) => person ?? []);
  const rows: DraftValue[][] = people.map((person, n) => [
    person.name,
    4100 + n,
    { contact: person },
    draw.one(teams),
    { chosen: draw.some(skills, draw.whole(1, 4)) },
    draw.chance(0.4),
    `20${draw.whole(12, 25)}-1${draw.whole(0, 2)}-0${draw.whole(1, 9)}`,
    draw.one([32, 37.5, 40]),
  ]);
  rows.push([null, 4199, null, 'Design', { chosen: [] }, false, null, 40]);
  return {
    name: 'Staff directory',
    owner: officeEmail,
    shares: { [internEmail]: 'VIEWER' },
    columns: [
      { title: 'Full name', type: 'TEXT_NUMBER', primary: true, width: 190 },
      { title: 'Personnel no.', type: 'TEXT_NUMBER', locked: true, width: 120 },
      { title: 'Contact', type: 'CONTACT_LIST', contactOptions: [...staffMembers], width: 200 },
      { title: 'Team', type: 'PICKLIST', options: teams, validation: true, width: 130 },
      { title: 'Skills', type: 'MULTI_PICKLIST', options: skills, width: 260 },
      { title: 'Remote', type: 'CHECKBOX', width: 90 },
      { title: 'Started', type: 'DATE', width: 110 },
      { title: 'Hours a week', type: 'TEXT_NUMBER', width: 110 },
    ],
    rows: toRows(rows),
  };
}
