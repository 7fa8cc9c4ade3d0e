import type { Preview } from '@picksync/contracts';
import { afterEach, expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
afterEach(async () => {
  // Everybody is at the same account of the sandbox: the next test finds its columns free.
  await app.db.automation.deleteMany();
});

type Headers = Record<string, string>;
const send = (headers: Headers, method: 'POST' | 'PATCH', url: string, payload: object) =>
  app.app.inject({ method, url: `/api/configurations${url}`, headers, payload });

async function connected(subscriptionTier: 'basic' | 'premium') {
  const user = await app.signIn({ subscriptionStatus: 'active', subscriptionTier });
  await connectSandbox(app, sandbox, { userId: user.userId });
  const draft = await draftAutomation(sandbox, {
    from: ['Clients', 'Client name'],
    to: ['Time sheet 2026', 'Client'],
  });
  return { ...user, draft };
}

/** A filter by the column that is the source as well. */
const createFilter = (columnId: string) => ({
  match: 'all',
  rules: [{ columnId, columnName: 'as the browser says', operator: 'is_not_blank', value: null }],
});

test('filters bear the names that Smartsheet gives their columns, and one that is gone is told at its rule', async () => {
  const { headers, draft } = await connected('premium');
  const filters = createFilter(draft.sourceColumnId);
  const made = await send(headers, 'POST', '', { ...draft, filters });
  expect(made.statusCode).toBe(201);
  const { id, filters: saved } = made.json().configuration;
  expect(saved.rules[0].columnName).toBe('Client name');

  const gone = createFilter('7');
  const { name: _, ...place } = draft;
  const answers = [
    await send(headers, 'PATCH', `/${id}`, { filters: gone }),
    await send(headers, 'POST', '/preview', { ...place, filters: gone, automationId: id }),
  ];
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: { 'filters.rules.0.columnId': 'This column is no longer in the sheet' },
    });
  }
});

test('a plan without a setting refuses it, keeps what an automation has, and the preview says that no sync runs', async () => {
  const { headers, draft, userId } = await connected('premium');
  const filters = createFilter(draft.sourceColumnId);
  const { id } = (await send(headers, 'POST', '', { ...draft, filters })).json().configuration;
  await app.db.user.update({ where: { id: userId }, data: { subscriptionTier: 'basic' } });

  const refused = await send(headers, 'PATCH', `/${id}`, { pinnedFirst: ['Internal'] });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    403,
    { code: 'plan_required', errors: { pinnedFirst: 'Premium has this' } },
  ]);
  const preview: Preview = (
    await app.app.inject({ url: `/api/configurations/${id}/preview`, headers })
  ).json();
  expect(preview).toMatchObject({ verdict: 'refused', reason: 'plan_lacks_settings' });

  // An edit that keeps them may be saved, and no sync would run with it; one that adds to them may not.
  const { name: _, ...place } = draft;
  const previewEdit = (settings: object) =>
    send(headers, 'POST', '/preview', { ...place, filters, ...settings, automationId: id });
  expect((await previewEdit({ graceDays: 3 })).json()).toMatchObject({
    verdict: 'refused',
    reason: 'plan_lacks_settings',
  });
  const further = await previewEdit({ pinnedFirst: ['Internal'] });
  expect([further.statusCode, further.json()]).toMatchObject([
    403,
    { code: 'plan_required', errors: { pinnedFirst: 'Premium has this' } },
  ]);

  for (const edit of [{ isActive: false }, { filters, graceDays: 3 }, { filters: null }]) {
    expect((await send(headers, 'PATCH', `/${id}`, edit)).statusCode).toBe(200);
  }
});
