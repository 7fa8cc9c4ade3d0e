import { type OutgoingWebhook, outgoingWebhookEndpoints } from '@picksync/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getMessage } from '../../../api/form-errors.ts';
import { deliveriesQuery, webhooksQuery } from '../../../api/programs.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
import { showToast } from '../../../stores/toast.ts';

const { edit, remove, rotateSecret, test } = outgoingWebhookEndpoints;

type WebhookActions = { webhook: OutgoingWebhook; onSecret: (secret: string) => void };

/** Returns the actions on an outgoing webhook: they ask for confirmation where needed, and show the result. */
export function useWebhookActions({ webhook: { id, url }, onSecret }: WebhookActions) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState(false);
  const params = { id };
  const acting = useMutation({
    mutationFn: (act: () => Promise<{ message: string }>) => act(),
    onMutate: () => setPending(true),
    onSuccess: ({ message }) => showToast({ title: message }),
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'Not done', description: getMessage(problem, 'Please try again.') }),
    onSettled: async () => {
      await queryClient.invalidateQueries(webhooksQuery);
      await queryClient.invalidateQueries(deliveriesQuery(id));
      setPending(false);
    },
  });
  return {
    pending,
    test: () => acting.mutate(() => call(test, { params }, { quiet: true })),
    setActive: (isActive: boolean) =>
      acting.mutate(() => call(edit, { params, body: { isActive } }, { quiet: true })),
    newSecret: async () => {
      const agreed = await askToConfirm({
        title: 'Make a new secret?',
        description: 'The old one signs as well for 24 hours, so that your receiver can change over.',
        confirmLabel: 'Make a new secret',
      });
      if (!agreed) return;
      acting.mutate(async () => {
        const reply = await call(rotateSecret, { params }, { quiet: true });
        onSecret(reply.secret);
        return reply;
      });
    },
    remove: async () => {
      const agreed = await askToConfirm({
        title: 'Delete this webhook?',
        description: `Nothing more is sent to ${url}, and its deliveries are deleted. This cannot be undone.`,
        confirmLabel: 'Delete',
        destructive: true,
      });
      if (agreed) acting.mutate(() => call(remove, { params }, { quiet: true }));
    },
  };
}
