import { officeEmail } from './people.ts';
import type { Draw } from './random.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

const partRows = 20_000;

const categories = [
  'Bearings',
  'Cables',
  'Fasteners',
  'Filters',
  'Gaskets',
  'Hoses',
  'Motors',
  'Sensors',
  'Valves',
];
const materials = ['Brass', 'EPDM', 'Nylon', 'PTFE', 'Steel', 'Stainless steel', 'Titanium'];
const forms = ['bolt', 'clamp', 'coupling', 'fitting', 'flange', 'nut', 'ring', 'seal', 'sleeve', 'washer'];

/** Returns a sheet with as many rows as webhooks allow. It has few makers, so most values repeat. */
export function partsDraft(given: Draw): SheetDraft {
  const draw = given.fork();
  const makers = Array.from(
    { length: 240 },
    (_, n) =>
      `${draw.one(['Alfa', 'Borg', 'Celtic', 'Dyna', 'Euro', 'Ferro', 'Hydra', 'Omni'])}${draw.one(['tec', 'flow', 'works', 'dyne', 'form'])} ${draw.one(['AG', 'AB', 'Ltd', 'SpA', 'Inc', 'BV'])} ${n + 1}`,
  );
  const drawRow = (_: unknown, n: number) => [
    `PN-${String(100_000 + n)}`,
    `${draw.one(materials)} ${draw.one(forms)} M${draw.whole(3, 48)}`,
    draw.one(categories),
    n % 31 === 0 ? null : draw.one(makers),
    draw.whole(5, 90_000) / 100,
    draw.chance(0.8),
  ];
  return {
    name: 'Parts catalogue',
    owner: officeEmail,
    columns: [
      { title: 'Part no.', type: 'TEXT_NUMBER', primary: true, width: 130 },
      { title: 'Description', type: 'TEXT_NUMBER', width: 240 },
      { title: 'Category', type: 'PICKLIST', options: categories, width: 130 },
      { title: 'Maker', type: 'TEXT_NUMBER', width: 180 },
      { title: 'Price', type: 'TEXT_NUMBER', width: 100 },
      { title: 'In stock', type: 'CHECKBOX', width: 90 },
    ],
    rows: { count: partRows, draw: () => toRows(Array.from({ length: partRows }, drawRow)) },
  };
}
