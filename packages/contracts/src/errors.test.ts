import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AppError, errorCodes, errorReply, fieldErrors } from './errors.ts';

describe('an error code', () => {
  test.each(Object.entries(errorCodes))(
    '%s is an HTTP failure and its text fits the user',
    (_, { status, message }) => {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
      expect(message).not.toContain('!');
      expect(message.length).toBeLessThanOrEqual(120);
    },
  );

  test('the words of the login and of the limit are the product’s own', () => {
    expect(errorCodes.invalid_credentials.message).toBe('Invalid credentials');
    expect(errorCodes.plan_limit_reached.message).toBe(
      'Configuration limit reached. Please upgrade plan to add more configurations',
    );
  });
});

describe('an AppError', () => {
  test('says what its code says unless it is told better', () => {
    expect(new AppError('not_found').message).toBe('This does not exist, or it is not yours.');
    expect(new AppError('not_found', { message: 'No such sheet.' }).message).toBe('No such sheet.');
    expect(new AppError('column_taken').status).toBe(409);
  });

  test('travels over the wire and comes out the same', () => {
    const sent = new AppError('verification_required', {
      errors: { email: 'not verified' },
      details: { requiresVerification: true, email: 'a@b.co' },
    });
    const received = AppError.fromReply(JSON.parse(JSON.stringify(sent.toReply())));
    expect(received).toBeInstanceOf(AppError);
    expect(received?.toReply()).toEqual(sent.toReply());
  });

  test('never sends its cause, nor a detail that is not listed', () => {
    const details = { accessToken: 'secret', retryAfterSeconds: 60 };
    const sent = new AppError('smartsheet_busy', { cause: new Error('secret'), details }).toReply();
    expect(JSON.stringify(sent)).not.toContain('secret');
    expect(sent.retryAfterSeconds).toBe(60);
    expect(errorReply.parse(sent)).toEqual(sent);
  });

  test('is not made from a body that is not ours', () => {
    expect(AppError.fromReply('<html>')).toBeUndefined();
    expect(AppError.fromReply({ message: 'no code' })).toBeUndefined();
    expect(AppError.fromReply({ code: 'a_code_of_the_future', message: 'x' })).toBeUndefined();
  });
});

describe('the errors map', () => {
  const schema = z.strictObject({
    name: z.string().min(3, 'too short').regex(/^a/, 'wrong start'),
    inner: z.strictObject({ size: z.int('a number please') }),
  });

  test('holds the first message of each field', () => {
    const { error } = schema.safeParse({ name: 'x', inner: { size: 'big' } });
    expect(fieldErrors(error?.issues ?? [])).toEqual({ name: 'too short', 'inner.size': 'a number please' });
  });

  test('names a field that is not known', () => {
    const { error } = schema.safeParse({ name: 'abc', inner: { size: 1, colour: 'red' }, age: 1 });
    expect(Object.keys(fieldErrors(error?.issues ?? []))).toEqual(['inner.colour', 'age']);
  });

  test('names twenty fields at most, none of them at length', () => {
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`x${index}`, 1]));
    const input = { ...many, name: 'x', inner: { size: 'big', ['y'.repeat(5000)]: 1 } };
    const { error } = schema.safeParse(input, { error: () => 'not known' });
    const errors = fieldErrors(error?.issues ?? []);
    expect(Object.keys(errors)).toHaveLength(20);
    expect(errors).toMatchObject({ name: 'too short', 'inner.size': 'a number please' });
    expect(JSON.stringify(errors).length).toBeLessThan(2000);
    const list = z.array(z.string()).safeParse(Array(9000).fill(1));
    expect(Object.keys(fieldErrors(list.error?.issues ?? []))).toHaveLength(20);
  });

  test('names a field that is called like a member of every object', () => {
    const { error } = z
      .strictObject({})
      .safeParse(JSON.parse('{"constructor":1,"__proto__":2,"toString":3}'));
    expect(Object.keys(fieldErrors(error?.issues ?? []))).toEqual(['constructor', '__proto__', 'toString']);
  });

  test('puts what belongs to no field under form', () => {
    expect(fieldErrors(schema.safeParse(null).error?.issues ?? [])).toHaveProperty('form');
  });
});
