import * as z from 'zod';
import type { CallOptions } from './call-options.ts';
import type { Request } from './request.ts';
import { wireId, wireText } from './wire.ts';

const userSchema = z
  .object({
    id: wireId,
    email: z.string(),
    firstName: wireText,
    lastName: wireText,
    /** The organisation account, when Smartsheet names it. */
    account: z.object({ id: wireId, name: z.string() }).nullish(),
    licensedSheetCreator: z.boolean().nullish(),
  })
  .transform(({ account, licensedSheetCreator, ...user }) => ({
    ...user,
    account: account ?? null,
    /** Whether the user has a license; null when Smartsheet does not say. */
    licensed: licensedSheetCreator ?? null,
  }));

/** The account behind a token ("Get Current User"). */
export type SmartsheetUser = z.output<typeof userSchema>;

/** Creates the calls about the user of the token. */
export function usersCalls(request: Request) {
  return {
    /** The account behind the token. Needs no scope. ("Get Current User") */
    me: (options: CallOptions = {}) =>
      request({ operation: 'users.me', method: 'GET', path: '/users/me', reply: userSchema, options }),
  };
}
