import type { SecondFactor } from '@picksync/contracts';
import { SignInTitle } from '../sign-in-frame.tsx';
import { SecondFactorStep } from './second-factor-step.tsx';
import type { CodeFactor } from './use-factor-form.ts';

type SecondFactorPanelProps = {
  /** Empty after a sign-in with a provider. */
  email: string;
  factors: SecondFactor[];
  onGiven: () => Promise<void>;
  onStartOver: (reason?: string) => void;
};

function getHeading(method: CodeFactor, email: string) {
  if (method === 'recovery_code') return <SignInTitle title="Recovery code" />;
  return (
    <SignInTitle title="Two-factor code">
      From your authenticator app{email && ', for '}
      {email && <span className="font-medium break-words text-ink">{email}</span>}
    </SignInTitle>
  );
}

/** The second step of a login, in place of the first. */
export function SecondFactorPanel({ email, ...step }: SecondFactorPanelProps) {
  return <SecondFactorStep {...step} getHeading={(method) => getHeading(method, email)} />;
}
