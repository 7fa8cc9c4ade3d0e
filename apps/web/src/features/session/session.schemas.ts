import {
  emailBody,
  emailCodeStepUpBody,
  loginBody,
  passkeyNameField,
  passwordStepUpBody,
  recoveryFactorBody,
  registerForm,
  resetPasswordForm,
  resetPasswordOtpForm,
  totpFactorBody,
  updatePasswordForm,
  verifyEmailBody,
} from '@picksync/contracts';
import * as z from 'zod';
import { checkWith } from '../../api/check-with.ts';

export const checkLogin = checkWith(loginBody.pick({ email: true, password: true }));
export const checkRegistration = checkWith(registerForm);
export const checkNewPassword = checkWith(resetPasswordForm);
export const checkPasswordUpdate = checkWith(updatePasswordForm);
export const checkEmail = checkWith(emailBody);
export const checkResetByCode = checkWith(resetPasswordOtpForm);
export const checkVerification = checkWith(verifyEmailBody);
export const checkStepUpPassword = checkWith(passwordStepUpBody.pick({ password: true }));
export const checkEmailCode = checkWith(emailCodeStepUpBody.pick({ code: true }));
export const checkTotpCode = checkWith(totpFactorBody.pick({ code: true }));
export const checkRecoveryCode = checkWith(recoveryFactorBody.pick({ code: true }));
export const checkPasskeyName = checkWith(z.object({ name: passkeyNameField }));
