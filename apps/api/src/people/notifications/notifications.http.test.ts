import { afterAll, beforeAll, expect, test } from 'vitest';
import { origin, type TestApp, testApp } from '../../testing/test-app.ts';
import { unsubscribeLinks, wantsMail } from './notifications.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

const url = '/api/account/notifications';
const all = { automation_failing: true, review_needed: true, automation_paused: true, reminders: true };

const getLinks = (userId: string) => {
  const { page, headers } = unsubscribeLinks(
    { userId, mail: 'reminders' },
    { keyedHash: api.context.keyedHash, publicOrigin: origin },
  );
  return { token: new URL(page).searchParams.get('token') ?? '', headers };
};
const tokenPath = (token: string) => `/api/unsubscribe?token=${encodeURIComponent(token)}`;
const oneClick = (token: string) =>
  api.app.inject({
    method: 'POST',
    url: tokenPath(token),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

test('everybody gets every mail until they say otherwise, and only the mail they name changes', async () => {
  const { headers, userId } = await api.signIn();
  const other = await api.signIn();
  expect((await api.app.inject({ url, headers })).json()).toEqual(all);
  const answer = await api.app.inject({ method: 'PATCH', url, headers, payload: { reminders: false } });
  expect(answer.json()).toEqual({ ...all, reminders: false });
  expect(await wantsMail(api.db, userId, 'reminders')).toBe(false);
  expect(await wantsMail(api.db, userId, 'review_needed')).toBe(true);
  expect((await api.app.inject({ url, headers: other.headers })).json()).toEqual(all);
});

test('switches that are pressed at the same moment all count', async () => {
  const { headers } = await api.signIn();
  const off = ['automation_failing', 'review_needed', 'automation_paused', 'reminders'];
  await Promise.all(
    off.map((mail) => api.app.inject({ method: 'PATCH', url, headers, payload: { [mail]: false } })),
  );
  const left = (await api.app.inject({ url, headers })).json();
  expect(Object.values(left)).toEqual([false, false, false, false]);
});

test('a mail about the security of an account cannot be switched off', async () => {
  const { headers } = await api.signIn();
  const answer = await api.app.inject({ method: 'PATCH', url, headers, payload: { security: false } });
  expect(answer.statusCode).toBe(400);
});

test('the link of a mail says what it is about and changes nothing by being opened', async () => {
  const { userId } = await api.signIn({ email: 'olivia.park@northwind.example' });
  const { token } = getLinks(userId);
  const read = () => api.app.inject({ url: tokenPath(token) });
  const about = { mail: 'reminders', email: 'o…@northwind.example', isWanted: true };
  expect((await read()).json()).toEqual(about);
  expect((await read()).json()).toEqual(about);
});

test('a mail program ends the mails of one kind by itself, without a session, and may do so twice', async () => {
  const { userId } = await api.signIn();
  const { token, headers } = getLinks(userId);
  expect(headers['List-Unsubscribe']).toBe(`<${origin}${tokenPath(token)}>`);
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect((await oneClick(token)).statusCode).toBe(200);
  expect((await oneClick(token)).statusCode).toBe(200);
  expect(await wantsMail(api.db, userId, 'reminders')).toBe(false);
  expect(await wantsMail(api.db, userId, 'automation_failing')).toBe(true);
});

test('a link that we did not write is refused, whatever is wrong with it', async () => {
  const [mine, theirs] = [await api.signIn(), await api.signIn()];
  const { token } = getLinks(mine.userId);
  const [, mail, signature] = token.split('.');
  const forged = [
    `${theirs.userId}.${mail}.${signature}`,
    token.replace('reminders', 'review_needed'),
    token.slice(0, -1),
    `${mine.userId}.security.${signature}`,
    'x',
    '..',
  ];
  for (const wrong of forged) {
    expect([wrong, (await oneClick(wrong)).json().code]).toEqual([wrong, 'link_invalid']);
    expect((await api.app.inject({ url: tokenPath(wrong) })).json().code).toBe('link_invalid');
  }
  expect(await wantsMail(api.db, theirs.userId, 'reminders')).toBe(true);
});

test('a deleted user gets no mail, and their old link does no harm', async () => {
  const { userId } = await api.signIn();
  const { token } = getLinks(userId);
  await api.db.user.delete({ where: { id: userId } });
  expect(await wantsMail(api.db, userId, 'reminders')).toBe(false);
  expect((await oneClick(token)).statusCode).toBe(200);
  expect((await api.app.inject({ url: tokenPath(token) })).json().code).toBe('link_invalid');
});
