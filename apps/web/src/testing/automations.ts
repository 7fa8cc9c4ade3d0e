import { type Automation, type Column, defaultSettings, type Sheet, type Stats } from '@picksync/contracts';
import { connectedMember } from './people.ts';

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

/** An automation that is well, but for what is given. */
export function automation(given: Partial<Automation> = {}): Automation {
  return {
    id: '0198f5a0-0000-7000-8000-000000000011',
    name: 'Clients into Time sheet',
    sourceSheetId: '101',
    sourceSheetName: 'Clients',
    sourceSheetPermalink: 'https://app.smartsheet.com/sheets/clients',
    sourceColumnId: '1011',
    sourceColumnName: 'Client name',
    sheetId: '102',
    sheetName: 'Time sheet 2026',
    sheetPermalink: 'https://app.smartsheet.com/sheets/time-sheet',
    targetColumnId: '1021',
    targetColumnName: 'Client',
    ...defaultSettings,
    isActive: true,
    pausedBy: null,
    rule: null,
    createdAt: minutesAgo(1000),
    lastUpdated: minutesAgo(3),
    verifiedAt: minutesAgo(3),
    checkedAt: minutesAgo(3),
    nextCheckAt: minutesAgo(-12),
    lastError: null,
    lastFailure: null,
    webhookId: null,
    webhookEnabled: false,
    periodic: null,
    realTime: null,
    failingSince: null,
    pausesAt: null,
    syncState: 'idle',
    waiting: null,
    queuedSince: null,
    slowSince: null,
    lastRun: {
      at: minutesAgo(3),
      outcome: 'unchanged',
      added: 0,
      removed: 0,
      optionCount: 32,
      warnings: [],
    },
    review: null,
    leavingCount: 0,
    hasHeldOptions: false,
    health: null,
    recentRuns: ['changed', 'unchanged'],
    ...given,
  };
}

/** An automation whose last sync would have removed too much. */
export function stopped(given: Partial<Automation> = {}): Automation {
  return automation({
    lastError: 'This sync would remove 31 of 48 options, so nothing was changed.',
    lastFailure: 'wipe_guard',
    lastRun: {
      at: minutesAgo(3),
      outcome: 'waiting_review',
      added: 0,
      removed: 31,
      optionCount: 48,
      warnings: [],
    },
    review: { fingerprint: 'first', reason: 'wipe_guard', added: 0, removed: 31, optionCount: 48 },
    ...given,
  });
}

/** The figures of an account with one automation that has room for more. */
export function stats(given: Partial<Stats> = {}): Stats {
  return {
    activeAutomations: 1,
    updates: 12,
    errors: 0,
    errorsLast7Days: 0,
    needsReview: 0,
    updatesThisWeek: 3,
    updatesLastWeek: 3,
    updatesPerDay: [0, 1, 0, 0, 1, 0, 1],
    configsUsed: 1,
    configsAvailable: 2,
    configurationCount: 1,
    configurationLimit: 2,
    trialEndsIn: 14,
    subscriptionStatus: 'trial',
    connection: { state: 'connected', message: null, waiting: null },
    connectedSince: null,
    lastSweepAt: null,
    nextSweepAt: null,
    ...given,
  };
}

function sheet(id: string, name: string, writable = true): Sheet {
  return {
    id,
    name,
    accessLevel: writable ? 'OWNER' : 'VIEWER',
    writable,
    modifiedAt: '2026-11-20T12:00:00.000Z',
    permalink: `https://app.smartsheet.com/sheets/${id}`,
  };
}

export const sheets: Sheet[] = [
  sheet('101', 'Clients'),
  sheet('103', 'Projects'),
  sheet('104', 'Shipments', false),
  sheet('102', 'Time sheet 2026'),
];

function source(id: string, title: string): Column {
  return {
    id,
    title,
    type: 'TEXT_NUMBER',
    selectable: false,
    reason: 'Neither a dropdown nor a contact column',
  };
}

function dropdown(id: string, title: string, reason: string | null = null): Column {
  return {
    id,
    title,
    type: 'PICKLIST',
    options: [],
    selectable: reason === null,
    reason,
  };
}

const columnLists = {
  '101': [source('1011', 'Client name'), source('1012', 'City')],
  '102': [
    source('1020', 'Entry'),
    dropdown('1021', 'Client', 'Another automation, perhaps a colleague’s, already fills this column'),
    dropdown('1022', 'Project'),
    dropdown('1023', 'Approver', 'The column is locked'),
  ],
  '103': [source('1031', 'Project'), dropdown('1032', 'Phase')],
};

/** The answers behind the dashboard of somebody who is connected. */
export function dashboardApi(automations: readonly Automation[], figures = stats()) {
  return {
    'GET /api/auth/status': { body: connectedMember },
    'GET /api/stats': { body: figures },
    'GET /api/configurations': { body: automations },
    'GET /api/rules': { body: [] },
    'GET /api/account/views': { body: [] },
    'GET /api/activity-logs/lines': { body: [] },
    'GET /api/smartsheet/sheets': { body: sheets },
    'GET /api/smartsheet/reports': { body: [] },
    ...Object.fromEntries(
      Object.entries(columnLists).map(([id, columns]) => [
        `GET /api/smartsheet/sheets/${id}/columns`,
        { body: columns },
      ]),
    ),
  };
}
