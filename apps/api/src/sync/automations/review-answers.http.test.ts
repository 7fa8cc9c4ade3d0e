import { testAutomation, testConnection } from '@picksync/db/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const review = { fingerprint: 'seen', added: 2, removed: 31, sourceVersion: 4, targetVersion: 7 };
const waiting = {
  review,
  lastRunAt: new Date('2026-01-03'),
  lastRunOutcome: 'waiting_review',
  lastRunAdded: 2,
  lastRunRemoved: 31,
  lastRunOptionCount: 48,
  lastError: 'This sync would remove 31 of 48 options, so nothing was changed.',
  lastErrorReason: 'wipe_guard',
} as const;

async function waitingAutomation(fields: object = {}, connected: object = {}) {
  const { userId, headers } = await app.signIn();
  const connection = await testConnection(app.db, { userId, ...connected });
  const { id } = await testAutomation(app.db, { connection, ...waiting, ...fields });
  const answer =
    (kind: 'approve' | 'keep') =>
    (fingerprint: string, more: object = {}) =>
      app.app.inject({
        method: 'POST',
        url: `/api/configurations/${id}/${kind}`,
        headers,
        payload: { fingerprint, ...more },
      });
  const [approve, keep] = [answer('approve'), answer('keep')];
  const row = () => app.db.automation.findUniqueOrThrow({ where: { id } });
  const entry = () => app.db.activityLog.findFirstOrThrow({ where: { automationId: id } });
  return { id, headers, connection, approve, keep, row, entry };
}

test('a pending review is shown in counts, with what stands for it', async () => {
  const { headers } = await waitingAutomation();
  const list = await app.app.inject({ url: '/api/configurations', headers });
  expect(list.json()).toMatchObject([
    { review: { fingerprint: 'seen', added: 2, removed: 31, optionCount: 48 }, pausedBy: null },
  ]);
  expect(list.json()[0].review).not.toHaveProperty('sourceVersion');
});

test('the review that was seen is approved, recorded, and followed by a sync', async () => {
  const { id, connection, approve, row } = await waitingAutomation();
  const reply = await approve('seen');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ message: 'Approved', configuration: { id, syncState: 'queued' } });
  expect(await row()).toMatchObject({
    approvedReview: 'seen',
    dirtyAt: expect.any(Date),
    manualSyncAt: expect.any(Date),
  });
  expect(await app.waitingJobs('sync-connection')).toContainEqual({ connectionId: connection.id });
  expect(await app.db.activityLog.findMany({ where: { automationId: id } })).toMatchObject([
    { action: 'approve_review', details: 'Removing 31 of 48 options and adding 2 was approved.' },
  ]);
});

test.each([
  ['another review has taken its place', { review: { ...review, fingerprint: 'newer' } }],
  ['a later run went through', { review: undefined, lastRunOutcome: 'unchanged' }],
])('an approval is refused when %s', async (_when, fields) => {
  const { id, approve, row } = await waitingAutomation(fields);
  const reply = await approve('seen');
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'review_outdated']);
  expect(await row()).toMatchObject({ approvedReview: null, dirtyAt: null });
  expect(await app.db.activityLog.count({ where: { automationId: id } })).toBe(0);
});

test('a paused automation and one without a connection cannot be approved', async () => {
  const paused = await waitingAutomation({ isActive: false });
  expect((await paused.approve('seen')).json().code).toBe('validation_failed');
  const list = await app.app.inject({ url: '/api/configurations', headers: paused.headers });
  expect(list.json()).toMatchObject([{ review: null }]);
  const { approve, row } = await waitingAutomation({}, { status: 'disconnected' });
  expect((await approve('seen')).json().code).toBe('smartsheet_not_connected');
  expect(await row()).toMatchObject({ approvedReview: null });
});

test('keeping what would go is recorded, and followed by a sync', async () => {
  const { id, connection, keep, row, entry } = await waitingAutomation();
  const reply = await keep('seen');
  expect(reply.json()).toMatchObject({ message: 'Kept', configuration: { id, syncState: 'queued' } });
  expect(await row()).toMatchObject({ keptReview: 'seen', approvedReview: null, dirtyAt: expect.any(Date) });
  expect(await app.waitingJobs('sync-connection')).toContainEqual({ connectionId: connection.id });
  expect(await entry()).toMatchObject({
    action: 'keep_review',
    details: '31 of 48 options are kept although the source lacks them, and 2 added.',
  });
  expect((await keep('another')).json().code).toBe('review_outdated');
});

