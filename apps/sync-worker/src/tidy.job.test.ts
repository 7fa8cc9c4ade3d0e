import { randomUUID } from 'node:crypto';
import type { Job } from '@picksync/db';
import { testAutomation, testConnection, testDatabase, testSheet, testUser } from '@picksync/db/testing';
import { afterAll, expect, test } from 'vitest';
import { testContext } from './testing/test-context.ts';
import { tidy } from './tidy.job.ts';

const database = await testDatabase();
afterAll(database.close);
const { prisma } = database;

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

const run = () =>
  tidy(testContext({ prisma, now: () => now }), { signal: new AbortController().signal } as Job<'tidy'>);

test('tidy deletes expired rows and keeps the others', async () => {
  const connection = await testConnection(prisma);
  const { id: connectionId, userId } = connection;
  const code = (expiresAt: Date) =>
    ({ purpose: 'verify_email', kind: 'otp', codeHash: randomUUID(), expiresAt }) as const;
  await prisma.oneTimeCode.createMany({ data: [code(daysAgo(1)), code(daysAgo(-1))] });
  const session = (expiresAt: Date) => ({ userId, tokenHash: randomUUID(), expiresAt });
  await prisma.session.createMany({ data: [session(daysAgo(1)), session(daysAgo(-1))] });
  const browser = (lastSignIn: Date) => {
    const id = randomUUID();
    return { id, userId, tokenHash: id, createdAt: daysAgo(200), lastSignIn };
  };
  await prisma.recognizedDevice.createMany({ data: [browser(daysAgo(181)), browser(daysAgo(179))] });
  const spent = (keptAt: Date) => ({ id: randomUUID(), addressHash: randomUUID(), keptAt });
  await prisma.spentOffer.createMany({ data: [spent(daysAgo(731)), spent(daysAgo(729))] });
  const throttle = (key: string, endsAt: Date) => ({ key, points: 1, expire: endsAt.getTime() });
  await prisma.throttle.createMany({
    data: [throttle('over', daysAgo(1)), throttle('counting', daysAgo(-1))],
  });
  const entry = (timestamp: Date) => ({ userId, action: 'manual_sync', status: 'info', timestamp }) as const;
  await prisma.activityLog.createMany({ data: [entry(daysAgo(91)), entry(daysAgo(89))] });
  const event = (at: Date) => ({ userId, action: 'login', at });
  await prisma.auditEvent.createMany({ data: [event(daysAgo(366)), event(daysAgo(364))] });
  const mail = (begunAt: Date) => ({
    id: randomUUID(),
    key: randomUUID(),
    mail: 'any',
    kind: 'plan',
    begunAt,
  });
  await prisma.sentMail.createMany({ data: [mail(daysAgo(91)), mail(daysAgo(89))] });
  const notice = (closedAt: Date | null) => ({
    id: randomUUID(),
    userId,
    topic: 'failing',
    subjectId: randomUUID(),
    batchId: randomUUID(),
    openedAt: daysAgo(100),
    closedAt,
  });
  await prisma.notice.createMany({ data: [notice(daysAgo(91)), notice(daysAgo(89)), notice(null)] });
  const receipt = (provider: 'smartsheet' | 'paypal', receivedAt: Date) => ({
    provider,
    providerEventId: randomUUID(),
    type: 'sheet_changed',
    receivedAt,
  });
  await prisma.providerEvent.createMany({
    data: [
      receipt('smartsheet', daysAgo(8)),
      receipt('smartsheet', daysAgo(6)),
      receipt('paypal', daysAgo(8)),
    ],
  });
  const automation = await testAutomation(prisma, { connection, isActive: false });
  await testSheet(prisma, { connectionId, sheetId: automation.sheetId });
  await testSheet(prisma, { connectionId });
  await prisma.automationRun.createMany({
    data: Array.from({ length: 53 }, (_, index) => ({
      automationId: automation.id,
      at: daysAgo(index),
      outcome: 'unchanged' as const,
      durationMs: 1,
    })),
  });

  const copyOfList = (lostAs: string | null) => ({
    ...{
      automationId: automation.id,
      sheetId: '1',
      columnId: '2',
      fileName: 'Picksync.csv',
      contentHash: '',
    },
    ...{ bytes: 1, listHash: '', optionCount: 1, lostAs },
  });
  await prisma.listCopy.createMany({ data: [copyOfList('expired'), copyOfList(null)] });
  const edited = (at: Date) => ({ automationId: automation.id, at, subject: 'order', after: {} });
  const created = { ...edited(daysAgo(900)), subject: 'creation' };
  await prisma.automationChange.createMany({ data: [edited(daysAgo(91)), edited(daysAgo(89)), created] });

  const change = (expiresAt: Date) => ({
    userId,
    oldEmail: 'a@b.example',
    newEmail: 'c@d.example',
    expiresAt,
  });
  await prisma.emailChange.createMany({
    data: [{ ...change(daysAgo(1)), endedAt: daysAgo(1) }, change(daysAgo(-1))],
  });
  const copy = (expiresAt: Date) => ({ userId, expiresAt, readyAt: now });
  await prisma.dataExport.createMany({ data: [copy(daysAgo(1)), copy(daysAgo(-1))] });
  const deletionNotice = (createdAt: Date) => ({ id: randomUUID(), email: 'a@b.example', createdAt });
  await prisma.deletionNotice.createMany({ data: [deletionNotice(daysAgo(2)), deletionNotice(now)] });
  const checkout = (deletedAt: Date) => ({
    id: randomUUID(),
    planId: 2,
    provider: 'paypal' as const,
    deletedAt,
  });
  await prisma.deletedCheckout.createMany({ data: [checkout(daysAgo(181)), checkout(daysAgo(179))] });

  const retired = (createdAt: Date) => ({ region: 'us', accessTokenSealed: 'sealed', createdAt }) as const;
  await prisma.retiredAccount.createMany({ data: [retired(daysAgo(15)), retired(daysAgo(13))] });

  const key = (ends: { revokedAt?: Date; expiresAt?: Date }) => ({
    ...{ userId, name: 'A program', prefix: 'pks_abcd', keyHash: randomUUID() },
    ...ends,
  });
  await prisma.apiKey.createMany({
    data: [
      key({}),
      key({ revokedAt: daysAgo(91) }),
      key({ revokedAt: daysAgo(89) }),
      key({ expiresAt: daysAgo(91) }),
    ],
  });
  const webhook = { userId, url: 'https://ops.example.com/', events: [], secretSealed: '', createdAt: now };
  const { id: webhookId } = await prisma.outgoingWebhook.create({ data: webhook });
  const sent = (createdAt: Date) => ({ webhookId, event: 'webhook.test', body: {}, createdAt });
  await prisma.webhookDelivery.createMany({ data: [sent(daysAgo(31)), sent(daysAgo(29))] });
  const channel = { userId, kind: 'slack', addressSealed: '', addressHint: '', createdAt: now } as const;
  const { id: channelId } = await prisma.noticeChannel.create({ data: channel });
  const told = (createdAt: Date) => ({ channelId, key: randomUUID(), payload: {}, createdAt });
  await prisma.channelNotice.createMany({ data: [told(daysAgo(31)), told(daysAgo(29))] });
  const creation = (createdAt: Date) => ({ userId, keyHash: randomUUID(), bodyHash: '', createdAt });
  await prisma.idempotencyKey.createMany({
    data: [
      { ...creation(daysAgo(2)), automationId: randomUUID() },
      { ...creation(daysAgo(0.9)), automationId: randomUUID() },
    ],
  });
  const day = (days: number) => ({ part: 'api', day: daysAgo(days), measured: 1, disturbed: 0 });
  await prisma.statusDay.createMany({ data: [day(101), day(99)] });
  const incident = (endedAt: Date | null) => {
    return { title: 'Late', parts: ['api'], isMeasured: false, startedAt: daysAgo(120), endedAt };
  };
  await prisma.statusIncident.createMany({
    data: [incident(daysAgo(101)), incident(daysAgo(99)), incident(null)],
  });

  const verifies = {
    purpose: 'verify_email',
    kind: 'otp',
    codeHash: 'hash',
    expiresAt: daysAgo(-1),
  } as const;
  await testUser(prisma, { isVerified: false, createdAt: daysAgo(8) });
  const stays = await Promise.all([
    testUser(prisma, { isVerified: false, createdAt: daysAgo(6) }),
    testUser(prisma, { isVerified: false, createdAt: daysAgo(8), oneTimeCodes: { create: verifies } }),
    testUser(prisma, { isVerified: true, createdAt: daysAgo(8) }),
    testUser(prisma, { isVerified: true, declinedPasswordHash: 'hash' }),
  ]);

  const removed = {
    signUps: 1,
    declinedPasswords: 1,
    codes: 1,
    sessions: 1,
    throttles: 1,
    emailChanges: 1,
    exports: 1,
    farewells: 1,
    spentOffers: 1,
    deletedCheckouts: 1,
    activity: 1,
    changes: 1,
    auditEvents: 1,
    recognizedDevices: 1,
    notices: 1,
    mails: 1,
    statusDays: 1,
    statusIncidents: 1,
    receipts: 1,
    runs: 3,
    copies: 1,
    retiredAccounts: 1,
    revokedKeys: 1,
    expiredKeys: 1,
    webhookDeliveries: 1,
    channelNotices: 1,
    idempotencyKeys: 1,
    sheets: 1,
  };
  expect(await run()).toEqual(removed);
  const left = await prisma.user.findMany({ where: { id: { not: userId } }, orderBy: { id: 'asc' } });
  expect(left.map(({ id }) => id)).toEqual(stays.map(({ id }) => id).sort());
  const runs = await prisma.automationRun.findMany({ orderBy: { at: 'asc' } });
  expect(runs).toHaveLength(50);
  expect(runs[0]?.at).toEqual(daysAgo(49));
  expect(await prisma.throttle.findMany({ select: { key: true } })).toEqual([{ key: 'counting' }]);
  expect(await prisma.sheet.findMany()).toMatchObject([{ sheetId: automation.sheetId }]);
  expect(await run()).toEqual(Object.fromEntries(Object.keys(removed).map((name) => [name, 0])));
});

