import { inDatabase } from '../database.ts';

/** All columns with times that the dashboard shows, and the condition for the user's rows. */
const times = [
  ['activity_logs', 'timestamp', 'user_id = (select id from users where email = $1)'],
  ['automations', 'created_at', 'user_id = (select id from users where email = $1)'],
  ['automations', 'last_updated', 'user_id = (select id from users where email = $1)'],
  ['automations', 'last_run_at', 'user_id = (select id from users where email = $1)'],
  [
    'automation_runs',
    'at',
    'automation_id in (select a.id from automations a join users u on u.id = a.user_id where u.email = $1)',
  ],
] as const;

/** Stretches all stored times over this many days; the order and the proportions stay. */
export function stretchOver(email: string, days: number): Promise<void> {
  return inDatabase(
    [
      `create temporary table span as
       select extract(epoch from now() - min(l.timestamp)) as seconds, now() as present
       from activity_logs l join users u on u.id = l.user_id where u.email = $1`,
      ...times.map(
        ([table, column, whose]) =>
          `update ${table} set ${column} = (select present from span)
             - ((select present from span) - ${column}) * (${days} * 86400 / (select seconds from span))
           where ${whose}`,
      ),
    ],
    [email],
  );
}

/** Moves all stored times back by this many minutes. */
export function letPass(email: string, minutes: number): Promise<void> {
  return inDatabase(
    times.map(
      ([table, column, whose]) =>
        `update ${table} set ${column} = ${column} - interval '${minutes} minutes' where ${whose}`,
    ),
    [email],
  );
}

/** Gives a user the Basic plan, and sets the last sweep to three minutes ago. */
export function settle(email: string): Promise<void> {
  return inDatabase(
    [
      `update users set subscription_status = 'active', subscription_tier = 'basic' where email = $1`,
      `update smartsheet_connections
       set last_swept_at = now() - interval '3 minutes', next_sweep_at = now() + interval '12 minutes'
       where user_id = (select id from users where email = $1)`,
    ],
    [email],
  );
}
