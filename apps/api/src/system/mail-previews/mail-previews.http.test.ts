import { afterAll, beforeAll, expect, test } from 'vitest';
import { mails } from '../../jobs/mails.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());

test('beside the sandbox every mail can be looked at, and nowhere else', async () => {
  expect((await api.app.inject({ url: '/dev/mails' })).statusCode).toBe(404);
  const beside = await testApp({ sandboxInbox: 'http://localhost:4010/#/inbox', beside: api });
  const list = await beside.app.inject({ url: '/dev/mails' });
  expect(list.statusCode).toBe(200);
  for (const name of Object.keys(mails)) {
    expect(list.body).toContain(`/dev/mails/${name}-1"`);
    const html = await beside.app.inject({ url: `/dev/mails/${name}-1` });
    expect(html.headers['content-type']).toContain('text/html');
    const text = await beside.app.inject({ url: `/dev/mails/${name}-1.txt` });
    expect(text.headers['content-type']).toContain('text/plain');
  }
  expect((await beside.app.inject({ url: '/dev/mails/birthday-1' })).statusCode).toBe(404);
  await beside.close();
});

test('beside the sandbox /dev/ui leads to its components, and nowhere else', async () => {
  expect((await api.app.inject({ url: '/dev/ui' })).statusCode).toBe(404);
  const beside = await testApp({ sandboxInbox: 'http://localhost:4010/#/inbox', beside: api });
  const { statusCode, headers } = await beside.app.inject({ url: '/dev/ui' });
  expect([statusCode, headers.location]).toEqual([302, 'http://localhost:4010/dev/ui']);
  await beside.close();
});
