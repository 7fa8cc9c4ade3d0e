import '../../api/zod-without-eval.ts';
import {
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  fieldErrors,
  withConfirmation,
} from '@picksync/contracts';
import type * as z from 'zod';

/** What was typed, tidied; or what is wrong with it, by field. */
export type Checked<F> = { values: F } | { errors: Record<string, string> };

function checkWith<F>(schema: z.ZodType<F>) {
  return (typed: F): Checked<F> => {
    const parsed = schema.safeParse(typed);
    return parsed.success ? { values: parsed.data } : { errors: fieldErrors(parsed.error.issues) };
  };
}

export const checkNewEmail = checkWith(changeEmailBody);
export const checkDeletion = checkWith(deleteAccountBody);

const confirmed = { currentPassword: '', password: '', confirmPassword: '', endOtherSessions: true };

/** Checks a new password typed twice; the one before has to be there where the account has one. */
export function checkPasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const withCurrent = withConfirmation(changePasswordBody.required({ currentPassword: true }));
  const without = withConfirmation(changePasswordBody.omit({ currentPassword: true }));
  return ({ currentPassword, ...typed }: typeof confirmed): Checked<typeof confirmed> => {
    const parsed = hasPassword
      ? withCurrent.safeParse({ currentPassword, ...typed })
      : without.safeParse(typed);
    if (!parsed.success) return { errors: fieldErrors(parsed.error.issues) };
    return { values: { ...confirmed, ...parsed.data } };
  };
}
