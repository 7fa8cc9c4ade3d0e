import * as z from 'zod';
import type { ProviderCall } from '../payments/operation-router.ts';
import { syntaxNotes } from './error-catalogue.ts';
import { invalidRequest } from './paypal.errors.ts';
import { findSyntaxIssue, readBody } from './read-input.ts';

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

/**
 * What may be done with the fields whose paths match a pattern, and what it changes: `change` gets what the schema let
 * pass, undefined when the field is removed, and the groups of the pattern.
 */
type PatchRule<Target> = {
  path: RegExp;
  operations: Operation[];
  value: z.ZodType;
  change: (value: never, target: Target, groups: Record<string, string>) => Partial<Target>;
};

/** Whether a call has issues for values that are too long or too large. The others call those invalid. */
type PatchOptions = { tellsLengths?: boolean };

/** Returns what makes the rules of one kind of target, for these operations. */
export function patchRules<Target>(...operations: Operation[]) {
  return <Schema extends z.ZodType>(
    path: string,
    value: Schema,
    change: (value: z.output<Schema>, target: Target, groups: Record<string, string>) => Partial<Target>,
  ): PatchRule<Target> => ({ path: new RegExp(`^${path}$`), operations, value, change });
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
    return (draft: Target) =>
      Object.assign(draft, found.rule.change(checked as never, draft, found.match.groups ?? {}));
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
