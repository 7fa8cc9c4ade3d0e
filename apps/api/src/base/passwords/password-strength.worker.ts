import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** `related` are words that an attacker would try first: the address, the product's name. */
export type StrengthQuestion = { password: string; related: string[] };
/**
 * The first message says that the thread is ready; each later one holds the guesses an attacker needs, as a power of
 * ten.
 */
export type StrengthReply = { isReady: true } | { guessesLog10: number };

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

parentPort?.postMessage({ isReady: true } satisfies StrengthReply);
parentPort?.on('message', ({ password, related }: StrengthQuestion) => {
  const { guessesLog10 } = estimator.check(password, related);
  parentPort?.postMessage({ guessesLog10 } satisfies StrengthReply);
});
