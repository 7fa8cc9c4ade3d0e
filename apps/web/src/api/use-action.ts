import { useMutation } from '@tanstack/react-query';
import { askToConfirm, type Question } from '../stores/confirm.ts';
import { showToast } from '../stores/toast.ts';
import { isStepUpMissing } from './api-error.ts';
import { getMessage } from './form-errors.ts';

type ActionOptions<I, R> = {
  send: (input: I) => Promise<R>;
  /** Asked first; nothing happens where the user does not agree. */
  ask?: (input: I) => Question;
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
      showToast({ tone: 'bad', title, description: getMessage(problem, text) });
    },
    onSettled: () => failed.refresh?.(),
  });
  const run = async (input: I) => {
    if (!ask || (await askToConfirm(ask(input)))) acting.mutate(input);
  };
  return { ...acting, run: (input: I) => void run(input) };
}

/** Shows the server's message. */
export function sayDone({ message }: { message: string }): void {
  showToast({ title: message });
}
