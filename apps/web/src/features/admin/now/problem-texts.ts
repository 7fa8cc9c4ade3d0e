import { pluralize, type StatusPart, statusIncidentTitles } from '@picksync/contracts';
import type { Tone } from '@picksync/ui/badge.tsx';
import type { AdminNow } from '../../../api/admin.queries.ts';
import { formatRecent } from '../../../ui/dates.ts';
import { durationWords } from '../admin-texts.ts';

export type Problem = AdminNow['problems'][number];

export type ProblemText = {
  /** The state in a word or two. */
  word: string;
  title: string;
  /** What it means, and what helps. */
  help: string;
  /** The section where one looks or acts, and what its link says. */
  place?: { section: string; label: string };
};

const status = { section: 'status', label: 'Status' };
const queues = { section: 'queues', label: 'Open the queues' };

/** The parts of a process, by the names under which operators see them. */
const processParts: Record<string, string> = {
  database: 'the database',
  database_writable: 'writing to the database',
  queue: 'the queue',
  schema: 'the schema',
  listener: 'listening',
  locks: 'locks',
};

const partHelp: Partial<Record<StatusPart, string>> = {
  website: 'Measured by a worker. Look at /readyz of each API, and at the proxy in front of them.',
  api: 'Measured by a worker. Look at /readyz of each API, and at the proxy in front of them.',
  realtime: 'More than one change in twenty takes longer than a minute. Another sync-worker helps.',
  payments: 'Nothing to do here. Payments are looked at again by themselves.',
};

const list = new Intl.ListFormat('en-GB');

/** Returns since when, as a sentence of its own before another one. */
function sinceSentence({ since: at }: Problem, now: Date): string {
  return at ? `Since ${formatRecent(at, now)}. ` : '';
}

function forHowLong({ since: at }: Problem, now: Date): string {
  return at ? durationWords(Math.max(0, now.getTime() - Date.parse(at)) / 1000) : 'long';
}

type Texts = Record<Problem['kind'], (problem: Problem, now: Date) => ProblemText>;

const texts: Texts = {
  not_ready: ({ names }) => ({
    word: 'Fails',
    title: `This API cannot do all of its work: ${list.format(names.map((name) => processParts[name] ?? name))} ${names.length === 1 && names[0] !== 'locks' ? 'fails' : 'fail'}`,
    help: 'Its /readyz says the same, and its log why. A load balancer sends it no more requests.',
  }),
  no_worker: (problem, now) => ({
    word: 'Stopped',
    title: problem.since
      ? `No worker has answered since ${formatRecent(problem.since, now)}`
      : 'No worker answers',
    help: `No dropdown is updated${problem.count ? `, ${pluralize(problem.count, 'job waits', 'jobs wait')}` : ''}. Start a sync-worker: it takes up where the last one stopped.`,
    place: queues,
  }),
  no_sweep: (problem, now) => ({
    word: 'Stopped',
    title: `No sweep has ended for ${forHowLong(problem, now)}`,
    help: 'Workers are connected, and none finishes. Look at the log of one; to start it again loses nothing.',
    place: queues,
  }),
  part_disturbed: (problem, now) => {
    const part = problem.names[0] as StatusPart;
    return {
      word: problem.level === 'bad' ? 'No answer' : 'Slow',
      title: statusIncidentTitles[part]?.now ?? part,
      help: `${sinceSentence(problem, now)}${partHelp[part] ?? 'The status page says the same.'}`,
      place: status,
    };
  },
  checks_late: ({ count }) => ({
    word: 'Late',
    title: `${pluralize(count ?? 0, 'account was', 'accounts were')} not checked for 30 min`,
    help: 'Nothing is lost: their lists follow later. Start another sync-worker.',
    place: queues,
  }),
  queue_late: (problem, now) => ({
    word: 'Late',
    title: `The queue ${problem.names[0]} is late: its oldest job waits ${forHowLong(problem, now)}`,
    help: `${pluralize(problem.count ?? 0, 'job waits', 'jobs wait')}. Look at the log of those that work on it, or start another one.`,
    place: queues,
  }),
  mail_held: (problem, now) => ({
    word: 'Mail is held',
    title: `${pluralize(problem.count ?? 0, 'mail waits', 'mails wait')}, the oldest for ${forHowLong(problem, now)}`,
    help: 'The mail provider does not take them. Look there at the token and the signature of the sender; they are tried again by themselves.',
    place: queues,
  }),
  log_not_archived: (problem, now) => ({
    word: 'At risk',
    title: 'The WAL of the database is not archived',
    help: `${sinceSentence(problem, now)}A restore would lose what came after. Look at the archive_command and at the space where it writes.`,
  }),
  connections_lost: ({ count }) => ({
    word: 'Refused',
    title: `Smartsheet refused ${pluralize(count ?? 0, 'account')} within 30 min`,
    help: 'Their owners are told to reconnect. So many at once may mean that Smartsheet no longer accepts the app: look at its client id and secret.',
    place: { section: 'users', label: 'Open the users' },
  }),
  callbacks_failed: ({ count }) => ({
    word: 'Slow',
    title: `Smartsheet has switched off ${pluralize(count ?? 0, 'webhook')}: no answer of ours reached it`,
    help: 'Their lists follow every 15 minutes, and the webhooks are mended by themselves. Look whether the address for callbacks answers from outside.',
  }),
  receipts_missing: ({ count }) => ({
    word: 'Receipts',
    title: `${pluralize(count ?? 0, 'receipt is', 'receipts are')} missing between the numbers that were given out`,
    help: 'The numbers of a year have to be without gaps. The runbook payments-stuck says how to find them.',
  }),
  database_full: ({ count }) => ({
    word: 'Nearly full',
    title: `${count} % of the connections to the database are taken`,
    help: 'Allow more in max_connections, or lower DATABASE_POOL_SIZE.',
  }),
  smartsheet_away: (problem, now) => ({
    word: 'Slow',
    title: `Smartsheet does not answer for ${pluralize(problem.count ?? 0, 'account')}`,
    help: `${sinceSentence(problem, now)}Nothing to do here. They go on by themselves.`,
  }),
  not_measured: (problem, now) => ({
    word: 'No data',
    title: problem.since ? `No measurement for ${forHowLong(problem, now)}` : 'Nothing was measured yet',
    help: 'A worker measures every minute for the status page. Until it does, what it would find is not known.',
    place: status,
  }),
};

