import { expect, test } from 'vitest';
import { createLogger } from './create-logger.ts';

/** A destination that keeps its lines. */
function collectLines() {
  const written: string[] = [];
  return {
    write: (line: string) => void written.push(line),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  };
}

test('secrets are never written, however deep they stand', () => {
  const lines = collectLines();
  const log = createLogger({ level: 'info', destination: lines });
  log.info({ password: 'canary', user: { otp: 'canary', deep: { authToken: 'canary' } } }, 'members');
  log.info({ call: { headers: { cookie: 'canary', authorization: 'canary' } } }, 'a request');
  log.info({ reply: { 'Set-Cookie': 'canary' } }, 'a reply');
  log.info({ list: [{ user: { Password: 'canary' } }] }, 'a list');
  expect(lines.lines()).toHaveLength(4);
  expect(lines.text()).not.toContain('canary');
});

test('text that somebody sends cannot begin a log line of its own', () => {
  const lines = collectLines();
  const text = 'sheet\n{"level":30,"msg":"signed in"}\r\u2028\u001b[2K';
  createLogger({ level: 'info', destination: lines }).info({ name: text }, text);
  for (const control of ['\n', '\r', '\u001b']) expect(lines.text().trimEnd()).not.toContain(control);
  expect(lines.lines()).toMatchObject([{ name: text, msg: text }]);
});

test('logging leaves the record as it was', () => {
  const record = { user: { id: 'one', password: 'kept' } };
  createLogger({ level: 'info', destination: collectLines() }).info(record, 'members');
  expect(record).toEqual({ user: { id: 'one', password: 'kept' } });
});

test('the log leaves out what drivers attach to their errors, and includes the cause', () => {
  const lines = collectLines();
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const err = Object.assign(new Error('no token', { cause }), { response: { body: 'canary' } });
  createLogger({ level: 'info', destination: lines }).error({ err }, 'failed');
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({
    err: { message: 'no token', cause: { message: 'connection refused', code: 'ECONNREFUSED' } },
  });
});

test('an object that only looks like an error is logged by its message', () => {
  const lines = collectLines();
  createLogger({ level: 'info', destination: lines }).warn(
    { err: { message: 'no connection', values: 'canary' } },
    'the queue',
  );
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({ err: { message: 'no connection' } });
});

test("the log has only the last line of Prisma's message: the others repeat the values", () => {
  const lines = collectLines();
  const err = new Error(
    'Invalid `create()` invocation:\n{ passwordHash: "canary" }\nArgument `email` is missing.',
  );
  err.name = 'PrismaClientValidationError';
  createLogger({ level: 'info', destination: lines }).error({ err }, 'failed');
  expect(lines.text()).not.toContain('canary');
  expect(lines.lines()[0]).toMatchObject({ err: { message: 'Argument `email` is missing.' } });
});

test.each([
  'password',
  'otp',
  'cookie',
  'signature',
  'accessToken',
  'access_token',
  'refreshToken',
  'sharedSecret',
  'Authorization',
  'set-cookie',
  'apiKey',
  'SEALING_KEYS',
  'DATABASE_URL',
])('a member called %s is a secret in every process', (name) => {
  const lines = collectLines();
  createLogger({ level: 'info', destination: lines }).info({ deep: [{ [name]: 'canary' }] }, 'a line');
  expect(lines.text()).toContain('a line');
  expect(lines.text()).not.toContain('canary');
});

test('a thrown value that is no error is not logged', () => {
  const lines = collectLines();
  createLogger({ level: 'info', destination: lines }).error({ err: 'canary' }, 'failed');
  expect(lines.text()).not.toContain('canary');
});