describe('a review that was answered', () => {
  test.each([
    ['approve', 'keep', { approvedReview: 'seen', keptReview: null }],
    ['keep', 'approve', { approvedReview: null, keptReview: 'seen' }],
  ] as const)('keeps the first answer: %s', async (first, second, stored) => {
    const { id, row, ...answers } = await waitingAutomation();
    await answers[first]('seen');
    const refused = await answers[second]('seen');
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'review_answered']);
    expect((await answers[first]('seen')).statusCode).toBe(200);
    expect(await row()).toMatchObject(stored);
    expect(await app.db.activityLog.count({ where: { automationId: id } })).toBe(1);
    expect(await app.db.automationChange.count({ where: { automationId: id } })).toBe(1);
  });

  test('has one answer after 30 that came at once', async () => {
    const { id, approve, keep, row } = await waitingAutomation();
    const replies = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const kind = index % 2 === 0 ? 'approve' : 'keep';
        return { kind, reply: await (kind === 'approve' ? approve : keep)('seen') };
      }),
    );
    const { approvedReview } = await row();
    const winner = approvedReview === 'seen' ? 'approve' : 'keep';
    for (const { kind, reply } of replies)
      expect([kind, reply.statusCode, reply.json().code]).toEqual(
        kind === winner ? [kind, 200, undefined] : [kind, 409, 'review_answered'],
      );
    expect(await app.db.activityLog.findMany({ where: { automationId: id } })).toMatchObject([
      { action: `${winner}_review` },
    ]);
  });
});

describe('an approval that cannot be undone', () => {
  const rowsGo = {
    lastErrorReason: 'rows_would_go',
    review: { ...review, sourceRows: 3 },
  };
  test.each([
    ['deleted rows', rowsGo, 'Deleting 3 rows of the source was approved.'],
    [
      'a dropdown that is emptied, whatever stopped the sync first',
      { lastErrorReason: 'drift_found', lastRunAdded: 0, lastRunRemoved: 48 },
      'Putting the list back was approved: 0 added, 48 removed.',
    ],
    ['an emptied dropdown', { lastErrorReason: 'source_empty' }, /^Removing 31 of 48 options/],
  ])('%s: the approval has to be confirmed', async (_what, fields, details) => {
    const { approve, row, entry } = await waitingAutomation(fields);
    const refused = await approve('seen', { isConfirmed: false });
    expect(refused.json()).toMatchObject({
      code: 'validation_failed',
      errors: { isConfirmed: expect.stringContaining('Please confirm') },
    });
    expect(await row()).toMatchObject({ approvedReview: null, dirtyAt: null, manualSyncAt: null });
    expect((await approve('seen', { isConfirmed: true })).statusCode).toBe(200);
    expect((await entry()).details).toMatch(details);
  });

  test('keeping what is there needs no confirmation', async () => {
    const { headers, keep, entry } = await waitingAutomation(rowsGo);
    const list = await app.app.inject({ url: '/api/configurations', headers });
    expect(list.json()).toMatchObject([{ review: { reason: 'rows_would_go', sourceRows: 3 } }]);
    expect((await keep('seen')).statusCode).toBe(200);
    expect((await entry()).details).toBe('3 rows of the source are kept, and the options come back.');
  });
});

test('a change made by hand in the dropdown is kept or taken back, in these words', async () => {
  const drift = { lastErrorReason: 'drift_found', lastRunAdded: 1, lastRunRemoved: 2 };
  const kept = await waitingAutomation(drift);
  await kept.keep('seen');
  expect((await kept.entry()).details).toBe('The change made by hand is kept.');
  const back = await waitingAutomation(drift);
  await back.approve('seen');
  expect((await back.entry()).details).toBe('Putting the list back was approved: 1 added, 2 removed.');
});

test.each(['approve', 'keep'] as const)(
  'an edit of what a run does takes the answer %s away',
  async (kind) => {
    const { id, headers, row, ...answers } = await waitingAutomation();
    await answers[kind]('seen');
    const payload = { maxRemovalPercent: 70 };
    await app.app.inject({ method: 'PATCH', url: `/api/configurations/${id}`, headers, payload });
    expect(await row()).toMatchObject({ approvedReview: null, keptReview: null, review: null });
  },
);

test('an approval never outlives an edit that is made at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, headers, approve, row } = await waitingAutomation();
    const edit = {
      method: 'PATCH',
      url: `/api/configurations/${id}`,
      headers,
      payload: { maxRemovalPercent: 70 },
    } as const;
    await Promise.all([approve('seen'), app.app.inject(edit)]);
    expect(await row()).toMatchObject({ approvedReview: null, maxRemovalPercent: 70 });
  }
});

