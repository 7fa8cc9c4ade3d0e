import { Button } from '@picksync/ui/button.tsx';
import { copyText } from '@picksync/ui/copy-text.ts';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { Field } from '@picksync/ui/field.tsx';
import { Input } from '@picksync/ui/input.tsx';
import { useAskBeforeUnload } from '@picksync/ui/use-ask-before-unload.ts';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { askToConfirm } from '../../stores/confirm.ts';

type SecretDialogProps = {
  title: string;
  description: string;
  label: string;
  secret: string;
  onClose: () => void;
};

/** Shows a secret the only time it can be seen. Closing it asks first, unless it was copied. */
export function SecretDialog({ title, description, label, secret, onClose }: SecretDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  useAskBeforeUnload(copied !== 'yes');
  const copy = async () => {
    field.current?.select();
    setCopied((await copyText(secret)) ? 'yes' : 'failed');
  };
  const leave = async () => {
    const isSafe =
      copied === 'yes' ||
      (await askToConfirm({
        title: 'Have you stored it?',
        description: 'It has not been copied here, and it cannot be shown again.',
        confirmLabel: 'I have stored it',
        cancelLabel: 'Go back',
      }));
    if (isSafe) onClose();
  };
  return (
    <Dialog
      onClose={() => void leave()}
      title={title}
      description={description}
      width="md"
      onOpenFocus={() => field.current?.select()}
      footer={
        <>
          <Button variant="primary" className="order-2" onClick={() => void copy()}>
            {copied === 'yes' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            {copied === 'yes' ? 'Copied' : 'Copy'}
          </Button>
          <Button className="order-1" onClick={onClose}>
            I have stored it
          </Button>
        </>
      }
    >
      <Field
        label={label}
        hint={copied === 'yes' ? 'It is in your clipboard.' : 'Keep it where you keep passwords.'}
        error={copied === 'failed' ? 'It could not be copied. Select the text and copy it.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            readOnly
            value={secret}
            spellCheck={false}
            className="font-mono"
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
    </Dialog>
  );
}