/** Returns what a problem means in words. */
export function toProblemText(problem: Problem, now: Date): ProblemText {
  return texts[problem.kind](problem, now);
}

const sources: Record<AdminNow['unread'][number], string> = {
  process: 'this process',
  workers: 'the workers',
  queues: 'the queues',
  status: 'the status page',
  accounts: 'the accounts at Smartsheet',
  database: 'the database',
  delays: 'the runs of the last hour',
  jobs: 'the jobs of the last hour',
  waiting: 'what waits for you',
  failing: 'the automations that fail',
};

export type Headline = ProblemText & { tone: Tone };

/** Returns whether everything runs, and what to do, in one line. What could not be read is never called well. */
export function toHeadline(now: AdminNow, at: Date): Headline {
  const [first] = now.problems;
  if (first?.level === 'bad') return { tone: 'bad', ...toProblemText(first, at) };
  if (now.isMaintenance)
    return {
      tone: 'warn',
      word: 'Update',
      title: 'An update is under way',
      help: 'Workers rest, and people can look but not change anything. What waits is done afterwards.',
      place: { section: 'maintenance', label: 'Maintenance' },
    };
  if (now.unread.length > 0)
    return {
      tone: 'warn',
      word: 'Not known',
      title: 'Not everything could be read',
      help: `Nothing is known of ${list.format(now.unread.map((source) => sources[source]))}. It is tried again by itself; the log of the API says why.`,
    };
  if (first) return { tone: 'warn', ...toProblemText(first, at) };
  return { tone: 'good', word: 'OK', title: 'Everything runs', help: describeWell(now, at) };
}

const partNames: Record<StatusPart, string> = {
  website: 'the website',
  checks: 'checks',
  realtime: 'real-time changes',
  api: 'the API',
  mail: 'mail',
  payments: 'payments',
};

/** Returns what was measured while all is well. */
function describeWell({ queues: waiting, workers, working, archivedAt }: AdminNow, at: Date): string {
  const oldest = waiting?.oldestSeconds ?? null;
  const facts = [
    oldest === null ? 'No job waits' : `Oldest job ${durationWords(oldest)}`,
    workers && pluralize(workers.alive, 'worker'),
    workers?.lastHeardAt && `sweep ${ago(workers.lastHeardAt, at)}`,
    archivedAt && `WAL archived ${ago(archivedAt, at)}`,
  ].filter(Boolean);
  const measured = list.format(working.map((part) => partNames[part]));
  return `${facts.join(', ')}.${measured && ` Measured as working: ${measured}.`}`;
}

function ago(iso: string, at: Date): string {
  return `${durationWords(Math.max(0, Math.round((at.getTime() - Date.parse(iso)) / 1000)))} ago`;
}
