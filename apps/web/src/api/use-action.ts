import { useMutation } from '@tanstack/react-query';
import { askToConfirm, type Question } from '../stores/confirm.ts';
import { type NewToast, showToast } from '../stores/toast.ts';
import { isStepUpMissing, mayPassLater } from './api-error.ts';
import { getMessage } from './form-errors.ts';

type ActionOptions<I, R> = {
  send: (input: I) => Promise<R>;
  /** Asked first, where there is something to ask; nothing happens where the user does not agree. */
  ask?: (input: I) => Question | undefined;
  onDone?: (reply: R) => unknown;
  /** The message when it failed; the server's own text takes the place of `text`. */
  failure: { title?: string; text?: string };
  /** Called first when it failed; true where it has dealt with that. */
  onFailure?: (problem: Error) => boolean;
  /** Loads again what may have changed, also after a failure. */
  refresh?: () => unknown;
};

/** Returns a mutation for a button or a switch outside a form; `run` asks before it where that is wanted. */
export function useAction<R, I = void>({ send, ask, onDone, ...failed }: ActionOptions<I, R>) {
  const acting = useMutation({
    mutationFn: send,
    onSuccess: (reply) => onDone?.(reply),
    onError: (problem, input) => {
      if (isStepUpMissing(problem) || failed.onFailure?.(problem)) return;
      const { title = 'That did not work', text = 'Please try again.' } = failed.failure;
      sayFailed({ title, problem, fallback: text, retry: (): void => acting.mutate(input) });
    },
    onSettled: () => failed.refresh?.(),
  });
  const run = async (input: I) => {
    const question = ask?.(input);
    if (!question || (await askToConfirm(question))) acting.mutate(input);
  };
  return { ...acting, run: (input: I) => void run(input) };
}

type Failed = {
  title: string;
  problem: unknown;
  /** Stands where the reply does not say why. */
  fallback: string;
  /** Sends the very same request again; offered where that may help. */
  retry?: (() => unknown) | undefined;
};

/** Says that something was not done, and why. */
export function sayFailed({ title, problem, fallback, retry }: Failed): void {
  showToast({
    tone: 'bad',
    title,
    description: getMessage(problem, fallback),
    ...(retry && mayPassLater(problem) && { action: tryAgain(retry) }),
  });
}

/** Returns the button of a message that sends a request again. */
export function tryAgain(retry: () => unknown): NonNullable<NewToast['action']> {
  return { label: 'Try again', elsewhere: 'It can be tried again from the page.', act: retry };
}

/** Shows the server's message. */
export function sayDone({ message }: { message: string }): void {
  showToast({ title: message });
}