test('tidy keeps the newest 50 runs of every automation, also of many and of one with more than a batch', async () => {
  const connection = await testConnection(prisma);
  const automations = await Promise.all(
    Array.from({ length: 501 }, () => testAutomation(prisma, { connection })),
  );
  const ids = automations.map(({ id }) => id).toSorted();
  const [first, last] = [ids[0] ?? '', ids.at(-1) ?? ''];
  await prisma.$transaction([
    // The trigger that keeps the newest runs in the automation would take a version of its row for each.
    prisma.$executeRaw`SET LOCAL session_replication_role = 'replica'`,
    prisma.$executeRaw`
      INSERT INTO automation_runs (id, automation_id, at, outcome, duration_ms)
      SELECT uuidv7(), owner.id::uuid, ${now}::timestamptz - back * interval '1 minute', 'unchanged', 1
      FROM (VALUES (${first}, 5060), (${last}, 51)) owner (id, runs), generate_series(1, owner.runs) back`,
  ]);
  expect((await run()).runs).toBe(5010 + 1);
  const kept = await prisma.automationRun.groupBy({
    by: ['automationId'],
    where: { automationId: { in: [first, last] } },
    _count: true,
    _min: { at: true },
  });
  const oldest = new Date(now.getTime() - 50 * 60_000);
  expect(kept.toSorted((one, other) => (one.automationId < other.automationId ? -1 : 1))).toEqual(
    [first, last].map((automationId) => ({ automationId, _count: 50, _min: { at: oldest } })),
  );
});

