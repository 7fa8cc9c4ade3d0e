import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { strictPublic } from './endpoint-kinds.ts';
import { messageReply } from './fields.ts';

const easyPatterns = ['password', '123456', 'qwerty', 'admin', 'welcome', 'letmein'];

/** A rule for a new password: what is said of it while somebody types, and when it is not met. */
export type PasswordRule = { label: string; message: string; isMet: (password: string) => boolean };

/** The rules for a new password, in the order in which they are shown. The server also refuses guessable ones. */
export const passwordRules: readonly PasswordRule[] = [
  {
    label: '10 characters',
    message: 'Password must be at least 10 characters',
    isMet: (password) => password.length >= 10,
  },
  {
    label: 'Uppercase letter',
    message: 'Password must contain at least one uppercase letter',
    isMet: (password) => /\p{Lu}/u.test(password),
  },
  {
    label: 'Lowercase letter',
    message: 'Password must contain at least one lowercase letter',
    isMet: (password) => /\p{Ll}/u.test(password),
  },
  {
    label: 'Number',
    message: 'Password must contain at least one number',
    isMet: (password) => /\p{Nd}/u.test(password),
  },
  {
    label: 'Special character',
    message: 'Password must contain at least one special character',
    isMet: (password) => /[^\p{L}\p{N}]/u.test(password),
  },
  {
    label: 'No common pattern',
    message: 'Password contains a common pattern that is too easy to guess',
    isMet: (password) => !easyPatterns.some((pattern) => password.toLowerCase().includes(pattern)),
  },
];

/** Longer passwords take time to hash and are no safer. */
const longest = 200;
const tooLong = `Password must be at most ${longest} characters`;
/** A password that exists already: nothing is checked but its presence. */
export const currentPasswordField = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(longest, tooLong);

/** A password being chosen. The server refuses guessable ones on top, with the code `weak_password`. */
export const newPasswordField = passwordRules.reduce(
  (field, { isMet, message }) => field.refine(isMet, message),
  z.string(passwordRules[0]?.message).max(longest, tooLong),
);

const confirmPasswordField = z
  .string('Please confirm your password')
  .min(1, 'Please confirm your password')
  .max(longest, "Passwords don't match");

/** Returns the schema of a form with the new password twice, from that of the body that is sent. */
export function withConfirmation<S extends { password: z.ZodString }>(body: z.ZodObject<S, z.core.$strict>) {
  return z
    .strictObject({ ...body.shape, confirmPassword: confirmPasswordField })
    .refine(
      (form: { password?: unknown; confirmPassword?: unknown }) =>
        !form.confirmPassword || form.password === form.confirmPassword,
      {
        path: ['confirmPassword'],
        message: "Passwords don't match",
        // At once, also while other fields are still wrong.
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    );
}

/** How hard a password is to guess. An easy one is refused when it is set. */
const verdicts = ['easy', 'fair', 'good', 'strong'] as const;

export type PasswordVerdict = (typeof verdicts)[number];

const updatePasswordBody = z.strictObject({ password: newPasswordField });
export const updatePasswordForm = withConfirmation(updatePasswordBody);

export const passwordEndpoints = {
  /** Judges a password while it is typed, as it is judged when it is set. It is not kept. */
  strength: endpoint('POST', '/api/auth/password-strength', {
    ...strictPublic,
    body: z.strictObject({
      password: newPasswordField,
      /** As far as it is typed: the parts of an address are easy to guess. */
      email: z.string().max(254).default(''),
    }),
    /** Null while too many wait for a verdict. */
    reply: z.object({ verdict: z.enum(verdicts).nullable() }),
  }),
  /**
   * Sets the new password of somebody who has to have one before anything else (`passwordUpdateRequired` in the status).
   * Every session ends, and a new one begins in this browser.
   */
  update: endpoint('POST', '/api/auth/update-password', {
    ...strictPublic,
    body: updatePasswordBody,
    reply: messageReply.extend({ authToken: z.string() }),
  }),
};