describe('a review of names', () => {
  const [one, two, three] = ['1', '2', '3'].map((place) => `l-a_1b${place}:0123456789abcdef_-ABCD`);
  const names = {
    lastErrorReason: 'names_changed',
    lastRunAdded: 1,
    lastRunRemoved: 0,
    renames: 'follow',
    settingsVersion: 6,
    review: { ...review, added: 1, removed: 0, renamed: 3, renamedRows: 12 },
  };

  test('is shown in counts', async () => {
    const { headers } = await waitingAutomation(names);
    const list = await app.app.inject({ url: '/api/configurations', headers });
    expect(list.json()).toMatchObject([
      { review: { reason: 'names_changed', renamed: 3, renamedRows: 12, added: 1, removed: 0 } },
    ]);
  });

  test.each([
    ['two lines', [one, two], 'Renaming 2 of 3 options was approved.'],
    ['every line', [one, two, three], 'Renaming 3 options was approved.'],
    ['no line', [], 'Renaming none of 3 options was approved.'],
    ['what nobody has chosen line by line', undefined, 'Renaming 3 options was approved.'],
  ])('is approved for %s', async (_what, renames, details) => {
    const { approve, row, entry } = await waitingAutomation(names);
    expect((await approve('seen', { renames })).statusCode).toBe(200);
    expect(await row()).toMatchObject({ approvedReview: 'seen', approvedRenames: renames ?? null });
    expect((await entry()).details).toBe(details);
  });

  test('keeps the lines that were ticked first', async () => {
    const { approve, keep, row, headers, id } = await waitingAutomation(names);
    await approve('seen', { renames: [one, two] });
    for (const renames of [[two], [], [one, two, three], undefined])
      expect((await approve('seen', { renames })).json().code).toBe('review_answered');
    expect((await keep('seen')).json().code).toBe('review_answered');
    expect((await approve('seen', { renames: [two, one, two] })).statusCode).toBe(200);
    expect(await row()).toMatchObject({ approvedRenames: [one, two], keptReview: null });
    const payload = { maxRenamedRows: 500 };
    await app.app.inject({ method: 'PATCH', url: `/api/configurations/${id}`, headers, payload });
    expect(await row()).toMatchObject({ approvedReview: null, approvedRenames: null });
  });

  test('has no lines where the old names are kept', async () => {
    const { keep, row, entry } = await waitingAutomation({ ...names, approvedRenames: [one] });
    await keep('seen');
    expect(await row()).toMatchObject({ approvedReview: null, approvedRenames: null, keptReview: 'seen' });
    expect((await entry()).details).toBe('The new names are added, and the old names of 3 options kept.');
  });

  test('is refused with more lines than a preview shows, and with what is no line', async () => {
    const { approve, row } = await waitingAutomation(names);
    const tooMany = Array.from({ length: 501 }, () => one);
    for (const renames of [tooMany, [''], ['x'.repeat(101)], 'one'])
      expect((await approve('seen', { renames })).json().code).toBe('validation_failed');
    expect(await row()).toMatchObject({ approvedReview: null });
  });
});

test('a program cannot answer a review with an edit or a new automation that carries its fingerprint', async () => {
  const { userId } = await app.signIn({ subscriptionStatus: 'active', subscriptionTier: 'premium' });
  const connection = await testConnection(app.db, { userId });
  const { id } = await testAutomation(app.db, { connection, ...waiting });
  const { headers } = await app.createKey(userId);
  const refused = { code: 'api_key_not_accepted', message: expect.stringContaining('by a person') };
  const edit = { method: 'PATCH', url: `/api/configurations/${id}`, headers } as const;
  const payload = { maxRemovalPercent: 100, fingerprint: 'seen' };
  expect((await app.app.inject({ ...edit, payload })).json()).toMatchObject(refused);
  const row = await app.db.automation.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    approvedReview: null,
    maxRemovalPercent: 50,
    lastRunOutcome: 'waiting_review',
  });
  const columns = { sheetId: '1', sheetName: 'A', targetColumnId: '2', targetColumnName: 'B' };
  const source = { sourceSheetId: '3', sourceColumnId: '4', sourceColumnName: 'C' };
  const create = { method: 'POST', url: '/api/configurations', headers } as const;
  const body = { name: 'New', ...columns, ...source, fingerprint: 'seen' };
  expect((await app.app.inject({ ...create, payload: body })).json()).toMatchObject(refused);
  expect((await app.app.inject({ ...edit, payload: { name: 'Other' } })).statusCode).toBe(200);
});

test('an approval stores ids of renames and no other text', async () => {
  const { approve, row } = await waitingAutomation();
  const id = 'l-a_1b2:0123456789abcdef_-ABCD';
  expect((await approve('seen', { renames: [id, 'Acme'] })).json().code).toBe('validation_failed');
  expect(await row()).toMatchObject({ approvedReview: null, approvedRenames: null });
  expect((await approve('seen', { renames: [id] })).statusCode).toBe(200);
  expect(await row()).toMatchObject({ approvedReview: 'seen', approvedRenames: [id] });
});
