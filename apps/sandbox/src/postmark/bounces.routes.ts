import type { FastifyInstance } from 'fastify';
import { reactivate } from './inbox.ts';
import { pageQuery } from './messages.routes.ts';
import { postmarkError } from './postmark.errors.ts';
import type { PostmarkDeps } from './postmark-deps.ts';

type One = { Params: { id: string } };

/** Serves the mails that came back. */
export function bounceRoutes(app: FastifyInstance, deps: PostmarkDeps): void {
  const bounces = () => deps.inbox().bounces ?? [];
  const find = (id: string) => bounces().find(({ ID }) => String(ID) === id);
  const unknown = postmarkError(407, 'There is no bounce of this id.');

  app.get<{ Querystring: Record<string, string> }>('/bounces', async ({ query }, reply) => {
    const page = pageQuery.safeParse(query);
    if (!page.success)
      return reply.code(422).send(postmarkError(300, "The parameters 'count' and 'offset' are required."));
    const { type, emailFilter, messageID } = query;
    const found = bounces()
      .filter(
        ({ Type, Email, MessageID }) =>
          (!type || Type === type) &&
          (!emailFilter || Email.includes(emailFilter)) &&
          (!messageID || MessageID === messageID),
      )
      .toReversed();
    const { count, offset } = page.data;
    return { TotalCount: found.length, Bounces: found.slice(offset, offset + count) };
  });

  app.get<One>('/bounces/:id', async ({ params }, reply) => find(params.id) ?? reply.code(422).send(unknown));

  app.put<One>('/bounces/:id/activate', async ({ params }, reply) => {
    const bounce = find(params.id);
    if (!bounce) return reply.code(422).send(unknown);
    if (bounce.CanActivate) {
      reactivate(deps.inbox(), [bounce.Email]);
      bounce.Inactive = false;
      deps.changed();
    }
    return { Message: 'OK', Bounce: bounce };
  });

  app.get('/deliverystats', async () => {
    const types = Map.groupBy(bounces(), ({ Type }) => Type);
    return {
      InactiveMails: deps.inbox().inactive.length,
      Bounces: [
        { Name: 'All', Count: bounces().length },
        ...[...types].map(([Type, of]) => ({ Type, Name: of[0]?.Name, Count: of.length })),
      ],
    };
  });
}
