import '../../../api/zod-without-eval.ts';
import { adminInboxEndpoints, contactReplyBody } from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { controlClass } from '@picksync/ui/input.tsx';
import type { ReactNode } from 'react';
import { useRefreshAdmin } from '../../../api/admin.queries.ts';
import { call } from '../../../api/call.ts';
import { checkWith } from '../../../api/check-with.ts';
import { useDialogForm } from '../../../api/use-dialog-form.ts';
import { showToast } from '../../../stores/toast.ts';

const check = checkWith(contactReplyBody);

export function ReplyForm({ id, children }: { id: string; children: ReactNode }) {
  const refresh = useRefreshAdmin();
  const { form, getError, shell } = useDialogForm({
    defaultValues: { message: '' },
    check,
    send: async (body) => {
      const { message } = await call(adminInboxEndpoints.reply, { params: { id }, body }, { quiet: true });
      form.reset({ message: '' });
      await refresh();
      showToast({ title: message });
    },
    failure: { title: 'Not sent', text: 'The reply could not be sent. Please try again.' },
  });
  return (
    <form
      noValidate
      aria-label="Reply"
      onSubmit={(event) => {
        event.preventDefault();
        if (!shell.pending) shell.onSubmit();
      }}
      className="grid gap-3 border-t border-line pt-5"
    >
      <Field
        label="Reply by mail"
        error={getError('message')}
        hint="It goes to their address, with their message below."
      >
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            {...form.register('message')}
            rows={6}
            maxLength={5000}
            className={`${controlClass} min-h-32 px-3 py-2 text-lg md:text-md`}
          />
        )}
      </Field>
      {shell.error && (
        <Alert tone="bad" title={shell.error.title}>
          {shell.error.text}
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {children}
        <Button type="submit" variant="primary" pending={shell.pending} pendingLabel="Sending...">
          Send reply
        </Button>
      </div>
    </form>
  );
}
