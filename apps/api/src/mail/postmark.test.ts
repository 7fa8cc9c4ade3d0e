import nock from 'nock';
import { expect, test } from 'vitest';
import { interceptNetwork } from '../testing/intercept-network.ts';
import { createPostmarkMailer, UncertainError, UndeliverableError } from './postmark.ts';

interceptNetwork();

const mailer = (host?: string) =>
  createPostmarkMailer({ token: 'server-token', from: 'Picksync <no-reply@picksync.example>', host });
const mail = {
  id: 'a-mail',
  to: 'ada@clients.example',
  subject: 'Hello',
  text: 'Plain',
  html: '<p>Rich</p>',
};

test('a mail is sent with our sender and token, and nobody is followed', async () => {
  const call = nock('https://api.postmarkapp.com', {
    reqheaders: { 'x-postmark-server-token': 'server-token' },
  })
    .post('/email', {
      From: 'Picksync <no-reply@picksync.example>',
      To: 'ada@clients.example',
      Subject: 'Hello',
      TextBody: 'Plain',
      HtmlBody: '<p>Rich</p>',
      Headers: [],
      Metadata: { mail: 'a-mail' },
      TrackOpens: false,
    })
    .reply(200, { ErrorCode: 0, Message: 'OK' });
  await mailer().send(mail);
  expect(call.isDone()).toBe(true);
});

test.each(['http://127.0.0.1:4010', 'http://127.0.0.1:4010/mail'])(
  'a stand-in at %s is used instead',
  async (host) => {
    const call = nock(host).post('/email').reply(200, { ErrorCode: 0 });
    await mailer(host).send(mail);
    expect(call.isDone()).toBe(true);
  },
);

test.each([
  ['an address that Postmark has given up', 406],
  ['an address that is none', 300],
])('%s is undeliverable, and the address is not in the message', async (_, code) => {
  const Message = 'You tried to send to recipients that are inactive: ada@clients.example.';
  nock('https://api.postmarkapp.com').post('/email').reply(422, { ErrorCode: code, Message });
  const failure = await mailer()
    .send(mail)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UndeliverableError);
  expect(String(failure)).not.toContain('ada@clients.example');
});

test.each([401, 429, 500, 503])('a refusal with HTTP %i is a failure that may pass', async (status) => {
  nock('https://api.postmarkapp.com').post('/email').reply(status, { ErrorCode: 10, Message: 'No.' });
  const failure = await mailer()
    .send(mail)
    .catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(UndeliverableError);
  expect(String(failure)).toContain(`HTTP ${status}`);
});

test.each([
  ['a sender that is not confirmed', 400],
  ['a stream that is not there', 1235],
])('%s is our mistake and not the address’s', async (_, code) => {
  nock('https://api.postmarkapp.com').post('/email').reply(422, { ErrorCode: code, Message: 'No.' });
  const failure = await mailer()
    .send(mail)
    .catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(UndeliverableError);
  expect(failure).not.toBeInstanceOf(UncertainError);
  expect(String(failure)).toContain(`code ${code}`);
});

test.each([
  ['one', { TotalCount: 1, Messages: [{}] }, true],
  ['none', { TotalCount: 0, Messages: [] }, false],
])('Postmark finds %s of a mail that it may have taken', async (_, answer, expected) => {
  nock('https://api.postmarkapp.com').get('/messages/outbound').query(true).reply(200, answer);
  expect(await mailer().wasAccepted('a-mail')).toBe(expected);
});

test.each(['<html>Please sign in to the network</html>', '{}', ''])(
  'the answer %j does not mean that a mail was not taken',
  async (answer) => {
    nock('https://api.postmarkapp.com').get('/messages/outbound').query(true).reply(200, answer);
    await expect(mailer().wasAccepted('a-mail')).rejects.toBeInstanceOf(UncertainError);
  },
);

test('the failure says that Postmark cannot be reached', async () => {
  nock('https://api.postmarkapp.com').post('/email').replyWithError('socket hang up');
  await expect(mailer().send(mail)).rejects.toThrow('Postmark cannot be reached');
});
