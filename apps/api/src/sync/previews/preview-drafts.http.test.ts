import type { DraftPreview } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { draftAutomation } from '../../testing/draft.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';
import { everythingStored, findChangedTables } from '../../testing/stored.ts';

const { app, sandbox } = await sandboxApp();

const url = '/api/configurations/previews';

async function program() {
  const { userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  await connectSandbox(app, sandbox, { userId });
  return app.createKey(userId, 'read');
}

async function newDraft(from: readonly [string, string], to: readonly [string, string]) {
  const { name: _, ...draft } = await draftAutomation(sandbox, { from, to });
  return draft;
}

test('a program with a key that may only read sees what several drafts would do, and nothing is kept', async () => {
  const { headers } = await program();
  const draft = await newDraft(['Clients', 'Client name'], ['Time sheet 2026', 'Client']);
  const gone = { ...draft, sourceColumnId: '1' };
  const drafts = [gone, draft, { ...draft, mode: 'add_only' }];
  const single = await app.app.inject({
    method: 'POST',
    url: '/api/configurations/preview',
    headers,
    payload: draft,
  });
  await sandbox.call('DELETE', '/api/calls');
  const before = await everythingStored(app);
  const reply = await app.app.inject({ method: 'POST', url, headers, payload: { drafts } });
  expect(reply.statusCode).toBe(200);
  const changed = await findChangedTables(before, app);
  expect(changed.filter((table) => !/budgets|throttles/.test(table))).toEqual([]);
  const [refused, shown, adding]: DraftPreview[] = reply.json().results;
  expect(refused).toMatchObject({ preview: null, error: { code: 'source_not_found' } });
  expect(refused?.error?.errors).toHaveProperty('sourceColumnId');
  const { readAt: _, ...asOnItsOwn } = single.json();
  expect(shown).toMatchObject({ preview: asOnItsOwn, error: null });
  expect(adding?.preview?.removed.count).toBe(0);
});

test('drafts of the same sheets read each of them once', async () => {
  const { headers } = await program();
  const draft = await newDraft(['Clients', 'Client name'], ['Time sheet 2026', 'Client']);
  const countReads = async (drafts: object[]) => {
    await sandbox.call('DELETE', '/api/calls');
    const reply = await app.app.inject({ method: 'POST', url, headers, payload: { drafts } });
    expect(reply.json().results.map(({ error }: DraftPreview) => error)).toEqual(drafts.map(() => null));
    return (await sandbox.call<{ operations: Record<string, number> }>('GET', '/api/calls')).operations;
  };
  const ofOne = await countReads([draft]);
  expect(ofOne['sheets.get']).toBeGreaterThan(0);
  expect(await countReads(Array.from({ length: 20 }, () => draft))).toEqual(ofOne);
});

test('drafts are as many as a call takes, and previews of many have a limit of their own', async () => {
  const { headers } = await program();
  const draft = await newDraft(['Clients', 'Client name'], ['Time sheet 2026', 'Client']);
  const post = (drafts: object[]) => app.app.inject({ method: 'POST', url, headers, payload: { drafts } });
  expect((await post(Array.from({ length: 21 }, () => draft))).json()).toMatchObject({
    code: 'validation_failed',
  });
  const answers = await Promise.all(Array.from({ length: 13 }, () => post([{ ...draft, sheetId: '1' }])));
  const limited = answers.filter(({ statusCode }) => statusCode === 429);
  expect(limited.map((one) => one.json().retryAfterSeconds > 0)).toEqual([true]);
});
