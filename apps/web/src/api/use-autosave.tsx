import { SaveNote, type Saving } from '@picksync/ui/save-note.tsx';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatTime } from '../ui/dates.ts';
import { getMessage } from './form-errors.ts';

type AutosaveOptions<C, R> = {
  /** Changes with the same name are sent one after another. */
  scope: string;
  send: (change: C) => Promise<R>;
  onSaved: (reply: R) => unknown;
};

type Autosave<C> = {
  save: (change: C) => void;
  /** What is being saved, or waits for the line. */
  unsaved: C | undefined;
  isPending: boolean;
  isFailed: boolean;
  /** What became of the last change, for its row. */
  note: ReactNode;
};

/**
 * Saves a change by itself and says so beside it. Offline it waits, and is sent when the line is back; a change that failed can
 * be sent again.
 */
export function useAutosave<C, R>({ scope, send, onSaved }: AutosaveOptions<C, R>): Autosave<C> {
  const [savedAt, setSavedAt] = useState<string>();
  const saving = useMutation({
    mutationFn: send,
    scope: { id: scope },
    networkMode: 'online',
    onSuccess: async (reply) => {
      setSavedAt(new Date().toISOString());
      await onSaved(reply);
    },
  });
  const { isPending, isPaused, error, variables } = saving;
  const state: Saving | undefined = isPaused
    ? { state: 'waiting' }
    : isPending
      ? { state: 'saving' }
      : error
        ? {
            state: 'failed',
            reason: getMessage(error, 'Please try again.'),
            onRetry: () => variables !== undefined && saving.mutate(variables),
          }
        : savedAt === undefined
          ? undefined
          : { state: 'saved', time: formatTime(savedAt) };
  return {
    save: (change) => saving.mutate(change),
    unsaved: isPending ? variables : undefined,
    isPending,
    isFailed: state?.state === 'failed',
    note: state && <SaveNote saving={state} />,
  };
}
