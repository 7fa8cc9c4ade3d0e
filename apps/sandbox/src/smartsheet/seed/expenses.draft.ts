import { officeEmail, staffMembers } from './people.ts';
import type { Draw } from './random.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

/** Dollars with two decimals and separators: $1,234.50. */
const usdFormat = ',,,,,,,,,,,13,2,1,2,,';
const categories = ['Accommodation', 'Fuel', 'Meals', 'Software', 'Train', 'Flight'];

/** Returns a second target: one dropdown without options, one restricted, one with a symbol. */
export function expensesDraft(draw: Draw): SheetDraft {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const net = draw.whole(800, 90_000) / 100;
    return [
      `EX-${2600 + n}`,
      draw.one(staffMembers).name,
      null,
      draw.one(['Aldergrove Dairy', 'Lumen Energy', null]),
      draw.one(categories),
      draw.day(1, 10),
      net,
      { formula: '=ROUND(Net@row * 1.2, 2)', shows: Math.round(net * 120) / 100 },
      draw.chance(0.9),
      draw.one(['Green', 'Yellow', 'Red']),
    ];
  });
  return {
    name: 'Expense report',
    owner: officeEmail,
    columns: [
      { title: 'Claim', type: 'TEXT_NUMBER', primary: true, width: 110 },
      { title: 'Staff', type: 'PICKLIST', options: ['Amara Nwosu', 'Ben Castellano'], width: 180 },
      { title: 'Project', type: 'PICKLIST', options: [], width: 220 },
      {
        title: 'Client',
        type: 'PICKLIST',
        options: ['Aldergrove Dairy', 'Lumen Energy', 'Old Mill Paper'],
        width: 190,
      },
      { title: 'Category', type: 'PICKLIST', options: categories, validation: true, width: 140 },
      { title: 'Date', type: 'DATE', width: 110 },
      { title: 'Net', type: 'TEXT_NUMBER', format: usdFormat, width: 90 },
      {
        title: 'Gross',
        type: 'TEXT_NUMBER',
        formula: '=ROUND(Net@row * 1.2, 2)',
        format: usdFormat,
        width: 90,
      },
      { title: 'Receipt', type: 'CHECKBOX', width: 90 },
      { title: 'Checked', type: 'PICKLIST', symbol: 'RYG', width: 90 },
    ],
    rows: toRows(rows),
  };
}
