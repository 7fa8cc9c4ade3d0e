import '../../api/zod-without-eval.ts';
import {
  emailBody,
  emailCodeProofBody,
  fieldErrors,
  loginBody,
  passkeyNameField,
  passwordProofBody,
  recoveryFactorBody,
  registerForm,
  resetPasswordForm,
  resetPasswordOtpForm,
  totpFactorBody,
  updatePasswordForm,
  verifyEmailBody,
} from '@picksync/contracts';
import * as z from 'zod';

/** What was typed, tidied; or what is wrong with it, by field. */
export type Checked<F> = { values: F } | { errors: Record<string, string> };

function checkWith<F>(schema: z.ZodType<F>) {
  return (typed: F): Checked<F> => {
    const parsed = schema.safeParse(typed);
    return parsed.success ? { values: parsed.data } : { errors: fieldErrors(parsed.error.issues) };
  };
}

export const checkLogin = checkWith(loginBody.pick({ email: true, password: true }));
export const checkRegistration = checkWith(registerForm);
export const checkNewPassword = checkWith(resetPasswordForm);
export const checkPasswordUpdate = checkWith(updatePasswordForm);
export const checkEmail = checkWith(emailBody);
export const checkResetByCode = checkWith(resetPasswordOtpForm);
export const checkVerification = checkWith(verifyEmailBody);
export const checkPasswordProof = checkWith(passwordProofBody.pick({ password: true }));
export const checkEmailCode = checkWith(emailCodeProofBody.pick({ code: true }));
export const checkTotpCode = checkWith(totpFactorBody.pick({ code: true }));
export const checkRecoveryCode = checkWith(recoveryFactorBody.pick({ code: true }));
export const checkPasskeyName = checkWith(z.object({ name: passkeyNameField }));
