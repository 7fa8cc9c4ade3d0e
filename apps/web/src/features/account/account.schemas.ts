import {
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  fieldErrors,
  withConfirmation,
} from '@picksync/contracts';
import { type Checked, checkWith } from '../../api/check-with.ts';

export const checkNewEmail = checkWith(changeEmailBody);
export const checkDeletion = checkWith(deleteAccountBody);

export const emptyPasswordChange = {
  currentPassword: '',
  password: '',
  confirmPassword: '',
  endOtherSessions: true,
  revokeApiKeys: false,
};

type PasswordChange = typeof emptyPasswordChange;

/** Returns a check of a new password typed twice; the current one is required where the account has one. */
export function checkPasswordChange({ hasPassword }: { hasPassword: boolean }) {
  const withCurrent = withConfirmation(changePasswordBody.required({ currentPassword: true }));
  const without = withConfirmation(changePasswordBody.omit({ currentPassword: true }));
  return ({ currentPassword, ...typed }: PasswordChange): Checked<PasswordChange> => {
    const parsed = hasPassword
      ? withCurrent.safeParse({ currentPassword, ...typed })
      : without.safeParse(typed);
    if (!parsed.success) return { errors: fieldErrors(parsed.error.issues) };
    return { values: { ...emptyPasswordChange, ...parsed.data } };
  };
}
