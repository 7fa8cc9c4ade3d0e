import { describe, expect, test } from 'vitest';
import type * as z from 'zod';
import {
  loginBody,
  otpField,
  registerBody,
  registerForm,
  resetPasswordBody,
  resetPasswordForm,
  resetPasswordOtpForm,
} from './auth.ts';
import { fieldErrors } from './errors.ts';

const listErrors = (schema: z.ZodType, value: unknown) =>
  fieldErrors(schema.safeParse(value).error?.issues ?? []);
const listMessages = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

const email = 'office@northwind.example';
const good = 'Correct-horse-7';

describe('login', () => {
  test('the address is trimmed and in lower case', () => {
    expect(loginBody.parse({ email: '  Office@Northwind.example ', password: 'x' }).email).toBe(email);
  });

  test.each([undefined, '', 'office', 'office@', `${'a'.repeat(250)}@b.co`])(
    'an address like %s is refused',
    (wrong) => {
      expect(listErrors(loginBody, { email: wrong, password: 'x' })).toEqual({
        email: 'Please enter a valid email address',
      });
    },
  );

  test.each([undefined, ''])('a password is required', (password) => {
    expect(listErrors(loginBody, { email, password })).toEqual({ password: 'Password is required' });
  });

  test('a password beyond all bounds is told so', () => {
    const password = 'x'.repeat(201);
    expect(listErrors(loginBody, { email, password })).toEqual({
      password: 'Password must be at most 200 characters',
    });
  });

  test('an old password is not held to the rules of new ones', () => {
    expect(loginBody.safeParse({ email, password: 'short' }).success).toBe(true);
  });
});

describe('a new password', () => {
  test.each([
    [undefined, 'Password must be at least 10 characters'],
    ['', 'Password must be at least 10 characters'],
    ['Short-1aa', 'Password must be at least 10 characters'],
    ['correct-horse-7', 'Password must contain at least one uppercase letter'],
    ['CORRECT-HORSE-7', 'Password must contain at least one lowercase letter'],
    ['Correct-horse-x', 'Password must contain at least one number'],
    ['CorrectHorse77', 'Password must contain at least one special character'],
    ['My-Password-77', 'Password contains a common pattern that is too easy to guess'],
    ['Aa-123456-zzz', 'Password contains a common pattern that is too easy to guess'],
    ['Qwerty-horse-7', 'Password contains a common pattern that is too easy to guess'],
    ['Admin-horse-77', 'Password contains a common pattern that is too easy to guess'],
    ['Welcome-horse-7', 'Password contains a common pattern that is too easy to guess'],
    ['LetMeIn-horse-7', 'Password contains a common pattern that is too easy to guess'],
  ])('%s: %s', (password, message) => {
    expect(listErrors(registerBody, { email, password })).toEqual({ password: message });
  });

  test('letters of other alphabets count as letters', () => {
    expect(registerBody.safeParse({ email, password: 'Привет-дом-77' }).success).toBe(true);
    expect(registerBody.safeParse({ email, password: good }).success).toBe(true);
  });

  test('has an end', () => {
    expect(registerBody.safeParse({ email, password: `${good}${'x'.repeat(200)}` }).success).toBe(false);
  });
});

describe('a form that asks for the password twice', () => {
  test.each([undefined, ''])('the second one is required', (confirmPassword) => {
    expect(listErrors(registerForm, { email, password: good, confirmPassword })).toEqual({
      confirmPassword: 'Please confirm your password',
    });
  });

  test('the two must be equal, which is checked while other fields are wrong, too', () => {
    expect(listErrors(registerForm, { email: '', password: 'x', confirmPassword: 'y' })).toEqual({
      email: 'Please enter a valid email address',
      password: 'Password must be at least 10 characters',
      confirmPassword: "Passwords don't match",
    });
  });

  test('is fine when everything is', () => {
    expect(registerForm.safeParse({ email, password: good, confirmPassword: good }).success).toBe(true);
    const reset = { token: 't', password: good, confirmPassword: good };
    expect(resetPasswordForm.safeParse(reset).success).toBe(true);
    const byOtp = { email, otp: '123456', password: good, confirmPassword: good };
    expect(resetPasswordOtpForm.safeParse(byOtp).success).toBe(true);
  });

  test('does not stumble over something that is no form', () => {
    expect(registerForm.safeParse(null).success).toBe(false);
  });

  test('the body has no second password', () => {
    expect(registerBody.safeParse({ email, password: good, confirmPassword: good }).success).toBe(false);
  });
});

describe('a code from a mail', () => {
  test.each([undefined, '', '12345', '1234567'])('%s does not have 6 digits', (otp) => {
    expect(listMessages(otpField, otp)[0]).toBe('OTP must be 6 digits');
  });

  test.each(['12345a', '12 456', '１２３４５６'])('%s is not made of digits', (otp) => {
    expect(listMessages(otpField, otp)).toEqual(['OTP must contain only numbers']);
  });

  test('may be pasted with blanks around it', () => {
    expect(otpField.parse(' 012345 ')).toBe('012345');
  });
});

test.each([undefined, '', ' '])('a reset token is required', (token) => {
  expect(listErrors(resetPasswordBody, { token, password: good })).toEqual({
    token: 'Reset token is required',
  });
});
