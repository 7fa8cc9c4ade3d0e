import { useMutation } from '@tanstack/react-query';
import { askToConfirm, type Question } from '../stores/confirm.ts';
import { showToast } from '../stores/toast.ts';
import { isStepUpMissing } from './api-error.ts';
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
    onError: (problem) => {
      if (isStepUpMissing(problem) || failed.onFailure?.(problem)) return;
      const { title = 'That did not work', text = 'Please try again.' } = failed.failure;
      sayFailed(title, problem, text);
    },
    onSettled: () => failed.refresh?.(),
  });
  const run = async (input: I) => {
    const question = ask?.(input);
    if (!question || (await askToConfirm(question))) acting.mutate(input);
  };
  return { ...acting, run: (input: I) => void run(input) };
}

/** Says that something was not done, and why; `fallback` stands where the reply does not say it. */
export function sayFailed(title: string, problem: unknown, fallback: string): void {
  showToast({ tone: 'bad', title, description: getMessage(problem, fallback) });
}

/** Shows the server's message. */
export function sayDone({ message }: { message: string }): void {
  showToast({ title: message });
}
