import { Worker } from 'node:worker_threads';
import { AppError, errorCodes, type PasswordVerdict } from '@picksync/contracts';
import { createBoundedLimit } from '../bounded-limit.ts';
import type { StrengthQuestion, StrengthReply } from './password-strength.worker.ts';

export type PasswordStrength = ReturnType<typeof createPasswordStrength>;

/** Below three billion guesses a password is too easy. A random one of ten letters takes ten billion. */
const minGuessesLog10 = 9.5;
const goodGuessesLog10 = 11;
const strongGuessesLog10 = 14;
/** How many estimates may run and wait before one for somebody who still types. */
const maxLoadToJudge = 4;
const workerMemoryMb = 128;

const maxRelated = 10;
const maxRelatedLength = 32;

/**
 * Returns what an attacker would try first: the product's names, the address and its parts. Each word makes an
 * estimate slower, so at most `maxRelated` words of `maxRelatedLength` letters are returned.
 */
export function listRelatedWords(email: string): string[] {
  const parts = [email, ...email.split('@'), ...email.split(/[@.+_-]/)];
  const words = parts.filter((part) => part.length >= 3).map((part) => part.slice(0, maxRelatedLength));
  return [...new Set(['picksync', 'smartsheet', ...words])].slice(0, maxRelated);
}

type ChosenPassword = { password: string; email: string; isRecognized?: boolean };

type StrengthOptions = { waiting?: number; estimateTimeoutMs?: number; waitTimeoutMs?: number };

type Thread = { worker: Worker; isReady: boolean };

/** The thread loads its dictionaries first, which takes seconds on a busy machine. */
const startTimeoutMs = 30_000;

/**
 * Creates the estimator of how hard a password is to guess. It runs in a thread of its own: a long password takes a
 * fifth of a second, which would block the event loop. The thread starts with the first estimate. One estimate runs at
 * a time; one that waits too long, takes too long, or finds the queue full throws `unavailable`.
 */
export function createPasswordStrength({
  waiting = 32,
  estimateTimeoutMs = 5000,
  waitTimeoutMs = 10_000,
}: StrengthOptions = {}) {
  const limit = createBoundedLimit({ atOnce: 1, waiting });
  let thread: Thread | null = null;

  function startThread(): Thread {
    const url = new URL('./password-strength.worker.ts', import.meta.url);
    const worker = new Worker(url, { resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb } });
    const started = { worker, isReady: false };
    // The thread neither keeps the process alive nor ends it when it fails.
    worker.unref();
    worker.on('error', () => stopThread(started));
    return started;
  }

  async function stopThread(stopped: Thread | null): Promise<void> {
    if (thread === stopped) thread = null;
    await stopped?.worker.terminate();
  }

  async function estimate(question: StrengthQuestion): Promise<number> {
    const estimator = thread ?? startThread();
    thread = estimator;
    const { worker } = estimator;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const fail = () => reject(new AppError('unavailable'));
    const giveUp = () => {
      void stopThread(estimator);
      fail();
    };
    let timer = setTimeout(giveUp, estimator.isReady ? estimateTimeoutMs : startTimeoutMs);
    const onMessage = (reply: StrengthReply) => {
      if ('guessesLog10' in reply) return resolve(reply.guessesLog10);
      estimator.isReady = true;
      clearTimeout(timer);
      timer = setTimeout(giveUp, estimateTimeoutMs);
    };
    worker.on('message', onMessage).once('exit', fail);
    worker.postMessage(question);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', fail);
    }
  }

  return {
    /**
     * Throws `weak_password` when a password follows the rules and is easy to guess all the same. Somebody who is
     * recognized goes first, as with the hashes.
     */
    async assertNotGuessable({ password, email, isRecognized = false }: ChosenPassword): Promise<void> {
      const related = listRelatedWords(email);
      // Nobody is refused because a thread that has just been started still loads its dictionaries.
      const latest = performance.now() + waitTimeoutMs + (thread?.isReady ? 0 : startTimeoutMs);
      const estimateInTime = async () => {
        if (performance.now() > latest) throw new AppError('unavailable');
        return estimate({ password, related });
      };
      const guessesLog10 = await limit(estimateInTime, { goesFirst: isRecognized });
      if (guessesLog10 >= minGuessesLog10) return;
      throw new AppError('weak_password', { errors: { password: errorCodes.weak_password.message } });
    },
    /**
     * Returns how hard a password is to guess while it is still being typed; null while others wait, because setting a
     * password goes first.
     */
    async judge({ password, email }: { password: string; email: string }): Promise<PasswordVerdict | null> {
      if (limit.load() > maxLoadToJudge) return null;
      const guessesLog10 = await limit(() => estimate({ password, related: listRelatedWords(email) }));
      if (guessesLog10 < minGuessesLog10) return 'easy';
      if (guessesLog10 < goodGuessesLog10) return 'fair';
      return guessesLog10 < strongGuessesLog10 ? 'good' : 'strong';
    },
    /** Ends the thread. */
    close: (): Promise<void> => stopThread(thread),
  };
}
