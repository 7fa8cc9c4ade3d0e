import type {
  AuthStatus,
  Automation,
  AutomationChange,
  Preview,
  RestorePreview,
  RestoreState,
  Run,
  RunCopy,
} from '@picksync/contracts';
import { automation, dashboardApi } from './automations.ts';
import { fakeApi } from './fake-api.ts';
import { preview, toList } from './previews.ts';
import { renderApp } from './render-app.tsx';

const { id } = automation();
export const automationPath = `/api/configurations/${id}`;

/** A run that found nothing to do, but for what is given. */
export function run(given: Partial<Run> = {}): Run {
  return {
    id: '0198f5a0-0000-7000-8000-000000000031',
    at: '2026-11-21T10:42:00.000Z',
    outcome: 'unchanged',
    trigger: 'check',
    answeredBy: null,
    added: 0,
    removed: 0,
    optionCount: 32,
    rowsAdded: 0,
    rowsDeleted: 0,
    durationMs: 920,
    calls: 3,
    passId: null,
    details: null,
    ...given,
  };
}

export const copyId = '0198f5a0-0000-7000-8000-000000000041';

/** A copy of 46 options, but for what is given. */
export function runCopy(given: Partial<RunCopy> = {}): RunCopy {
  return {
    id: copyId,
    keptAt: '2026-11-21T10:42:00.000Z',
    optionCount: 46,
    fileName: 'Picksync Client 2026-11-21 10.42.csv',
    state: 'kept',
    restoredAt: null,
    ...given,
  };
}

/** What going back to that copy would do, but for what is given. */
export function restorePreview(given: Partial<RestorePreview> = {}): RestorePreview {
  return {
    copy: runCopy(),
    listBefore: '2026-11-21T10:42:00.000Z',
    readAt: '2026-11-21T10:58:00.000Z',
    added: toList(['Halcyon Air', 9], ['Tidewater Marine', 4], ['Umbra Studios', 0], ['Quarry & Sons', 2]),
    removed: toList(['Fjord Seafood', 1], ['Delphi Instruments', 0]),
    staying: 42,
    optionCount: 44,
    optionCountAfter: 46,
    rowsReturning: 15,
    rowsLeft: 1,
    isSame: false,
    fingerprint: 'seen',
    ...given,
  };
}

/** The state of a restore that was requested, but for what is given. */
export function restoreState(given: Partial<RestoreState> = {}): RestoreState {
  return {
    state: 'pending',
    copyId,
    listBefore: '2026-11-21T10:42:00.000Z',
    requestedAt: '2026-11-21T10:59:00.000Z',
    endedAt: null,
    added: 4,
    removed: 2,
    reason: null,
    message: null,
    ...given,
  };
}

type Shown = {
  automation?: Automation;
  preview?: Preview;
  runs?: readonly Run[];
  changes?: readonly AutomationChange[];
  /** What follows its path in the address. */
  at?: string;
  /** The session, if it is not that of a member who is connected. */
  status?: AuthStatus;
};

/** Opens the page of an automation, or of its review. What the server tells later can be set with `show`. */
export function openAutomation(given: Shown = {}) {
  const shown = given.automation ?? automation();
  const api = fakeApi({
    ...dashboardApi([shown]),
    ...(given.status && { 'GET /api/auth/status': { body: given.status } }),
    [`GET ${automationPath}`]: { body: shown },
    [`GET ${automationPath}/runs`]: { body: given.runs ?? [] },
    [`GET ${automationPath}/changes`]: { body: given.changes ?? [] },
    [`GET ${automationPath}/preview`]: { body: given.preview ?? preview({ verdict: 'unchanged' }) },
  });
  const show = ({ automation: next, preview: fresh }: Pick<Shown, 'automation' | 'preview'>) => {
    if (next) api.handlers[`GET ${automationPath}`] = { body: next };
    if (fresh) api.handlers[`GET ${automationPath}/preview`] = { body: fresh };
  };
  return { api, show, ...renderApp(`/automations/${id}${given.at ?? ''}`) };
}
