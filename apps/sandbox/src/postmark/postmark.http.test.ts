import fastify from 'fastify';
import { Errors, ServerClient } from 'postmark';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChanges } from '../changes.ts';
import { readConfig } from '../config.ts';
import { createState } from '../state/state.ts';
import { inboxLimit } from './inbox.ts';
import { registerPostmark } from './postmark.ts';

async function listening() {
  const state = createState();
  const app = fastify();
  let changes = 0;
  const announced = createChanges();
  announced.subscribe(() => {
    changes += 1;
  });
  registerPostmark(app, {
    state,
    changes: announced,
    config: readConfig({}),
    now: () => new Date('2026-11-02T09:00:00Z'),
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = (token = 'any-token') =>
    new ServerClient(token, { requestHost: address.host, useHttps: false });
  return { app, client, inbox: state.inbox, address, changes: () => changes };
}

let sandbox: Awaited<ReturnType<typeof listening>>;
beforeEach(async () => {
  sandbox = await listening();
});
afterEach(() => sandbox.app.close());

function mail(to: string, subject = 'Your code') {
  return {
    From: 'Picksync <no-reply@picksync.example>',
    To: to,
    Subject: subject,
    TextBody: 'Your code is 482913.',
    HtmlBody: '<p>Your code is <b>482913</b>.</p>',
  };
}

async function mails(query = '') {
  return (await sandbox.app.inject(`/api/mails${query}`)).json<{ to: string; subject: string }[]>();
}

describe('the official Postmark client', () => {
  test('sends a mail, gets Postmark’s response, and the mail is in the inbox', async () => {
    const answer = await sandbox.client().sendEmail(mail('ann@northwind.example'));
    expect(answer).toMatchObject({
      To: 'ann@northwind.example',
      ErrorCode: 0,
      Message: 'OK',
      SubmittedAt: '2026-11-02T09:00:00.000Z',
    });
    expect(answer.MessageID).toMatch(/^[0-9a-f-]{36}$/);
    expect(await mails()).toEqual([
      {
        id: answer.MessageID,
        at: '2026-11-02T09:00:00.000Z',
        from: 'no-reply@picksync.example',
        to: 'ann@northwind.example',
        subject: 'Your code',
        text: 'Your code is 482913.',
        html: '<p>Your code is <b>482913</b>.</p>',
      },
    ]);
    expect(sandbox.changes()).toBe(1);
  });

  test('gets 401 with code 10 when the server token is missing', async () => {
    const response = await fetch(new URL('/email', sandbox.address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mail('ann@northwind.example')),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ ErrorCode: 10 });
    expect(await mails()).toEqual([]);
  });

  test.each([
    ['a sender that is no address', { From: 'nobody' }, "Invalid 'From' address: 'nobody'."],
    ['no recipient', { To: '' }, 'Zero recipients specified'],
    ['a recipient that is no address', { To: 'a@b.example, nonsense' }, "Invalid 'To' address: 'nonsense'."],
    ['no body', { TextBody: '', HtmlBody: '' }, 'Provide either email TextBody or HtmlBody or both.'],
  ])('reports %s as code 300', async (_case, change, message) => {
    const sent = sandbox.client().sendEmail({ ...mail('ann@northwind.example'), ...change });
    await expect(sent).rejects.toMatchObject({
      name: 'InvalidEmailRequestError',
      code: 300,
      statusCode: 422,
      message,
    });
  });

  test.each([
    ['a sender that is not confirmed', { From: 'me@elsewhere.example' }, 400],
    ['a message stream that is not there', { MessageStream: 'newsletter' }, 1235],
    ['a subject of 2,001 characters', { Subject: 'x'.repeat(2001) }, 300],
    ['a tag of 1,001 characters', { Tag: 'x'.repeat(1001) }, 300],
    ['a name of 21 characters in the metadata', { Metadata: { ['n'.repeat(21)]: '' } }, 300],
    ['a reply address that is none', { ReplyTo: 'nobody' }, 300],
    ['a program as attachment', { Attachments: [{ Name: 'a.exe', Content: '', ContentType: 'x/y' }] }, 411],
  ])('refuses %s with its code', async (_case, change, code) => {
    const message = Object.assign(mail('ann@northwind.example'), change);
    const sent = sandbox.client().sendEmail(message as ReturnType<typeof mail>);
    await expect(sent).rejects.toMatchObject({ code, statusCode: 422 });
    expect(await mails()).toEqual([]);
  });

  test('checks a mail and sends nothing with the token for tests', async () => {
    const answer = await sandbox.client('POSTMARK_API_TEST').sendEmail(mail('ann@northwind.example'));
    expect(answer).toMatchObject({ ErrorCode: 0, Message: 'Test job accepted' });
    expect(await mails()).toEqual([]);
  });

  test('gets an error where all addresses are inactive, and else is told which ones', async () => {
    const suppressed = { Suppressions: [{ EmailAddress: 'gone@northwind.example' }] };
    await sandbox.client().createSuppressions('outbound', suppressed);
    const refused = await sandbox
      .client()
      .sendEmail(mail('Gone@northwind.example'))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Errors.InactiveRecipientsError);
    expect(refused).toMatchObject({ code: 406, recipients: ['Gone@northwind.example'] });

    const answer = await sandbox.client().sendEmail(mail('ann@northwind.example, gone@northwind.example'));
    expect(answer.ErrorCode).toBe(0);
    expect(Errors.InactiveRecipientsError.parseInactiveRecipients(answer.Message)).toEqual([
      'gone@northwind.example',
    ]);
    expect((await mails())[0]?.to).toBe('ann@northwind.example');

    await sandbox.client().deleteSuppressions('outbound', suppressed);
    await expect(sandbox.client().sendEmail(mail('gone@northwind.example'))).resolves.toMatchObject({
      Message: 'OK',
    });
  });

  test('sends a batch in which some messages are rejected', async () => {
    const answers = await sandbox
      .client()
      .sendEmailBatch([
        mail('ann@northwind.example'),
        mail(''),
        { ...mail('bo@northwind.example'), From: 'me@elsewhere.example' },
        mail('bo@northwind.example'),
      ]);
    expect(answers.map((answer) => answer.ErrorCode)).toEqual([0, 300, 400, 0]);
    expect(await mails()).toHaveLength(2);
  });

  test('finds a mail by its metadata, with its events', async () => {
    const named = { ...mail('Ann <ann@northwind.example>'), Metadata: { mail: 'one' } };
    const { MessageID } = await sandbox.client().sendEmail(named);
    await sandbox.client().sendEmail(mail('bo@northwind.example'));
    const found = await sandbox.client().getOutboundMessages({ count: 1, offset: 0, metadata_mail: 'one' });
    expect(found).toMatchObject({
      TotalCount: 1,
      Messages: [{ MessageID, To: [{ Email: 'ann@northwind.example', Name: 'Ann' }], Status: 'Sent' }],
    });
    expect(await sandbox.client().getOutboundMessageDetails(MessageID)).toMatchObject({
      TextBody: named.TextBody,
      MessageEvents: [{ Recipient: 'ann@northwind.example', Type: 'Delivered' }],
    });
  });
});

