import {
  type AddedDestination,
  type Automation,
  automationEndpoints,
  type Candidate,
} from '@picksync/contracts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { createSendOnce } from '../../../api/send-once.ts';
import { showToast } from '../../../stores/toast.ts';
import { useRefresh } from '../use-refresh.ts';
import { candidateKey } from './candidate-texts.ts';

/** The result for a chosen column. */
export type Outcome = { isAdded: boolean; message: string | null };

/** Returns the key of the column that was chosen, with its result. */
function toOutcome({ sheetId, targetColumnId, configuration, error }: AddedDestination): [string, Outcome] {
  const isSpent = error?.code === 'idempotency_key_spent';
  const message = isSpent ? 'It was added and deleted since. Add it again if you want it.' : error?.message;
  const outcome = { isAdded: configuration !== null, message: message ?? null };
  return [candidateKey({ sheetId, columnId: targetColumnId }), outcome];
}

/** Adds the chosen columns in one go. Those that were refused say why, and the window stays for them. */
export function useAddDestinations(automation: Automation, onDone: () => void) {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const toOpen = (id: string) => ({
    label: 'Open',
    elsewhere: 'It stands first in the list.',
    act: () => navigate({ to: '/automations/$id', params: { id } }),
  });
  const [sendOnce] = useState(createSendOnce);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const add = useMutation({
    mutationFn: (chosen: readonly Candidate[]) => {
      const destinations = chosen.map(({ sheetId, columnId }) => ({ sheetId, targetColumnId: columnId }));
      const body = { automationId: automation.id, destinations };
      // Each destination is looked up at Smartsheet.
      const options = { timeoutMs: 120_000 };
      return sendOnce(body, (idempotencyKey) =>
        call(automationEndpoints.addDestinations, { body }, { ...options, idempotencyKey }),
      );
    },
    onSuccess: async ({ message, results }) => {
      const isAll = results.every(({ configuration }) => configuration !== null);
      const [made, ...others] = results.flatMap(({ configuration }) => configuration ?? []);
      showToast({
        title: message,
        ...(!isAll && { tone: 'bad' as const }),
        ...(made && others.length === 0 && { action: toOpen(made.id) }),
      });
      setOutcomes((before) => new Map([...before, ...results.map(toOutcome)]));
      await refresh();
      if (isAll) onDone();
    },
    onError: () => refresh(),
  });
  return {
    add: add.mutate,
    isAdding: add.isPending,
    error: add.error ? getMessage(add.error, 'The destinations could not be added. Please try again.') : null,
    outcomes,
  };
}
