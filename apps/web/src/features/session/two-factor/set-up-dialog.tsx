import { twoFactorEndpoints } from '@picksync/contracts';
import { FormDialog } from '@picksync/ui/form-dialog.tsx';
import { encode } from 'uqr';
import { call } from '../../../api/call.ts';
import { DigitsField, useFactorForm } from '../second-factor/factor-field.tsx';

/** A QR code, dark on white in every theme: cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-[168px] shrink-0 rounded-md border border-line forced-color-adjust-none"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#111" d={squares.join('')} />
    </svg>
  );
}

type SetUpDialogProps = {
  /** The secret of the new app. */
  begun: { key: string; uri: string };
  onEnabled: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

/** Returns the key in groups of four characters, which are easier to type. */
function grouped(key: string): string {
  return key.replace(/(.{4})(?=.)/g, '$1 ');
}

/** Shows the secret for the app, and asks for the first code of it. */
export function SetUpDialog({ begun: { key, uri }, onEnabled, onClose }: SetUpDialogProps) {
  const form = useFactorForm({
    method: 'totp',
    send: async ({ code }) => {
      const { recoveryCodes } = await call(twoFactorEndpoints.enable, { body: { code } });
      onEnabled(recoveryCodes);
    },
  });
  const { pending, error, onSubmit } = form.shell;
  return (
    <FormDialog
      title="Set up two-factor sign-in"
      description="It is on as soon as you have typed a code of your app."
      width="md"
      pending={pending}
      error={error === undefined ? null : { title: 'Not switched on', text: error }}
      submitLabel="Turn on"
      pendingLabel="Turning on..."
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <h3 className="font-semi">1. Scan this with your authenticator app</h3>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <p className="min-w-0 flex-[1_1_12rem] text-sm text-ink-2">
          Cannot scan? Type this key:
          <code className="mt-1 block font-mono break-words text-ink select-all">{grouped(key)}</code>
        </p>
      </div>
      <h3 className="font-semi">2. Type the code that it shows</h3>
      <DigitsField form={form} focused={false} />
    </FormDialog>
  );
}
