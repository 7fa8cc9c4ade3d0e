import { type Automation, Prisma } from './generated/client.ts';

/** Clears what is remembered of failures of an automation. */
export const withoutFailure = {
  lastError: null,
  lastErrorReason: null,
  toldReasons: [],
  failingSince: null,
  unseenSince: null,
} satisfies Partial<Record<keyof Automation, unknown>>;

/** Clears what earlier runs of an automation found. */
export const withoutFindings = {
  ...withoutFailure,
  pausedAccount: null,
  review: Prisma.DbNull,
  reviewMailAt: null,
  approvedReview: null,
  approvedRenames: Prisma.DbNull,
  keptReview: null,
  outsideChanges: [],
  outageSince: null,
  outageTriedAt: null,
} satisfies Partial<Record<keyof Automation, unknown>>;
