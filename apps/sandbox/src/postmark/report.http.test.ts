import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let receiver: Receiver;
let sandbox: TestSandbox;
beforeAll(async () => {
  receiver = await startReceiver();
  sandbox = await startSandbox({
    POSTMARK_WEBHOOK_URL: receiver.url,
    POSTMARK_WEBHOOK_PASSWORD: 'a password of the webhook',
  });
});
beforeEach(() => {
  receiver.behaviour.status = 200;
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

function send(To: string) {
  const body = { From: 'Picksync <no-reply@picksync.example>', To, Subject: 'Hello', TextBody: 'Hello' };
  return sandbox.call('POST', '/email', { body, headers: { 'x-postmark-server-token': 'any' } });
}
function report(id: string, kind: string) {
  return sandbox.call('POST', `/api/mails/${id}/report`, { body: { kind } });
}
const inactive = async () => (await sandbox.call('GET', '/api/mails/inactive')).body.addresses;

test.each([
  ['hard_bounce', { RecordType: 'Bounce', Type: 'HardBounce', Inactive: true }],
  ['complaint', { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Inactive: true }],
])('a %s is told to the app, and the address gets no more mails', async (kind, event) => {
  const address = `${kind.replace('_', '-')}@northwind.example`;
  const { MessageID } = (await send(`Ann <${address}>`)).body;
  expect((await report(MessageID, kind)).body).toEqual({
    addresses: [address],
    isTold: true,
    statuses: [200],
  });
  const told = receiver.received.at(-1);
  expect(told?.headers.authorization).toBe(`Basic ${btoa('postmark:a password of the webhook')}`);
  expect(told?.body).toMatchObject({
    ...event,
    Email: address,
    MessageID,
    BouncedAt: '2026-11-02T09:00:00.000Z',
  });
  expect(await inactive()).toContain(address);
  expect((await send(address)).body.ErrorCode).toBe(406);
});

test('a bounce that passes by itself is told, and the address stays in use', async () => {
  const { MessageID } = (await send('full@northwind.example')).body;
  receiver.behaviour.status = 503;
  expect((await report(MessageID, 'soft_bounce')).body.statuses).toEqual([503]);
  expect(receiver.received.at(-1)?.body).toMatchObject({ RecordType: 'Bounce', Inactive: false });
  expect((await send('full@northwind.example')).body.ErrorCode).toBe(0);
});

test('an address that came back is listed, and can be activated again', async () => {
  const headers = { 'x-postmark-server-token': 'any' };
  const { MessageID } = (await send('back@northwind.example')).body;
  await report(MessageID, 'hard_bounce');
  const path = '/message-streams/outbound/suppressions/dump';
  const dump = (await sandbox.call('GET', path, { headers })).body.Suppressions;
  expect(dump).toContainEqual({
    EmailAddress: 'back@northwind.example',
    SuppressionReason: 'HardBounce',
    Origin: 'Recipient',
    CreatedAt: '2026-11-02T09:00:00.000Z',
  });
  const query = `count=1&offset=0&messageID=${MessageID}`;
  const [bounce] = (await sandbox.call('GET', `/bounces?${query}`, { headers })).body.Bounces;
  expect(bounce).toMatchObject({ Type: 'HardBounce', Inactive: true, CanActivate: true });
  await sandbox.call('PUT', `/bounces/${bounce.ID}/activate`, { headers });
  expect((await send('back@northwind.example')).body.ErrorCode).toBe(0);
});

test('an unknown mail or kind is refused', async () => {
  const { MessageID } = (await send('ann@northwind.example')).body;
  expect([(await report('none', 'complaint')).status, (await report(MessageID, 'lost')).status]).toEqual([
    404, 400,
  ]);
});
