import type { AuthStatus, Automation, AutomationChange, Preview, Run } from '@picksync/contracts';
import { automation, dashboardApi } from './automations.ts';
import { fakeApi } from './fake-api.ts';
import { preview } from './previews.ts';
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

type Shown = {
  automation?: Automation;
  preview?: Preview;
  runs?: readonly Run[];
  changes?: readonly AutomationChange[];
  at?: '' | '/review';
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
