import { clientNames } from './clients.draft.ts';
import { officeEmail, partnerEmail, staffMembers } from './people.ts';
import type { Draw } from './random.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

const stages = ['Lead', 'Qualified', 'Proposal', 'Negotiation', 'Won', 'Lost'];
const products = ['Cold chain', 'Customs', 'Freight, air', 'Freight, sea', 'Warehousing'];
const ports = [
  'Antwerpen',
  'Gdańsk',
  'Gothenburg',
  'Hamburg',
  'Le Havre',
  'Rotterdam',
  'Trieste',
  'Valencia',
];

/** Returns a sheet shared to the office as ADMIN: the office may change its dropdowns. */
export function pipelineDraft(draw: Draw): SheetDraft {
  const rows = clientNames.map((client, n) => [
    `${client} ${draw.one(['renewal', 'pilot', 'expansion', 'tender'])}`,
    draw.one(['EMEA', 'APAC', 'North America']),
    draw.one(stages),
    { chosen: draw.some(products, draw.whole(1, 3)) },
    draw.whole(4, 400) * 500,
    {
      formula: '=VLOOKUP(Stage@row, {Odds}, 2, false)',
      shows: n % 9 === 4 ? '#NO MATCH' : draw.one([0.1, 0.25, 0.5, 0.8]),
    },
    draw.day(2, 12),
    draw.one(['High', 'Low', null]),
  ]);
  return {
    name: 'CRM pipeline',
    owner: partnerEmail,
    shares: { [officeEmail]: 'ADMIN' },
    columns: [
      { title: 'Opportunity', type: 'TEXT_NUMBER', primary: true, width: 240 },
      {
        title: 'Region',
        type: 'PICKLIST',
        options: ['EMEA', 'APAC', 'North America', 'Latin America'],
        width: 150,
      },
      { title: 'Stage', type: 'PICKLIST', options: stages, validation: true, width: 130 },
      { title: 'Products', type: 'MULTI_PICKLIST', options: products, width: 240 },
      { title: 'Value', type: 'TEXT_NUMBER', width: 100 },
      { title: 'Odds', type: 'TEXT_NUMBER', width: 90 },
      { title: 'Expected', type: 'DATE', width: 110 },
      { title: 'Priority', type: 'PICKLIST', symbol: 'PRIORITY', width: 90 },
    ],
    rows: toRows(rows),
  };
}

/** Returns a sheet shared to the office as EDITOR: it may change rows, not dropdowns. */
export function shipmentsDraft(draw: Draw): SheetDraft {
  const rows = Array.from({ length: 90 }, (_, n) => [
    `SHP-${70_310 + n * 3}`,
    draw.one(ports),
    draw.one(ports),
    draw.one(['Booked', 'At sea', 'Customs', 'Delivered']),
    draw.day(1, 12),
    draw.whole(1, 44),
    draw.one(['Green', 'Green', 'Yellow', 'Red']),
  ]);
  return {
    name: 'Shipments',
    owner: partnerEmail,
    shares: { [officeEmail]: 'EDITOR' },
    columns: [
      { title: 'Shipment', type: 'TEXT_NUMBER', primary: true, width: 130 },
      { title: 'From', type: 'PICKLIST', options: ports, width: 150 },
      { title: 'To', type: 'PICKLIST', options: ports, width: 150 },
      {
        title: 'Status',
        type: 'PICKLIST',
        options: ['Booked', 'At sea', 'Customs', 'Delivered'],
        validation: true,
        width: 130,
      },
      { title: 'Arrival', type: 'DATE', width: 110 },
      { title: 'Pallets', type: 'TEXT_NUMBER', width: 90 },
      { title: 'Risk', type: 'PICKLIST', symbol: 'RYG', width: 80 },
    ],
    rows: toRows(rows),
  };
}

/** Returns a sheet shared to the office as VIEWER: usable as a source only. */
export function carriersDraft(draw: Draw): SheetDraft {
  const carriers = [
    'Baltic Line',
    'Color Freight',
    'DanHaul',
    'Érable Maritime',
    'Nordkapp Shipping',
    'Polski Transport',
    'Straits & Co',
    'Łódź Cargo',
  ];
  const rows = carriers.map((carrier) => [
    carrier,
    draw.one(ports),
    { contact: draw.one(staffMembers) },
    draw.whole(2, 60),
    draw.chance(0.8),
  ]);
  return {
    name: 'Carriers (read only)',
    owner: partnerEmail,
    shares: { [officeEmail]: 'VIEWER' },
    columns: [
      { title: 'Carrier', type: 'TEXT_NUMBER', primary: true, width: 200 },
      { title: 'Home port', type: 'PICKLIST', options: ports, width: 150 },
      { title: 'Our contact', type: 'CONTACT_LIST', width: 190 },
      { title: 'Vessels', type: 'TEXT_NUMBER', width: 90 },
      { title: 'Preferred', type: 'CHECKBOX', width: 100 },
    ],
    rows: toRows(rows),
  };
}
