import { type SignInProvider, signInEndpoints, signInProviderNames } from '@picksync/contracts';
import { Badge } from '@picksync/ui/badge.tsx';
import { Button } from '@picksync/ui/button.tsx';
import { SettingRow } from '@picksync/ui/setting-row.tsx';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { signInProvidersQuery } from '../../../api/security.queries.ts';
import { sayDone, useAction } from '../../../api/use-action.ts';
import { formatDay } from '../../../ui/dates.ts';
import { ProviderMark } from './provider-mark.tsx';
import { ProviderOutcome } from './provider-outcome.tsx';

/** Links a provider, and unlinks one after asking. */
function useLinking() {
  const queryClient = useQueryClient();
  const link = useAction({
    send: (provider: SignInProvider) => call(signInEndpoints.link, { params: { provider } }),
    onDone: ({ authUrl }) => location.assign(authUrl),
    failure: { text: 'The provider could not be linked.' },
  });
  const unlink = useAction({
    send: (provider: SignInProvider) => call(signInEndpoints.unlink, { params: { provider } }),
    ask: (provider) => ({
      title: `Unlink ${signInProviderNames[provider]}?`,
      description: `You can no longer log in with ${signInProviderNames[provider]}. Your automations go on.`,
      confirmLabel: 'Unlink',
      destructive: true,
    }),
    onDone: sayDone,
    failure: { text: 'The provider could not be unlinked.' },
    refresh: () => queryClient.invalidateQueries({ queryKey: signInProvidersQuery.queryKey }),
  });
  return { link, unlink };
}

/** The providers that open the account, and how to link and unlink them. The last way in cannot be removed. */
export function ProvidersSection() {
  const { providers, hasPassword } = useSuspenseQuery(signInProvidersQuery).data;
  const { link, unlink } = useLinking();
  const ways = providers.filter(({ isLinked }) => isLinked).length + Number(hasPassword);
  if (providers.length === 0) {
    return <SettingRow title="None" detail="This server offers no sign-in providers." />;
  }
  return (
    <>
      <ProviderOutcome className="px-4 pt-3 md:px-5" />
      {providers.map(({ provider, isLinked, email, linkedAt }) => {
        const name = signInProviderNames[provider];
        const isLast = isLinked && ways === 1;
        return (
          <SettingRow
            key={provider}
            icon={<ProviderMark provider={provider} />}
            title={name}
            badge={isLinked && <Badge tone="good">Linked</Badge>}
            detail={
              isLast
                ? 'This is your only way in. Set a password first, under Password.'
                : isLinked
                  ? describeDetail({ email, linkedAt })
                  : 'Not linked'
            }
            action={
              isLinked ? (
                !isLast && (
                  <Button
                    aria-label={`Unlink ${name}`}
                    pending={unlink.isPending && unlink.variables === provider}
                    onClick={() => unlink.run(provider)}
                  >
                    Unlink
                  </Button>
                )
              ) : (
                <Button
                  aria-label={`Link ${name}`}
                  pending={link.isPending && link.variables === provider}
                  onClick={() => link.run(provider)}
                >
                  Link
                </Button>
              )
            }
          />
        );
      })}
    </>
  );
}

/** Returns the address and the day by which the user recognizes the link. */
function describeDetail({ email, linkedAt }: { email: string | null; linkedAt: string | null }): string {
  const since = linkedAt && `since ${formatDay(linkedAt)}`;
  return [email, since].filter(Boolean).join(', ') || 'You can log in with it.';
}
