/** The parts of the product that are measured for the status page, in its order. */
export const statusParts = ['website', 'checks', 'realtime', 'api', 'mail', 'payments'] as const;

export type StatusPart = (typeof statusParts)[number];

/** What the status page says about each part: its name, what is promised of it, and how it is while that is not kept. */
export const statusPartTexts: Record<StatusPart, { name: string; promise: string; disturbed: string }> = {
  website: { name: 'Website and sign-in', promise: 'answered within 2 s', disturbed: 'No answer' },
  checks: { name: 'Checks every 15 minutes', promise: 'each account within 30 min', disturbed: 'Late' },
  realtime: { name: 'Real-time changes', promise: '95 of 100 within a minute', disturbed: 'Slow' },
  api: { name: 'API', promise: 'answered within 2 s', disturbed: 'No answer' },
  mail: { name: 'Mail', promise: 'taken by the mail provider within 5 min', disturbed: 'Late' },
  payments: { name: 'Payments', promise: 'PayPal and Razorpay answer us', disturbed: 'No answer' },
};

/**
 * What an incident is called that the measurement opens with a part: while it goes on, and once it is over. One that an
 * administrator has given the same title is called the same.
 */
export const statusIncidentTitles: Record<StatusPart, { now: string; over: string }> = {
  website: { now: 'The website does not answer', over: 'The website did not answer' },
  checks: { now: 'Checks run late', over: 'Checks ran late' },
  realtime: { now: 'Changes arrive late', over: 'Changes arrived late' },
  api: { now: 'The API does not answer', over: 'The API did not answer' },
  mail: { now: 'Mails are late', over: 'Mails were late' },
  payments: { now: 'Payments do not answer', over: 'Payments did not answer' },
};

/** How many days the status page shows. */
export const statusDaysShown = 90;

/** A measurement that is older says nothing about now. */
export const statusStaleMs = 5 * 60_000;

/** Returns whether a word of the database is the name of a part. */
export function isStatusPart(word: string): word is StatusPart {
  return (statusParts as readonly string[]).includes(word);
}
