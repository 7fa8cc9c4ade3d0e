import {
  type ProviderOutcome as OutcomeName,
  providerOutcomes,
  type SignInProvider,
  signInProviderNames,
  signInProviders,
} from '@picksync/contracts';
import { Alert } from '@picksync/ui/alert.tsx';
import { useSearch } from '@tanstack/react-router';

type Outcome = { tone: 'good' | 'warn' | 'bad'; text: string };

/** The messages for users who come back from a provider, by the outcome and the provider's name. */
const outcomes: Record<Exclude<OutcomeName, 'second_factor'>, (name: string) => Outcome> = {
  denied: (name) => ({ tone: 'warn', text: `You did not allow Picksync to see who you are at ${name}.` }),
  expired: (name) => ({
    tone: 'warn',
    text: `The sign-in with ${name} took too long or was already used. Please try again.`,
  }),
  unavailable: (name) => ({
    tone: 'bad',
    text: `${name} cannot be reached right now. Please try again in a moment.`,
  }),
  failed: (name) => ({
    tone: 'bad',
    text: `${name} gave an answer that we cannot accept. Please try again.`,
  }),
  no_address: (name) => ({
    tone: 'warn',
    text: `Your ${name} account has no email address. Please register with one.`,
  }),
  address_not_verified: (name) => ({
    tone: 'warn',
    text: `${name} does not confirm that the email address of this account is yours. Please log in or register with your email address and a password.`,
  }),
  account_exists: (name) => ({
    tone: 'warn',
    text: `This email address already has an account. Log in to it here within 10 minutes, and ${name} is linked to it.`,
  }),
  linked: (name) => ({ tone: 'good', text: `${name} is linked. You can log in with it from now on.` }),
  already_linked: (name) => ({
    tone: 'warn',
    text: `Another ${name} account is linked already. Unlink it first.`,
  }),
  taken: (name) => ({ tone: 'warn', text: `This ${name} account is linked to another Picksync account.` }),
};

/** Returns the message for the outcome in an address; null when there is none. */
function outcomeIn({ outcome, provider }: { outcome?: unknown; provider?: unknown }): Outcome | null {
  const known = providerOutcomes.find((each) => each === outcome);
  if (!known || known === 'second_factor') return null;
  const of: SignInProvider | undefined = signInProviders.find((each) => each === provider);
  return outcomes[known](of ? signInProviderNames[of] : 'The provider');
}

/** How a sign-in with a provider ended, for a user who comes back from one. */
export function ProviderOutcome({ className }: { className?: string }) {
  const said = outcomeIn(useSearch({ strict: false }));
  return (
    said && (
      <div className={className}>
        <Alert tone={said.tone}>{said.text}</Alert>
      </div>
    )
  );
}
