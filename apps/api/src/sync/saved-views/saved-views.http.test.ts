import { maxSavedViews } from '@picksync/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const url = '/api/account/views';
type Headers = Record<string, string>;
const plantB = { name: 'Plant B', search: { q: 'plant b', state: 'needs-you', by: 'source', order: 'name' } };

async function send(method: 'POST' | 'PATCH' | 'DELETE', headers: Headers, payload?: object, id = '') {
  const path = id === '' ? url : `${url}/${id}`;
  const answer = await app.app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}
const list = async (headers: Headers) => (await app.app.inject({ url, headers })).json();

test('a view needs a session', async () => {
  expect((await app.app.inject({ url })).statusCode).toBe(401);
  expect((await send('POST', {}, plantB)).status).toBe(401);
});

test('a view is kept, renamed, given other contents and deleted', async () => {
  const { headers } = await app.signIn();
  const { status, view } = await send('POST', headers, plantB);
  expect(status).toBe(201);
  expect(view).toMatchObject({ ...plantB, isDefault: false });
  expect(await list(headers)).toEqual([view]);

  const search = { state: 'paused', open: '101/1011,102/1021' };
  const changed = await send('PATCH', headers, { name: 'Plant C', search }, view.id);
  expect(changed.view).toEqual({ ...view, name: 'Plant C', search });
  expect(await list(headers)).toEqual([changed.view]);

  expect((await send('DELETE', headers, undefined, view.id)).message).toBe('View deleted');
  expect(await list(headers)).toEqual([]);
  expect((await send('DELETE', headers, undefined, view.id)).status).toBe(404);
});

test('views are listed in the order in which they were saved', async () => {
  const { headers } = await app.signIn();
  for (const name of ['Month end', 'Plant B', 'Nordics']) await send('POST', headers, { name, search: {} });
  expect((await list(headers)).map((view: { name: string }) => view.name)).toEqual([
    'Month end',
    'Plant B',
    'Nordics',
  ]);
});

test('a view is seen, changed and deleted by its owner alone', async () => {
  const owner = await app.signIn();
  const other = await app.signIn();
  const { view } = await send('POST', owner.headers, plantB);
  expect(await list(other.headers)).toEqual([]);
  expect((await send('PATCH', other.headers, { name: 'Mine' }, view.id)).status).toBe(404);
  expect((await send('PATCH', other.headers, { isDefault: true }, view.id)).status).toBe(404);
  expect((await send('DELETE', other.headers, undefined, view.id)).status).toBe(404);
  expect(await list(owner.headers)).toEqual([view]);
});

test('a view made the default takes the place of the one before', async () => {
  const { headers } = await app.signIn();
  const one = (await send('POST', headers, plantB)).view;
  const two = (await send('POST', headers, { name: 'Nordics', search: {} })).view;
  const defaults = async () =>
    (await list(headers)).flatMap((view: { name: string; isDefault: boolean }) =>
      view.isDefault ? view.name : [],
    );
  await send('PATCH', headers, { isDefault: true }, one.id);
  expect(await defaults()).toEqual(['Plant B']);
  await Promise.all([one, two, one, two].map(({ id }) => send('PATCH', headers, { isDefault: true }, id)));
  expect(await defaults()).toHaveLength(1);
  await send('PATCH', headers, { isDefault: true }, two.id);
  expect(await defaults()).toEqual(['Nordics']);
  await send('PATCH', headers, { isDefault: false }, two.id);
  expect(await defaults()).toEqual([]);
});

test('a name is taken in whatever letters, but not by the view itself', async () => {
  const { headers } = await app.signIn();
  const { view } = await send('POST', headers, plantB);
  const again = await send('POST', headers, { ...plantB, name: ' plant b ' });
  expect(again).toMatchObject({ status: 400, errors: { name: 'You have a view of this name already' } });
  const other = (await send('POST', headers, { name: 'Nordics', search: {} })).view;
  expect((await send('PATCH', headers, { name: 'PLANT B' }, other.id)).status).toBe(400);
  expect((await send('PATCH', headers, { name: 'PLANT B' }, view.id)).view.name).toBe('PLANT B');
});

test('a name is taken however its accents are written', async () => {
  const { headers } = await app.signIn();
  await send('POST', headers, { ...plantB, name: 'Caf\u00e9' });
  const again = await send('POST', headers, { ...plantB, name: 'Cafe\u0301' });
  expect(again).toMatchObject({ status: 400, errors: { name: 'You have a view of this name already' } });
});

test('a view that is changed and deleted at once is changed or gone, and no failure', async () => {
  const { headers } = await app.signIn();
  for (let times = 0; times < 10; times += 1) {
    const { view } = await send('POST', headers, plantB);
    const answers = await Promise.all([
      send('PATCH', headers, { isDefault: true }, view.id),
      send('DELETE', headers, undefined, view.id),
      send('PATCH', headers, { name: 'Plant C' }, view.id),
    ]);
    expect([200, 404]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    expect(await list(headers)).toEqual([]);
  }
});

test('a view of a newer version is listed and renamed with what this one knows of it', async () => {
  const { headers, userId } = await app.signIn();
  const search = { q: 'plant', state: 'archived', tag: 'north' };
  const row = { userId, name: 'Plants', search, createdAt: app.clock.at };
  const { id } = await app.db.savedView.create({ data: row });
  expect(await list(headers)).toMatchObject([{ name: 'Plants', search: { q: 'plant' } }]);
  const renamed = await send('PATCH', headers, { name: 'All plants' }, id);
  expect(renamed.view).toMatchObject({ name: 'All plants', search: { q: 'plant' } });
  // The newer version still reads what it wrote.
  expect(await app.db.savedView.findUniqueOrThrow({ where: { id } })).toMatchObject({ search });
});

test('the number of views is limited, also when they are saved at once', async () => {
  const { headers, userId } = await app.signIn();
  const answers = await Promise.all(
    Array.from({ length: maxSavedViews + 3 }, (_, index) =>
      send('POST', headers, { name: `View ${index}`, search: {} }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxSavedViews);
  expect(answers.filter(({ code }) => code === 'too_many_views')).toHaveLength(3);
  expect(await app.db.savedView.count({ where: { userId } })).toBe(maxSavedViews);
});

test.each([
  ['no name', { name: '  ', search: {} }],
  ['a name that is too long', { name: 'a'.repeat(61), search: {} }],
  ['a name of two lines', { name: 'a\nb', search: {} }],
  ['a state that is not known', { name: 'a', search: { state: 'lost' } }],
  ['a parameter that is not about the list', { name: 'a', search: { section: 'activity' } }],
  ['a search that is too long', { name: 'a', search: { q: 'a'.repeat(201) } }],
  ['too many groups', { name: 'a', search: { open: '1,'.repeat(751) } }],
  ['a field that is not known', { name: 'a', search: {}, isShared: true }],
])('a view with %s is refused', async (_, payload) => {
  const { headers } = await app.signIn();
  expect(await send('POST', headers, payload)).toMatchObject({ status: 400 });
  expect(await list(headers)).toEqual([]);
});
