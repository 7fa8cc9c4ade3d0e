import * as z from 'zod';
import { passwordRules } from './password-rules.ts';

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
