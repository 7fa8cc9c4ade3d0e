import { officeEmail, partnerEmail, staff } from './people.ts';
import type { Draw } from './random.ts';
import { regionNames } from './regions.draft.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

/** The correct names of the clients. */
export const clientNames = [
  'Aldergrove Dairy',
  'Bergström & Söner',
  'Blue Heron Hotels',
  'Café Noir',
  'Calloway Press',
  'Cedar Point Clinics',
  'Delphi Instruments',
  'Eastgate Rail',
  'Fjord Seafood',
  'Glasshouse Theatre',
  'Greenfield Schools Trust',
  'Halcyon Air',
  'Ironbridge Steel',
  'Juniper Analytics',
  'Kestrel Outdoor',
  'Lumen Energy',
  'Marlow Foods',
  'Meridian Bank',
  'Novák Stavby',
  'Oakhurst Legal',
  'Orchard Street Books',
  'Pacific Crest Water',
  'Quarry Lane Brewing',
  'Redwood Logistics',
  'Saltmarsh Farms',
  'Silverline Transit',
  'Tidewater Marine',
  'Umbra Studios',
  'Vantage Insurance',
  'Westbrook Council',
  'Yarrow Botanics',
  'Zephyr Wind',
];

/** The names as people type them: extra spaces, other case, another Unicode form, a repeat. */
const untidy = [
  '  Café Noir ',
  'Cafe\u0301 Noir',
  'Meridian\u00a0Bank',
  'Blue  Heron   Hotels',
  'HALCYON AIR',
  'Marlow Foods',
  'Zephyr Wind',
  'Lumen Energy\t',
];

const services = ['Advisory', 'Audit, annual', 'Design', 'Implementation', 'Support', 'Training'];

/** Returns the main source: every type of column, and names that need cleaning before they can be options. */
export function clientsDraft(draw: Draw): SheetDraft {
  const names: (string | null)[] = [
    ...clientNames.slice(0, 20),
    null,
    ...untidy,
    ...clientNames.slice(20),
    null,
    '',
    '   ',
  ];
  const rows = names.map((name, n) => {
    if (!name?.trim()) return [name];
    const since = `20${draw.whole(14, 25)}-0${draw.whole(1, 9)}-1${draw.whole(0, 9)}`;
    return [
      name,
      null,
      draw.one(regionNames),
      draw.one(['Corporate', 'Public', 'Non-profit', 'Start-up']),
      draw.one(['Green', 'Green', 'Green', 'Yellow', 'Red']),
      draw.one(['Empty', 'Quarter', 'Half', 'Three Quarter', 'Full']),
      { contact: staff(n) },
      { chosen: draw.some(services, draw.whole(1, 3)) },
      since,
      draw.chance(0.85),
      { formula: '=LEFT([Client name]@row, 3)', shows: name.trim().slice(0, 3).toUpperCase() },
    ];
  });
  return {
    name: 'Clients',
    owner: officeEmail,
    shares: { [partnerEmail]: 'VIEWER' },
    columns: [
      { title: 'Client name', type: 'TEXT_NUMBER', primary: true, width: 220 },
      {
        title: 'Client no.',
        type: 'TEXT_NUMBER',
        systemColumnType: 'AUTO_NUMBER',
        autoNumberFormat: { prefix: 'C-', fill: '0000' },
        width: 100,
      },
      { title: 'Region', type: 'PICKLIST', options: [...regionNames], width: 170 },
      {
        title: 'Segment',
        type: 'PICKLIST',
        options: ['Corporate', 'Public', 'Non-profit', 'Start-up'],
        validation: true,
        width: 120,
      },
      { title: 'Health', type: 'PICKLIST', symbol: 'RYG', width: 90 },
      { title: 'Onboarding', type: 'PICKLIST', symbol: 'HARVEY_BALLS', width: 140 },
      { title: 'Account manager', type: 'CONTACT_LIST', width: 180 },
      { title: 'Services', type: 'MULTI_PICKLIST', options: services, width: 240 },
      { title: 'Client since', type: 'DATE', width: 110 },
      { title: 'Active', type: 'CHECKBOX', width: 80 },
      { title: 'Short code', type: 'TEXT_NUMBER', formula: '=LEFT([Client name]@row, 3)', width: 100 },
      { title: 'Created', type: 'DATETIME', systemColumnType: 'CREATED_DATE', width: 150 },
      { title: 'Modified by', type: 'CONTACT_LIST', systemColumnType: 'MODIFIED_BY', width: 190 },
    ],
    rows: toRows(rows),
  };
}
