import { Alert } from '@picksync/ui/alert.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { Dialog } from '@picksync/ui/dialog.tsx';
import { useState } from 'react';
import { LoginForm, type SecondFactorMissing } from './login-form.tsx';
import { SecondFactorStep } from './second-factor/second-factor-step.tsx';

type SessionOverDialogProps = {
  email: string;
  onLoggedIn: () => Promise<void>;
  /** Somebody else wants to log in. */
  onOtherAccount: () => void;
  onClose: () => void;
};

/** Asks for the password again, above a page that stays as it is. */
export function SessionOverDialog({ email, onLoggedIn, onOtherAccount, onClose }: SessionOverDialogProps) {
  const [notice, setNotice] = useState<string>();
  const [secondFactor, setSecondFactor] = useState<SecondFactorMissing | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      onOpenFocus={() => document.querySelector<HTMLElement>('[role="dialog"] [type="password"]')?.focus()}
      title="Your session has ended"
      description="Log in again to go on. What you have typed is kept."
    >
      {notice && <Alert tone="warn">{notice}</Alert>}
      {secondFactor ? (
        <SecondFactorStep
          factors={secondFactor.factors}
          onGiven={onLoggedIn}
          onStartOver={(reason) => {
            setNotice(reason);
            setSecondFactor(null);
          }}
        />
      ) : (
        <LoginForm
          email={email}
          onLoggedIn={onLoggedIn}
          onSecondFactor={setSecondFactor}
          onVerificationNeeded={({ message }) => setNotice(message)}
        />
      )}
      <div className="mt-2 -ml-2.5">
        <Button variant="quiet" size="sm" onClick={onOtherAccount}>
          Try Different Account
        </Button>
      </div>
    </Dialog>
  );
}
