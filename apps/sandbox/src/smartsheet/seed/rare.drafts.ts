import { officeEmail, staff } from './people.ts';
import { type DraftValue, type SheetDraft, toRows } from './sheet.draft.ts';

/** Formats: rand and euros with two decimals and separators, percentages, numbers with separators, dates day first. */
const rand = ',,,,,,,,,,,14,2,1,2,,';
const euros = ',,,,,,,,,,,6,2,1,2,,';
const percent = ',,,,,,,,,,,,1,,3,,';
const thousands = ',,,,,,,,,,,,0,1,1,,';
const dayFirst = ',,,,,,,,,,,,,,,,3';

/** Returns sheets with what few have: formats, links, hidden columns, projects, long ids. They draw nothing. */
export function rareDrafts(): SheetDraft[] {
  return [ratesDraft(), vendorsDraft(), moveDraft(), handbookDraft(), registryDraft(), dispatchDraft()];
}

/** Numbers that people see as money, shares and thousands; a hidden column; dates with the day first. */
function ratesDraft(): SheetDraft {
  const rows: DraftValue[][] = [
    ['Workshop, full day', 3303, 0.125, 12_500, '2026-03-09', 2100],
    ['Workshop, half day', 1890.5, 0.1, 8000, '2026-11-21', 1100],
    ['Review', { number: 950, format: euros }, 0, 1250, '2026-12-01', 600],
    ['Travel per km', 4.75, null, 90, '2026-01-31', 4.1],
  ];
  return {
    name: 'Service rates',
    owner: officeEmail,
    columns: [
      { title: 'Service', type: 'TEXT_NUMBER', primary: true, width: 200 },
      { title: 'Rate', type: 'TEXT_NUMBER', format: rand, width: 120 },
      { title: 'Discount', type: 'TEXT_NUMBER', format: percent, width: 100 },
      { title: 'Volume', type: 'TEXT_NUMBER', format: thousands, width: 100 },
      { title: 'Valid from', type: 'DATE', format: dayFirst, width: 120 },
      { title: 'Internal cost', type: 'TEXT_NUMBER', format: rand, hidden: true, width: 120 },
      { title: 'Usual rate', type: 'PICKLIST', options: ['R3,303.00', 'R1,200.00'], width: 140 },
    ],
    rows: toRows(rows),
  };
}

/** Hyperlinks to addresses and sheets, and cells that show those of another sheet. */
function vendorsDraft(): SheetDraft {
  const region = (row: number) => ({ linkedTo: { sheet: 'Regions', column: 'Region', row } });
  const rows: DraftValue[][] = [
    ['Baltic Print', { text: 'balticprint.example', url: 'https://balticprint.example/' }, region(1), null],
    ['Ocean Paper', { text: 'Orders', url: 'https://ocean.example/orders?year=2026' }, region(2), null],
    ['Studio Nine', { toSheet: 'Regions' }, region(3), 'Ocean Paper'],
    ['Quill & Co', null, region(8), 'Baltic Print'],
  ];
  return {
    name: 'Vendors',
    owner: officeEmail,
    columns: [
      { title: 'Vendor', type: 'TEXT_NUMBER', primary: true, width: 180 },
      { title: 'Where', type: 'TEXT_NUMBER', width: 200 },
      { title: 'Vendor region', type: 'TEXT_NUMBER', width: 200 },
      { title: 'Substitute', type: 'PICKLIST', options: ['Baltic Print', 'Ocean Paper'], width: 180 },
    ],
    rows: toRows(rows),
  };
}

