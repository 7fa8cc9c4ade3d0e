import { randomUUID } from 'node:crypto';
import { testUser } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SendMailLater } from '../base/send-mail-later.ts';
import { UncertainError, UndeliverableError } from '../mail/postmark.ts';
import { register, resendVerification } from '../people/auth/register.ts';
import { verifyEmail } from '../people/auth/verify-email.ts';
import { sendContactMessage } from '../people/contact/send-contact-message.ts';
import { postmarkStandIn } from '../testing/postmark-stand-in.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { createHandlers } from './handlers.ts';
import { sendMail } from './send-mail.job.ts';

let postmark: Awaited<ReturnType<typeof postmarkStandIn>>;
let api: TestApp;
let mails = 0;

beforeAll(async () => {
  postmark = await postmarkStandIn();
  const mail = { token: 'token', host: postmark.host, from: 'Picksync <no-reply@picksync.example>' };
  api = await testApp({ mail });
  await api.context.queue.run('api', createHandlers(api.context));
});
afterAll(async () => {
  await api.close();
  await postmark.close();
});

const ipAddress = '198.51.100.7';

const nextMail = async () => {
  const mail = await postmark.mail(mails);
  mails += 1;
  return mail;
};

test('mails a new user digits that verify the address', async () => {
  const email = 'ada@clients.example';
  let passwordProof = '';
  const keepPasswordProof = (proof: string) => {
    passwordProof = proof;
  };
  await register(api.context, { email, password: 'Spruce-Harbor-42', ipAddress, keepPasswordProof });
  const mail = await nextMail();
  expect(mail).toMatchObject({ To: email, Subject: expect.stringMatching(/^\d{6} is your Picksync code$/) });
  const otp = /^ {4}(\d{6})$/m.exec(mail.TextBody)?.[1] ?? '';
  expect(mail.HtmlBody).toContain(otp);
  await verifyEmail(api.context, { email, otp, passwordProof });
  expect(await api.db.user.findUnique({ where: { email } })).toMatchObject({ isVerified: true });
});

test('mails the owner of a verified address that somebody registered it, without digits', async () => {
  const { email } = await testUser(api.db);
  await register(api.context, { email, password: 'Spruce-Harbor-42', ipAddress });
  const mail = await nextMail();
  expect(mail).toMatchObject({ To: email, Subject: 'You already have a Picksync account' });
  expect(mail.TextBody).not.toMatch(/^ {4}\d{6}$/m);
});

test('support is mailed what somebody wrote, and answers to them', async () => {
  const message = 'Why is it Periodic?\n\n<b>Staff</b> into Assignments.';
  await sendContactMessage(api.context, {
    email: 'visitor@clients.example',
    message,
    userId: null,
    ipAddress,
  });
  const mail = await nextMail();
  expect(mail).toMatchObject({
    To: 'support@picksync.example',
    ReplyTo: 'visitor@clients.example',
    Subject: 'Message from a visitor',
  });
  expect(mail.TextBody).toContain(message);
  expect(mail.HtmlBody).toContain('&lt;b&gt;Staff&lt;/b&gt; into Assignments.');
});

/** The payload of the job that would be next, taken from a transaction that never happened. */
async function due(email: string) {
  let codeId = '';
  const sendMailLater: SendMailLater = async (_tx, mail) => {
    if (mail.mail === 'verify_email') codeId = mail.codeId;
  };
  await resendVerification({ ...api.context, sendMailLater }, { email, ipAddress });
  return { mail: 'verify_email', codeId };
}

const job = (payload: { mail: string; key?: string; codeId?: string; userId?: string }) => ({
  queue: 'send-mail' as const,
  id: randomUUID(),
  attempt: 0,
  isLastAttempt: false,
  payload,
  priority: 0,
  dueAt: new Date(),
  signal: new AbortController().signal,
});

const sent: string[] = [];
const silent = { wasAccepted: async () => false, reactivate: async () => {} };
const mailer = {
  ...silent,
  send: async ({ to }: { to: string }) => {
    sent.push(to);
  },
};
const run = (payload: { mail: string; codeId?: string }) =>
  sendMail({ ...api.context, mailer }, job(payload));

test('sends nothing to an address without an account, nor for a void or expired code', async () => {
  const { email } = await testUser(api.db, { isVerified: false });
  await run(await due('nobody@clients.example'));
  const voided = await due(email);
  const current = await due(email);
  await run(voided);
  expect(sent).toEqual([]);
  await run(current);
  expect(sent).toEqual([email]);
  await api.passTime(10 * 60_000);
  await run(current);
  expect(sent).toEqual([email]);
});

