import * as z from 'zod';

/** The process that works on a queue. */
export type QueueOwner = 'api' | 'sync-worker';

export type QueueDefinition = {
  owner: QueueOwner;
  /** Ids; the truth is read when the job runs. Fields are only ever added: old and new versions run side by side. */
  payload: z.ZodType<object>;
  options: QueueOptions;
  /**
   * Returns what a waiting job is about, for queues that keep one job per key; without it there is one for the whole
   * queue.
   */
  key?: (payload: never) => string;
  /** When a job is enqueued by schedule, in UTC. */
  cron?: string;
};

type QueueOptions = {
  /**
   * `standard`: every job runs. `short`: at most one job of a key waits, any number run. With the other policies of
   * pg-boss, a busy key holds up the jobs of other keys. A queue keeps the policy it was created with.
   */
  policy: 'standard' | 'short';
  retryLimit: number;
  /** First pause before a retry; it doubles from there. */
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
  /** A job that runs longer is taken from its handler. */
  expireInSeconds: number;
  /** A handler without a heartbeat for this long counts as dead, and the job goes to another. At least 10. */
  heartbeatSeconds: number;
  /** How long a job waits for a worker before it is dropped. */
  retentionSeconds: number;
  /** How long a finished job is kept for administrators to see. */
  deleteAfterSeconds: number;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const defaults = {
  policy: 'standard',
  retryLimit: 5,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 5 * minute,
  expireInSeconds: 15 * minute,
  heartbeatSeconds: 10,
  retentionSeconds: 14 * day,
  deleteAfterSeconds: day,
} as const satisfies QueueOptions;

/** For a job that another one follows soon by schedule: more of them waiting would only pile up. */
const repeated = { ...defaults, policy: 'short', retryLimit: 0, retentionSeconds: hour } as const;

/** For a job that nothing else requests: its retries outlast a day of outages of the provider. */
const patient = { ...defaults, policy: 'short', retryLimit: 20, retryDelayMaxSeconds: hour } as const;

const nothing = z.object({});

/** Which job goes first: what a person clicked, then what Smartsheet reported, then what a sweep found. */
export const jobPriorities = { sweep: 0, event: 1, person: 2 } as const;

export type JobPriority = keyof typeof jobPriorities;

/** The queue of jobs that failed for good. People look at them. */
export const deadLetters = 'dead-letters';

/** Every queue there is. */
export const catalog = {
  /**
   * Claims the connections that are due, finds out which of their sheets moved, and marks those. Runs every minute; each
   * connection is due every `sweepWindowMinutes`.
   */
  sweep: {
    owner: 'sync-worker',
    payload: nothing,
    options: { ...repeated, expireInSeconds: 10 * minute },
    cron: '* * * * *',
  },
  /** Syncs one connection. Sent by `markConnectionDirty` alone, which keeps it to one job per connection. */
  'sync-connection': {
    owner: 'sync-worker',
    payload: z.object({ connectionId: z.uuid() }),
    options: { ...defaults, expireInSeconds: 30 * minute },
  },
  /** Creates, re-enables and deletes the webhooks of one connection. */
  'mend-webhooks': {
    owner: 'sync-worker',
    payload: z.object({ connectionId: z.uuid() }),
    options: patient,
    key: ({ connectionId }: { connectionId: string }) => connectionId,
  },
  /** Deletes the webhooks and revokes the token of a Smartsheet account that a user has left. */
  'end-retired-account': {
    owner: 'sync-worker',
    payload: z.object({ retiredAccountId: z.uuid() }),
    options: patient,
    key: ({ retiredAccountId }: { retiredAccountId: string }) => retiredAccountId,
  },
  /** Sends what is due to one outgoing webhook, one after another. */
  'send-webhooks': {
    owner: 'sync-worker',
    payload: z.object({ webhookId: z.uuid() }),
    // Whatever is due is found by `sweep-webhooks` as well, every minute.
    options: { ...repeated, retryLimit: 2, expireInSeconds: 5 * minute },
    key: ({ webhookId }: { webhookId: string }) => webhookId,
  },
  /** Finds the outgoing webhooks for which something is due: a retry, or what a worker that died has left. */
  'sweep-webhooks': {
    owner: 'sync-worker',
    payload: nothing,
    options: { ...repeated, expireInSeconds: minute },
    cron: '* * * * *',
  },
  /** Looks into the automations of connections that are due, once a day each: rights, columns, size. */
  'check-health': {
    owner: 'sync-worker',
    payload: nothing,
    // What a job does not get to is left to the next one.
    options: repeated,
    cron: '*/10 * * * *',
  },
  /** Reads a payment from the payment provider and applies its state. */
  'refresh-subscription': {
    owner: 'api',
    payload: z.object({ provider: z.enum(['paypal', 'razorpay']), reference: z.string().min(1).max(128) }),
    // What was paid must not be forgotten.
    options: patient,
    key: ({ provider, reference }: { provider: string; reference: string }) => `${provider}:${reference}`,
  },
  /** Finds the payment of an event that names none of ours. */
  'assign-event': {
    owner: 'api',
    payload: z.object({ eventId: z.uuid() }),
    // An event about money must not be forgotten.
    options: { ...patient, policy: 'standard' },
  },
  /** Reads a dispute from the payment provider, and reports changes to the owner. */
  'refresh-dispute': {
    owner: 'api',
    payload: z.object({ provider: z.enum(['paypal', 'razorpay']), disputeId: z.string().min(1).max(128) }),
    // A dispute has to be answered in time.
    options: patient,
    key: ({ provider, disputeId }: { provider: string; disputeId: string }) => `${provider}:${disputeId}`,
  },
  /** Aligns what a provider charges with a plan that was cancelled, resumed or is over, or whose account was deleted. */
  'align-charges': {
    owner: 'api',
    payload: z.object({ provider: z.enum(['paypal', 'razorpay']), reference: z.string().min(1).max(128) }),
    // The retries outlast an outage of the provider: what somebody has cancelled must not be charged.
    options: { ...defaults, retryLimit: 40, retryDelayMaxSeconds: 6 * hour },
  },
  /** Pauses what a plan no longer covers: of one user whose run has found it, or of everybody. */
  'pause-surplus': {
    owner: 'api',
    payload: z.object({ userId: z.uuid().optional() }),
    options: { ...repeated, retryLimit: 2 },
    key: ({ userId }: { userId?: string | undefined }) => userId ?? 'everybody',
    cron: '*/5 * * * *',
  },
  /** Ends trials and periods, closes expired checkouts, reconciles payments and looks for disputes. */
  'settle-plans': {
    owner: 'api',
    payload: nothing,
    options: { ...repeated, retryLimit: 2, expireInSeconds: hour },
    cron: '7 * * * *',
  },
  /** Looks into the place of a rule, and does what follows for its sheets. The sweep requests it, and people do. */
  'look-into-rule': {
    owner: 'api',
    payload: z.object({ ruleId: z.uuid() }),
    // The next sweep requests what this one could not do.
    options: { ...repeated, retryLimit: 2, expireInSeconds: 15 * minute },
    key: ({ ruleId }: { ruleId: string }) => ruleId,
  },
  /** Writes the copy of a user's data that was asked for. */
  'export-data': {
    owner: 'api',
    payload: z.object({ exportId: z.uuid() }),
    options: { ...defaults, retentionSeconds: day },
  },
  /** Writes a mail and hands it to the provider. Who gets it and what it says is read from the rows named here. */
  'send-mail': {
    owner: 'api',
    payload: z.object({
      mail: z.string().min(1),
      /** What it is about: of several jobs with one key, the first one sends. */
      key: z.string().max(200).optional(),
      userId: z.uuid().optional(),
      codeId: z.uuid().optional(),
      emailChangeId: z.uuid().optional(),
      deletionNoticeId: z.uuid().optional(),
      connectionId: z.uuid().optional(),
      automationId: z.uuid().optional(),
      subscriptionId: z.uuid().optional(),
      transactionId: z.uuid().optional(),
      batchId: z.uuid().optional(),
      auditEventId: z.uuid().optional(),
      recognizedDeviceId: z.uuid().optional(),
      contactMessageId: z.uuid().optional(),
      contactReplyId: z.uuid().optional(),
      disputeId: z.uuid().optional(),
    }),
    // The retries outlast an outage of the provider. After a day a mail is no longer news; the tries end before that,
    // so that none is dropped unseen.
    options: { ...defaults, retryLimit: 30, retryDelayMaxSeconds: hour, retentionSeconds: day },
  },
  /** Posts a notice to a channel of a user. */
  'send-notice': {
    owner: 'api',
    payload: z.object({ noticeId: z.uuid() }),
    // Whatever is due is found by `find-notices` as well, every minute.
    options: { ...repeated, retryLimit: 2, expireInSeconds: 5 * minute },
    key: ({ noticeId }: { noticeId: string }) => noticeId,
  },
  /** Finds what users are notified of, by mail and in channels: automations that fail, wait for a review or were paused, and trials that end. */
  'find-notices': {
    owner: 'api',
    payload: nothing,
    options: { ...repeated, expireInSeconds: 5 * minute },
    cron: '* * * * *',
  },
  /** Seals again what is sealed with an old key, so that the key can be removed. */
  'reseal-secrets': {
    owner: 'sync-worker',
    payload: nothing,
    options: { ...repeated, expireInSeconds: hour },
    cron: '*/10 * * * *',
  },
  /** Measures for the status page how each part of the product does, and writes there when one is disturbed. */
  'measure-status': {
    owner: 'sync-worker',
    payload: nothing,
    // A minute that nobody measured is over: it is not measured later.
    options: { ...repeated, retentionSeconds: minute, expireInSeconds: minute },
    cron: '* * * * *',
  },
  /** Deletes what has expired: codes, sessions, old activity, old runs. */
  tidy: {
    owner: 'sync-worker',
    payload: nothing,
    options: { ...defaults, policy: 'short', expireInSeconds: hour },
    cron: '17 3 * * *',
  },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof catalog;

export type Payload<N extends QueueName> = z.output<(typeof catalog)[N]['payload']>;

/** The queues a process owns. */
export type QueuesOf<O extends QueueOwner> = {
  [N in QueueName]: (typeof catalog)[N]['owner'] extends O ? N : never;
}[QueueName];

export const queueNames = Object.keys(catalog) as QueueName[];

/** Returns whether the catalogue has a queue of this name. */
export function isQueueName(name: string): name is QueueName {
  return Object.hasOwn(catalog, name);
}

/** Returns the definition of a queue. */
export function getDefinition(name: QueueName): QueueDefinition {
  return catalog[name];
}

/** Returns whether jobs of a queue are made by schedule: the next one does what one that failed has left. */
export function isScheduled(name: QueueName): boolean {
  return getDefinition(name).cron !== undefined;
}

/** Their oldest job is late sooner: people wait for a sync, nobody waits for the tidying. */
const urgentQueues = new Set<string>(['sweep', 'sync-connection', 'send-webhooks'] satisfies QueueName[]);

/** Returns whether people wait for the jobs of a queue. */
export function isUrgentQueue(name: string): boolean {
  return urgentQueues.has(name);
}

/** How often every connection is swept. */
export const sweepWindowMinutes = 15;
