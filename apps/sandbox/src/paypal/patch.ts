import * as z from 'zod';
import type { ProviderCall } from '../payments/operation-router.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { invalidRequest } from './paypal.errors.ts';
import { readBody } from './read-input.ts';
import { findSyntaxIssue } from './syntax-issue.ts';

type Operation = 'add' | 'replace' | 'remove';

const patchSchema = z
  .array(
    z.object({
      op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: z.string().min(1),
      value: z.unknown().optional(),
    }),
  )
  .min(1);

/** What may be done with one field, and how: `apply` gets what its schema let pass, and undefined when it is removed. */
export type PatchRule<Target> = {
  path: RegExp;
  operations: readonly Operation[];
  value: z.ZodType;
  apply: (target: Target, value: never, match: RegExpExecArray) => void;
};

/** Whether a call has issues for values that are too long or too large. The others call those invalid. */
type PatchOptions = { tellsLengths?: boolean };

/** Returns a rule whose `apply` knows what its schema gives. */
export function patchRule<Target, Schema extends z.ZodType>(
  path: RegExp,
  operations: readonly Operation[],
  value: Schema,
  apply: (target: Target, value: z.output<Schema>, match: RegExpExecArray) => void,
): PatchRule<Target> {
  return { path, operations, value, apply };
}

/**
 * Carries out the JSON patch of a call as a whole, by the rules of what it changes. Throws PayPal's error, and changes
 * nothing, for a field that has no rule, for an operation the rule does not have, and for a field that is named twice.
 */
export function applyPatch<Target extends object>(
  target: Target,
  call: ProviderCall,
  rules: PatchRule<Target>[],
  { tellsLengths = false }: PatchOptions = {},
): void {
  const operations = readBody(patchSchema, call);
  const seen = new Set<string>();
  const changes = operations.map(({ op, path, value }, n) => {
    const field = `/${n}/path`;
    const found = rules.flatMap((rule) => {
      const match = rule.path.exec(path);
      return match ? [{ rule, match }] : [];
    })[0];
    if (!found) throw invalidRequest('INVALID_PATCH_PATH', { field, value: path });
    if (seen.has(path))
      throw invalidRequest('INVALID_PATCH_PATH', {
        field,
        value: path,
        description: syntaxNotes.patchedTwice,
      });
    seen.add(path);
    if (!found.rule.operations.some((one) => one === op))
      throw invalidRequest('UNSUPPORTED_PATCH_OPERATION', { field: `/${n}/op`, value: op });
    const checked =
      op === 'remove'
        ? undefined
        : checkValue(found.rule.value, value, { field: `/${n}/value`, tellsLengths });
    return (draft: Target) => found.rule.apply(draft, checked as never, found.match);
  });
  const draft = structuredClone(target);
  for (const change of changes) change(draft);
  Object.assign(target, draft);
}

function checkValue(
  schema: z.ZodType,
  value: unknown,
  { field, tellsLengths }: { field: string; tellsLengths: boolean },
): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  if (value === undefined) throw invalidRequest('MISSING_REQUIRED_PARAMETER', { field });
  const [found] = result.error.issues;
  const issue = found && tellsLengths ? findSyntaxIssue(found, {}) : 'INVALID_PARAMETER_VALUE';
  throw invalidRequest(issue, { field: [field, ...(found?.path ?? [])].join('/') });
}