test('tidy forgets a declined password as late as it deletes a user who never verified the same registration', async () => {
  const registered = async (days: number, { hasCode = false } = {}) => {
    const code = { purpose: 'verify_email', kind: 'otp', codeHash: randomUUID() } as const;
    const [unverified, verified] = await Promise.all([
      testUser(prisma, { isVerified: false, createdAt: daysAgo(30) }),
      testUser(prisma, { isVerified: true, createdAt: daysAgo(30), declinedPasswordHash: 'hash' }),
    ]);
    for (const [{ id: userId }, action] of [
      [unverified, 'registered'],
      [verified, 'registration_refused'],
    ] as const) {
      await prisma.auditEvent.createMany({
        data: [30, days].map((age) => ({ userId, action, at: daysAgo(age) })),
      });
      if (hasCode) await prisma.oneTimeCode.create({ data: { ...code, userId, expiresAt: daysAgo(-1) } });
    }
    return async () => ({
      isKept: (await prisma.user.count({ where: { id: unverified.id } })) === 1,
      isRemembered:
        (await prisma.user.findUniqueOrThrow({ where: { id: verified.id } })).declinedPasswordHash !== null,
    });
  };
  const [old, recent, mailed] = [
    await registered(7.1),
    await registered(6.9),
    await registered(7.1, { hasCode: true }),
  ];
  expect(await run()).toMatchObject({ signUps: 1, declinedPasswords: 1 });
  expect(await old()).toEqual({ isKept: false, isRemembered: false });
  expect(await recent()).toEqual({ isKept: true, isRemembered: true });
  expect(await mailed()).toEqual({ isKept: true, isRemembered: true });
});