test.each([
  ['{"From":', 'application/json', 422, 402],
  ['From=a', 'application/xml', 415, 409],
])('the body %s as %s is refused with %i and code %i', async (payload, type, status, code) => {
  const headers = { 'content-type': type, 'x-postmark-server-token': 'any' };
  const reply = await sandbox.app.inject({ method: 'POST', url: '/email', headers, payload });
  expect([reply.statusCode, reply.json().ErrorCode]).toEqual([status, code]);
});

test('a list of messages without its page is refused', async () => {
  const headers = { 'x-postmark-server-token': 'any' };
  const reply = await sandbox.app.inject({ url: '/messages/outbound', headers });
  expect([reply.statusCode, reply.json().ErrorCode]).toEqual([422, 700]);
});

describe('the inbox', () => {
  test('lists the newest mails first, filtered by address in any case, up to the limit', async () => {
    await sandbox.client().sendEmail(mail('ann@northwind.example', 'first'));
    await sandbox.client().sendEmail(mail('bo@northwind.example', 'other'));
    await sandbox
      .client()
      .sendEmail(mail('"Ann, A." <Ann@Northwind.example>, cy@northwind.example', 'second'));
    expect((await mails('?to=ann@northwind.example')).map((one) => one.subject)).toEqual(['second', 'first']);
    expect((await mails('?limit=1'))[0]?.to).toBe('Ann@Northwind.example, cy@northwind.example');
  });

  test('keeps no more than its limit and drops the oldest', async () => {
    const batch = Array.from({ length: inboxLimit }, (_, n) => mail('ann@northwind.example', `mail ${n}`));
    await sandbox.client().sendEmailBatch(batch);
    await sandbox.client().sendEmail(mail('ann@northwind.example', 'the newest'));
    const kept = await mails(`?limit=${inboxLimit}`);
    expect(kept).toHaveLength(inboxLimit);
    expect([kept.at(0)?.subject, kept.at(-1)?.subject]).toEqual(['the newest', 'mail 1']);
  });

  test('can be emptied', async () => {
    await sandbox.client().sendEmail(mail('ann@northwind.example'));
    const emptied = await sandbox.app.inject({ method: 'DELETE', url: '/api/mails' });
    expect(emptied.statusCode).toBe(204);
    expect(await mails()).toEqual([]);
  });
});
