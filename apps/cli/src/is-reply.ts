import { endpoints } from '@picksync/contracts';
import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const replies = new Map(
  Object.values(endpoints)
    .flatMap((calls): { method: string; path: string; reply: z.ZodType }[] => Object.values(calls))
    .map(({ method, path, reply }) => [`${method} ${path}`, reply]),
);

/** Returns whether a reply has the fields of the contract. A newer installation may add fields, and new words in known ones. */
export function isReply({ method, path }: { method: string; path: string }, reply: unknown): boolean {
  const issues =
    replies.get(`${method} ${path}`)?.safeParse(reply, { reportInput: true }).error?.issues ?? [];
  return !issues.some(isOfOtherType);
}

function isOfOtherType(issue: Issue): boolean {
  if (issue.code === 'invalid_type') return true;
  if (issue.code === 'invalid_value') return typeof issue.input !== 'string';
  // None of the branches was tried: it is of a kind that came after this version.
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return false;
  return issue.errors.every((branch) => branch.some(isOfOtherType));
}
