import { type SignInProvider, signInEndpoints, signInProviderNames, toPath } from '@picksync/contracts';
import { buttonClass } from '@picksync/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from '@tanstack/react-router';
import { authStatusQuery } from '../../../api/session.queries.ts';
import { timeZoneHere } from '../../../ui/date-reader.ts';
import { safeRedirect } from '../redirect.ts';
import { ProviderMark } from './provider-mark.tsx';

/** The buttons of the providers that this installation offers. */
export function ProviderButtons() {
  const { data: status } = useQuery(authStatusQuery);
  const { redirect } = useSearch({ strict: false }) as { redirect?: unknown };
  const { pathname, href } = useLocation();
  const { signInProviders = [] } = status ?? {};
  if (signInProviders.length === 0) return null;
  // When the login is shown in place of another page, that page is the one to open.
  const address = pathname === '/login' ? safeRedirect(redirect) : href;
  const query = { redirect: address, timeZone: timeZoneHere() };
  const parseStart = (provider: SignInProvider) => toPath(signInEndpoints[provider], { query });
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-xs text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {signInProviders.map((provider) => (
          <a
            key={provider}
            href={parseStart(provider)}
            aria-label={`Log in with ${signInProviderNames[provider]}`}
            className={buttonClass({ size: 'lg' })}
          >
            <ProviderMark provider={provider} />
            {signInProviderNames[provider]}
          </a>
        ))}
      </div>
    </div>
  );
}
