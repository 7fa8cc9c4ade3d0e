import { AppError, errorCodes } from '@picksync/contracts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** 0 to 4; from 3 on a password withstands a hundred million guesses. */
const ENOUGH = 3;
/** Estimating takes longer the longer the password; a long one is judged by its beginning. */
const JUDGED_CHARACTERS = 64;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** Refuses a password that follows the rules and is easy to guess all the same. */
export function refuseGuessable({ password, email }: { password: string; email: string }): void {
  const aboutUser = ['picksync', 'smartsheet', email, ...email.split('@'), ...email.split(/[@.+_-]/)];
  const { score } = estimator.check(password.slice(0, JUDGED_CHARACTERS), aboutUser);
  if (score >= ENOUGH) return;
  throw new AppError('weak_password', { errors: { password: errorCodes.weak_password.message } });
}
