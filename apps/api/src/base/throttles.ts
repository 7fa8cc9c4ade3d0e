import { createThrottle, type ThrottleDeps } from './throttle.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Creates the limits on what one person may try. Those of signing in count per email address, whether or not it has an
 * account: for each network the callers come from, and for all of them together. So one stranger cannot use up the
 * owner's tries, and many of them cannot guess without end. The tries of a code are counted in its row.
 */
export function createThrottles({
  pool,
  keyedHash,
  mailsPerHour,
  keyCallsPerMinute,
  requestsPerMinute: { userWrites },
}: ThrottleDeps & {
  /** How many mails one network may cause in an hour, to whatever addresses. */
  mailsPerHour: number;
  /** How many calls an API key may make in a minute. */
  keyCallsPerMinute: number;
  /** What one user may change in a minute. */
  requestsPerMinute: { userWrites: number };
}) {
  const deps = { pool, keyedHash };
  const throttle = (name: string, max: number, windowMs: number) =>
    createThrottle({ name, max, windowMs }, deps);
  const writes = (name: string, max: number) =>
    createThrottle({ name, max, windowMs: minuteMs, refusesFromMemory: true }, deps);
  return {
    signInsFromOneNetwork: throttle('sign-ins-from-one-network', 10, 15 * minuteMs),
    signIns: throttle('sign-ins', 100, 15 * minuteMs),
    secondFactors: throttle('second-factors', 5, 15 * minuteMs),
    secondFactorsInADay: throttle('second-factors-in-a-day', 30, dayMs),
    secondFactorWarnings: throttle('second-factor-warnings', 1, 6 * hourMs),
    stepUps: throttle('stepUps', 10, 15 * minuteMs),
    newPasswords: throttle('new-passwords', 10, 15 * minuteMs),
    emailChanges: throttle('email-changes', 5, hourMs),
    exports: throttle('exports', 5, hourMs),
    // What is changed, by all calls together: one session takes half of it at most.
    accountWrites: writes('account-writes', userWrites),
    sessionWrites: writes('session-writes', Math.ceil(userWrites / 2)),
    keyCalls: throttle('api-key', keyCallsPerMinute, minuteMs),

    // Mails are limited per network as well, so that nobody uses us to write to many addresses.
    mailsForOneNetwork: throttle('mails-for-one-network', 5, hourMs),
    mailsFromOneNetwork: throttle('mails-from-one-network', mailsPerHour, hourMs),
    mails: throttle('mails', 15, hourMs),
    mailsInADay: throttle('mails-in-a-day', 30, dayMs),
    lastResets: throttle('last-resets', 1, hourMs),

    // Messages to support cost a person's time, and nobody has to be signed in to send one.
    messagesFromOneNetwork: throttle('contact-from-one-network', 5, hourMs),
    messagesOfOneUser: throttle('contact-of-one-user', 5, hourMs),
    messagesWithOneAddress: throttle('contact-with-one-address', 5, hourMs),

    // What one person reads from Smartsheet uses calls that their automations need.
    sheets: throttle('sheet-reads', 30, minuteMs),
    columns: throttle('column-reads', 30, minuteMs),
    /** Folders that a person opens on the way to one: a call to Smartsheet each, or a few. */
    places: throttle('place-reads', 60, minuteMs),
    previews: throttle('preview-reads', 30, minuteMs),
    /** Previews of up to twenty drafts each: of a file of automations, of which each takes a read of two sheets at most. */
    previewsOfMany: throttle('previews-of-many', 12, minuteMs),
    checks: throttle('health-checks', 30, minuteMs),
    /** What support does about the automations of one user: it makes calls as well. */
    supportActs: throttle('support-acts', 10, 10 * minuteMs),
    /** Searches through a few sheets each; a search through several hundred sheets takes this many. */
    searches: throttle('candidate-reads', 60, minuteMs),
    /** Searches for likely pairs; what one has found is kept, so most of them read a few sheets. */
    pairs: throttle('pair-searches', 20, 10 * minuteMs),
    /** Comparisons of a source with the dropdowns of one sheet: two calls to Smartsheet each. */
    matches: throttle('column-matches', 60, 10 * minuteMs),
    /** Searches of the activity read all of it; a person who types needs a few. */
    activitySearches: throttle('activity-searches', 120, minuteMs),
    additions: throttle('destinations', 20, minuteMs),
    /** Looks at Smartsheet while a page is open, however often it is loaded. */
    looks: throttle('looks', 1, 3_000),
    /** Syncs of one automation by hand: once in 30 seconds on average, and a few times in a row. */
    syncs: throttle('syncs-by-hand', 4, 2 * minuteMs),
    /** Changes of many automations with one call: a person chooses them first. */
    bulkActions: throttle('bulk-actions', 30, minuteMs),
    /** Syncs of many by hand: of a list, of another, of what is chosen. */
    bulkSyncs: throttle('bulk-syncs-by-hand', 12, 2 * minuteMs),
    /** Calls by hand to an address of the user's choice. */
    webhookCalls: throttle('webhook-calls-by-hand', 30, 10 * minuteMs),
    channelSaves: throttle('channel-saves', 20, 10 * minuteMs),

    // Per user, on any network: invalid codes, and acts that cost calls to a payment provider.
    wrongCoupons: throttle('wrong-coupons', 20, 15 * minuteMs),
    checkouts: throttle('checkouts', 20, hourMs),
    verifications: throttle('payment-verifications', 60, 15 * minuteMs),
    unknownReferences: throttle('unknown-payment-references', 10, 15 * minuteMs),
    resumes: throttle('plan-resumes', 10, hourMs),
  };
}

export type Throttles = ReturnType<typeof createThrottles>;