test('a changed password is confirmed by a mail in which no link changes anything', async () => {
  const { id, email } = await testUser(api.db);
  const mails: { to: string; text: string }[] = [];
  const collecting = { ...silent, send: async (mail: { to: string; text: string }) => void mails.push(mail) };
  await sendMail({ ...api.context, mailer: collecting }, job({ mail: 'password_changed', userId: id }));
  expect(mails).toMatchObject([{ to: email, subject: 'Your Picksync password was changed' }]);
  expect(mails[0]?.text).toMatch(/\/login$/m);
  await api.db.user.delete({ where: { id } });
  await sendMail({ ...api.context, mailer: collecting }, job({ mail: 'password_changed', userId: id }));
  expect(mails).toHaveLength(1);
});

test('the job fails when the provider fails, and will be tried again', async () => {
  const { email } = await testUser(api.db, { isVerified: false });
  const failing = { ...silent, send: () => Promise.reject(new Error('Postmark cannot be reached')) };
  const attempt = sendMail({ ...api.context, mailer: failing }, job(await due(email)));
  await expect(attempt).rejects.toThrow('Postmark cannot be reached');
});

test('an address that takes no mail ends the job, and the log says so without the address', async () => {
  const { email } = await testUser(api.db, { isVerified: false });
  const refusing = { ...silent, send: () => Promise.reject(new UndeliverableError('HTTP 422, code 406')) };
  await sendMail({ ...api.context, mailer: refusing }, job(await due(email)));
  expect(api.log.lines().at(-1)).toMatchObject({ msg: 'a mail is undeliverable', mail: 'verify_email' });
  expect(api.log.text()).not.toContain(email);
});

test('a mail of a newer version is left for a process that knows it', async () => {
  await expect(run({ mail: 'birthday' })).rejects.toMatchObject({ name: 'Error' });
});

test('a mail that does not say what it is about is not tried again', async () => {
  await expect(run({ mail: 'password_changed' })).rejects.toMatchObject({ name: 'DeadLetter' });
});

/** A provider whose answer is lost: what it took, it took. */
function unreliable(answers: ('lost' | 'refused' | 'ok')[]) {
  const taken: string[] = [];
  return {
    ...silent,
    taken,
    send: async ({ id }: { id: string }) => {
      const answer = answers.shift() ?? 'ok';
      if (answer === 'refused') throw new Error('HTTP 429');
      taken.push(id);
      if (answer === 'lost') throw new UncertainError('no answer');
    },
    wasAccepted: async (id: string) => taken.includes(id),
  };
}

test('a mail whose answer was lost, or whose job is run again after a kill, is not sent twice', async () => {
  const { id } = await testUser(api.db);
  const provider = unreliable(['refused', 'lost']);
  const one = job({ mail: 'password_changed', userId: id });
  const attempt = () => sendMail({ ...api.context, mailer: provider }, one);
  await expect(attempt()).rejects.toThrow('HTTP 429');
  await expect(attempt()).rejects.toThrow('no answer');
  await attempt();
  await attempt();
  expect(provider.taken).toHaveLength(1);
  const { sentAt, key } = await api.db.sentMail.findFirstOrThrow({ where: { userId: id } });
  expect([sentAt, key]).toEqual([api.clock.at, one.id]);
});

test('twenty jobs about the same mail that run at once send it once', async () => {
  const { id } = await testUser(api.db);
  const provider = unreliable([]);
  const about = { mail: 'password_changed', userId: id, key: 'the same' };
  await Promise.allSettled(
    Array.from({ length: 20 }, () => sendMail({ ...api.context, mailer: provider }, job(about))),
  );
  expect(provider.taken).toHaveLength(1);
});

test('a mail that was claimed by somebody who is gone is sent after a while', async () => {
  const { id } = await testUser(api.db);
  const one = job({ mail: 'password_changed', userId: id });
  const gone = { ...silent, send: () => Promise.reject(new UncertainError('killed')) };
  await expect(sendMail({ ...api.context, mailer: gone }, one)).rejects.toThrow('killed');
  const provider = unreliable([]);
  const attempt = () => sendMail({ ...api.context, mailer: provider }, one);
  await expect(attempt()).rejects.toThrow('somebody else');
  await api.passTime(61_000);
  await attempt();
  expect(provider.taken).toHaveLength(1);
});
