import { nextCursorHeader } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
let headers: Record<string, string>;
const password = 'Spruce-Harbor-42';
beforeAll(async () => {
  api = await testApp();
  ({ headers } = await api.signIn({ role: 'admin', email: 'answers@picksync.example' }));
});
afterAll(() => api.close());

const url = '/api/admin/contact-messages';
const store = (message: string, rest: Partial<Parameters<typeof api.db.contactMessage.create>[0]['data']>) =>
  api.db.contactMessage.create({ data: { email: 'lena@harborline.example', message, ...rest } });

test('unread messages stand first, those who pay most before the others, page by page', async () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 0, minute));
  await store('visitor', { plan: null, createdAt: at(9) });
  await store('old premium', { plan: 'premium', createdAt: at(1) });
  await store('new premium', { plan: 'premium', createdAt: at(2) });
  await store('read premium', { plan: 'premium', isRead: true, createdAt: at(8) });
  await store('basic', { plan: 'basic', createdAt: at(7) });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.app.inject({ url, headers, query: { limit: '2', ...(cursor && { cursor }) } });
    seen.push(...page.json().map(({ message }: { message: string }) => message));
    cursor = page.headers[nextCursorHeader]?.toString();
  } while (cursor);
  expect(seen).toEqual(['new premium', 'old premium', 'basic', 'visitor', 'read premium']);
  const unread = await api.app.inject({ url, headers, query: { isRead: 'true' } });
  expect(unread.json()).toHaveLength(1);
  const nonsense = await api.app.inject({ url, headers, query: { cursor: '3.nonsense' } });
  expect(nonsense.statusCode).toBe(400);
});

test('a reply is mailed to the sender, kept beside the message, and marks it as read', async () => {
  const { id } = await store('Why is it Periodic?', { plan: 'basic' });
  const payload = { message: 'Owner in Assignments is filled by two automations.\n\nPause one of them.' };
  const sent = await api.app.inject({ method: 'POST', url: `${url}/${id}/replies`, headers, payload });
  expect([sent.statusCode, sent.json().message]).toEqual([200, 'The reply is on its way.']);
  const [reply] = await api.db.contactReply.findMany({ where: { contactMessageId: id } });
  expect(await api.waitingJobs('send-mail')).toContainEqual(
    expect.objectContaining({ mail: 'contact_reply', contactReplyId: reply?.id }),
  );
  const listed = (await api.app.inject({ url, headers })).json();
  expect(listed.find((one: { id: string }) => one.id === id)).toMatchObject({
    isRead: true,
    replies: [{ ...payload, by: 'answers@picksync.example' }],
  });
  const unmark = { method: 'PATCH', url: `${url}/${id}`, headers, payload: { isRead: false } } as const;
  expect((await api.app.inject(unmark)).json().message).toBe('Marked as unread.');
});

test('a message that is gone is answered by nobody', async () => {
  const gone = `${url}/0193b1f0-0000-7000-8000-00000000dead`;
  const mark = await api.app.inject({ method: 'PATCH', url: gone, headers, payload: { isRead: true } });
  const payload = { message: 'Too late' };
  const reply = await api.app.inject({ method: 'POST', url: `${gone}/replies`, headers, payload });
  expect([mark.statusCode, reply.statusCode]).toEqual([404, 404]);
});

test('an old session mails nobody until its administrator has confirmed who they are', async () => {
  const { id } = await store('Please write to me', {});
  const admin = await api.signIn({
    role: 'admin',
    passwordHash: await api.context.passwords.hash(password),
  });
  await api.passTime(11 * 60_000);
  const send = (path: string, payload: object) =>
    api.app.inject({ method: 'POST', url: path, headers: admin.headers, payload });
  const before = await api.waitingJobs('send-mail');
  const refused = await send(`${url}/${id}/replies`, { message: 'Click here' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'proof_required']);
  expect(await api.waitingJobs('send-mail')).toEqual(before);
  const proven = await send('/api/auth/prove', { method: 'password', password });
  for (const { name, value } of proven.cookies) admin.headers.cookie = `${name}=${value}`;
  expect((await send(`${url}/${id}/replies`, { message: 'We have mended it.' })).statusCode).toBe(200);
});