/** A project sheet: dates, durations and predecessors depend on each other. */
function moveDraft(): SheetDraft {
  const rows: DraftValue[][] = [
    ['Sign the lease', '5d', '2026-09-01T08:00:00', '2026-09-07T16:59:59', null, 1, { contact: staff(0) }],
    ['Plan the rooms', '2w', '2026-09-08T08:00:00', '2026-09-21T16:59:59', '1', 0.5, { contact: staff(1) }],
    [
      'Order furniture',
      '3d',
      '2026-09-24T08:00:00',
      '2026-09-28T16:59:59',
      '2FS +2d',
      0,
      { contact: staff(2) },
    ],
    ['Move', '1d', '2026-10-01T08:00:00', '2026-10-01T16:59:59', '2, 3FF', 0, null],
  ];
  return {
    name: 'Office move',
    owner: officeEmail,
    isProject: true,
    columns: [
      { title: 'Task Name', type: 'TEXT_NUMBER', primary: true, width: 220 },
      { title: 'Duration', type: 'DURATION', tags: ['GANTT_DURATION'], width: 90 },
      {
        title: 'Start',
        type: 'ABSTRACT_DATETIME',
        tags: ['CALENDAR_START_DATE', 'GANTT_START_DATE'],
        width: 120,
      },
      {
        title: 'Finish',
        type: 'ABSTRACT_DATETIME',
        tags: ['CALENDAR_END_DATE', 'GANTT_END_DATE'],
        width: 120,
      },
      { title: 'Predecessors', type: 'PREDECESSOR', tags: ['GANTT_PREDECESSOR'], width: 120 },
      {
        title: '% Complete',
        type: 'TEXT_NUMBER',
        format: ',,,,,,,,,,,,,,3,,',
        tags: ['GANTT_PERCENT_COMPLETE'],
        width: 110,
      },
      { title: 'Assigned To', type: 'CONTACT_LIST', tags: ['GANTT_ASSIGNED_RESOURCE'], width: 160 },
      { title: 'Depends on task', type: 'PICKLIST', options: ['Sign the lease'], width: 180 },
    ],
    rows: toRows(rows),
  };
}

/** A read-only sheet of a workspace, made from a template. */
function handbookDraft(): SheetDraft {
  return {
    name: 'Handbook',
    owner: officeEmail,
    isReadOnly: true,
    workspace: 'Studio operations',
    isFromTemplate: true,
    columns: [
      { title: 'Topic', type: 'TEXT_NUMBER', primary: true, width: 200 },
      { title: 'Kind', type: 'PICKLIST', options: ['Rule', 'Advice'], width: 120 },
    ],
    rows: toRows([
      ['Keys and alarms', 'Rule'],
      ['Meeting rooms', 'Advice'],
      ['Expenses', 'Rule'],
    ]),
  };
}

/** A sheet, columns and rows with ids of nineteen digits. */
function registryDraft(): SheetDraft {
  return {
    name: 'Registry',
    owner: officeEmail,
    hasWideIds: true,
    columns: [
      { title: 'Entry name', type: 'TEXT_NUMBER', primary: true, width: 200 },
      { title: 'Class', type: 'PICKLIST', options: ['Patent', 'Trade mark'], width: 140 },
      { title: 'Places', type: 'MULTI_PICKLIST', options: ['EU', 'UK', 'US'], width: 180 },
    ],
    rows: toRows([
      ['Lantern mark', 'Trade mark', { chosen: ['US', 'EU'] }],
      ['Hinge', 'Patent', { chosen: ['UK'] }],
      ['Lantern shape', 'Design', { chosen: [] }],
    ]),
  };
}

/** A sheet whose events are collected for a minute, as at Smartsheet. */
function dispatchDraft(): SheetDraft {
  return {
    name: 'Dispatch board',
    owner: officeEmail,
    deliveryDelayMs: 60_000,
    columns: [
      { title: 'Van', type: 'TEXT_NUMBER', primary: true, width: 140 },
      { title: 'Driver', type: 'PICKLIST', options: ['Amara Nwosu', 'Ben Castellano'], width: 180 },
    ],
    rows: toRows([
      ['Van 1', 'Amara Nwosu'],
      ['Van 2', null],
      ['Van 3', 'Ben Castellano'],
    ]),
  };
}
