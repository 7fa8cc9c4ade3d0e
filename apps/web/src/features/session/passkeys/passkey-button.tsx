import { Button, type ButtonLook } from '@picksync/ui/button.tsx';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { signWithPasskey } from '../../../api/passkeys.ts';
import { hasPasskeys, passkeyFailure } from './passkey-failure.ts';

type Credential = Awaited<ReturnType<typeof signWithPasskey>>;

type PasskeyButtonProps = ButtonLook & {
  label: string;
  /** The button is pending until this ends. */
  onSigned: (credential: Credential) => Promise<void>;
};

/** Asks the browser for a passkey; draws nothing where it does not support them. */
export function PasskeyButton({ label, onSigned, ...look }: PasskeyButtonProps) {
  const use = useMutation({ mutationFn: async () => onSigned(await signWithPasskey()) });
  if (!hasPasskeys()) return null;
  return (
    <div className="grid gap-1">
      <Button {...look} pending={use.isPending} onClick={() => use.mutate()}>
        {!use.isPending && <KeyRound aria-hidden="true" />}
        {label}
      </Button>
      {use.isError && (
        <p role="alert" className="text-sm text-bad">
          {passkeyFailure(use.error)}
        </p>
      )}
    </div>
  );
}
