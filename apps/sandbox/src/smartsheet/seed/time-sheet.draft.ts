import { internEmail, officeEmail, staffMembers } from './people.ts';
import type { Draw } from './random.ts';
import { type SheetDraft, toRows } from './sheet.draft.ts';

const activities = ['Analysis', 'Build', 'Meeting', 'Review', 'Travel', 'Writing'];
const rate = 110;

/**
 * Returns the main target. Its dropdowns differ from their sources on purpose, so that the first sync shows changes.
 */
export function timeSheetDraft(draw: Draw): SheetDraft {
  const oldClients = [
    'Aldergrove Dairy',
    'Bluebird Travel (closed)',
    'Café Noir',
    'Calloway Press',
    'Eastgate Railways',
    'Marlow Foods',
    'Meridian Bank',
  ];
  const oldProjects = ['Intranet relaunch', 'Newsletter', 'Route planning', 'GDPR review'];
  const rows = Array.from({ length: 140 }, (_, n) => {
    const hours = draw.whole(1, 16) / 2;
    return [
      `Entry ${String(n + 1).padStart(3, '0')}`,
      draw.one(oldClients),
      draw.one(oldProjects),
      draw.one(staffMembers.slice(0, 6)).name,
      { chosen: draw.some(activities, draw.whole(1, 2)) },
      draw.day(1, 10),
      hours,
      draw.chance(0.7),
      { formula: '=Hours@row * 110', shows: hours * rate },
      draw.one(['Green', 'Yellow', 'Red', null]),
      draw.one(['Olivia Park', 'Marek Dvořák']),
    ];
  });
  return {
    name: 'Time sheet 2026',
    owner: officeEmail,
    shares: { [internEmail]: 'EDITOR' },
    columns: [
      { title: 'Entry', type: 'TEXT_NUMBER', primary: true, width: 120 },
      { title: 'Client', type: 'PICKLIST', options: oldClients, validation: true, width: 200 },
      { title: 'Project', type: 'PICKLIST', options: oldProjects, width: 180 },
      {
        title: 'Staff',
        type: 'PICKLIST',
        options: staffMembers.slice(0, 6).map((person) => person.name),
        width: 170,
      },
      { title: 'Activities', type: 'MULTI_PICKLIST', options: activities, width: 190 },
      { title: 'Date', type: 'DATE', width: 110 },
      { title: 'Hours', type: 'TEXT_NUMBER', width: 80 },
      { title: 'Billable', type: 'CHECKBOX', width: 90 },
      { title: 'Amount', type: 'TEXT_NUMBER', formula: '=Hours@row * 110', width: 100 },
      { title: 'Approved', type: 'PICKLIST', symbol: 'RYG', width: 100 },
      {
        title: 'Approver',
        type: 'PICKLIST',
        options: ['Olivia Park', 'Marek Dvořák'],
        locked: true,
        width: 150,
      },
    ],
    rows: toRows(rows),
  };
}
