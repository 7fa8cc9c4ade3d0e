import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { parseMailbox } from './addresses.ts';
import { isInactive, reactivate } from './inbox.ts';
import { postmarkError } from './postmark.errors.ts';
import type { PostmarkDeps } from './postmark-deps.ts';

const suppressions = z.object({ Suppressions: z.array(z.object({ EmailAddress: z.string() })).max(50) });
type Route = { Params: { stream: string } };

/** Serves the list of addresses that Postmark has given up. */
export function suppressionRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  const path = '/message-streams/:stream/suppressions';

  app.get<Route>(`${path}/dump`, async () => {
    const { inactive, bounces = [] } = deps.inbox();
    return {
      Suppressions: inactive.map((EmailAddress) => {
        const bounce = bounces.findLast(({ Email, Inactive }) => Inactive && Email === EmailAddress);
        return {
          EmailAddress,
          SuppressionReason: bounce?.Type ?? 'ManualSuppression',
          Origin: bounce ? 'Recipient' : 'Customer',
          CreatedAt: bounce?.BouncedAt ?? deps.now().toISOString(),
        };
      }),
    };
  });

  /** Adds one of these calls, which answer for each address. `act` gets those that are addresses. */
  const change = (url: string, Status: string, act: (addresses: string[]) => void) =>
    app.post<Route>(url, async ({ body }, reply) => {
      const parsed = suppressions.safeParse(body);
      if (!parsed.success)
        return reply.code(422).send(postmarkError(300, 'Provide at most 50 Suppressions.'));
      const given = parsed.data.Suppressions.map(({ EmailAddress }) => EmailAddress);
      act(given.filter((address) => parseMailbox(address) !== null));
      deps.changed();
      return {
        Suppressions: given.map((EmailAddress) =>
          parseMailbox(EmailAddress) === null
            ? { EmailAddress, Status: 'Failed', Message: 'An invalid email address was provided.' }
            : { EmailAddress, Status, Message: null },
        ),
      };
    });

  change(path, 'Suppressed', (addresses) => {
    const inbox = deps.inbox();
    inbox.inactive.push(...addresses.filter((address) => !isInactive(inbox, address)));
  });
  change(`${path}/delete`, 'Deleted', (addresses) => reactivate(deps.inbox(), addresses));
}
