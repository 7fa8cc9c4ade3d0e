import type { AuthStatus } from '@picksync/contracts';
import {
  type AutomationValues,
  emptyAutomation,
} from '../features/automations/form/automation-form-values.ts';
import { keepDraft } from '../stores/drafts.ts';
import { dashboardApi } from './automations.ts';
import { fakeApi } from './fake-api.ts';
import { connectedMember, user } from './people.ts';
import { preview } from './previews.ts';
import { renderApp } from './render-app.tsx';

export const previewPath = 'POST /api/configurations/preview';
export const createPath = 'POST /api/configurations';

/** Everything that has to be chosen, and nothing else. */
export const chosenValues: AutomationValues = {
  ...emptyAutomation,
  name: 'Clients into Time sheet',
  sourceSheet: { id: '101', name: 'Clients' },
  sourceColumn: { id: '1011', name: 'Client name' },
  targetSheet: { id: '102', name: 'Time sheet 2026' },
  targetColumn: { id: '1022', name: 'Project' },
};

type OpenFormOptions = {
  member?: AuthStatus;
  values?: AutomationValues;
  handlers?: Parameters<typeof fakeApi>[0];
};

/** Opens the form of a new automation as somebody left it who had chosen everything: quicker than choosing it again. */
export function openForm({
  member = connectedMember,
  values = chosenValues,
  handlers,
}: OpenFormOptions = {}) {
  keepDraft(`${user.id} new`, { base: emptyAutomation, values });
  const api = fakeApi({
    ...dashboardApi([]),
    'GET /api/auth/status': { body: member },
    [previewPath]: { body: preview() },
    ...handlers,
  });
  return Object.assign(api, renderApp('/dashboard?dialog=new-configuration'));
}
