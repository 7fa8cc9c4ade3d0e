import { defaultSettings } from '@picksync/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTidyContact } from './contacts.ts';
import { emptyRunState } from './run-state.ts';
import { planned } from './testing/planned.ts';
import { blankMemory, type ReferenceAnswer } from './testing/reference.ts';
import { referenceContacts } from './testing/reference-contacts.ts';

/** The default takes seconds; `PROPERTY_RUNS=100000` takes as long as one likes. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? 400);

const email = fc.constantFrom('a@b.example', 'A@b.example', 'b@b.example', 'B@B.EXAMPLE', 'c1@b.example');
const person = fc.record({
  name: fc.constantFrom(null, 'Ann', 'ann', 'Bo Li', 'Item 2', 'Item 10', ' Bo  Li', 'a@b.example'),
  email: fc.oneof(email, fc.constantFrom('c2@b.example', 'c10@b.example', 'd@b.example')),
});
const people = fc.array(person, { maxLength: 9 });
const byAddress = (text: string) => (/<(.*)>/.exec(text)?.[1] ?? text).toLowerCase();
const list = people.map((some) => some.map(toTidyContact)).map(eachOnce);
const settings = fc
  .record({
    mode: fc.constantFrom('mirror', 'add_only', 'keep_used'),
    order: fc.constantFrom('source', 'ascending', 'descending'),
    ignoreCase: fc.boolean(),
    maxRemovalPercent: fc.constantFrom(0, 50, 100),
    pins: list.map((texts) => texts.slice(0, 2)),
    graceDays: fc.constantFrom(0, 0, 3),
    drift: fc.constantFrom('put_back', 'keep', 'ask'),
  })
  .map(({ pins, ...drawn }) => ({
    ...defaultSettings,
    ...drawn,
    pinnedFirst: pins.slice(0, 1),
    pinnedLast: pins.slice(1),
  }));

const step = fc.record({
  people: fc.option(people, { nil: undefined }),
  added: list.map((texts) => texts.slice(0, 3)),
  renamed: fc.boolean(),
  deleted: fc.array(fc.nat({ max: 6 }), { maxLength: 3 }),
  used: list.map((texts) => texts.slice(0, 3)),
  days: fc.constantFrom(0, 0, 2, 4),
  answer: fc.constantFrom<ReferenceAnswer | undefined>('approve', 'keep', undefined),
});

/** Smartsheet takes each address once. */
function eachOnce(texts: readonly string[]): string[] {
  const keys = texts.map(byAddress);
  return texts.filter((text, index) => keys.indexOf(byAddress(text)) === index);
}

const verdicts = { unchanged: 'write', write: 'write', waiting_review: 'wait', refused: 'refuse' };

test('a run makes of a list of contacts what the rules say, whatever people do', () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(people, list, settings, steps, (begun, first, chosen, days) => {
      let [source, current, state, memory] = [begun, first, emptyRunState, blankMemory];
      let now = Date.parse('2026-11-22T10:00:00Z');
      for (const day of days) {
        source = day.people ?? source;
        now += day.days * 24 * 60 * 60_000;
        const left = current.filter((_text, index) => !day.deleted.includes(index));
        current = eachOnce(day.renamed ? [...day.added, ...left] : [...left, ...day.added]);
        for (const answer of [undefined, day.answer]) {
          const given = { people: source, current, settings: chosen, memory, used: day.used, now };
          const wanted = referenceContacts({ ...given, maxOptions: 7, answer });
          const plan = planned({
            identity: 'address',
            values: source.map(toTidyContact),
            currentOptions: current,
            settings: chosen,
            state,
            uses: Object.fromEntries(day.used.map((text) => [text, 1])),
            now: new Date(now),
            limits: { maxOptions: 7, maxOptionLength: 4000 },
            isApproved: () => answer === 'approve',
            isKept: () => answer === 'keep',
          });
          const reason = plan.verdict === 'waiting_review' ? plan.reason : null;
          const found = { verdict: verdicts[plan.verdict], reason, list: plan.options };
          expect(found).toEqual({ verdict: wanted.verdict, reason: wanted.reason, list: wanted.list });
          if (wanted.verdict === 'write') current = wanted.list;
          [state, memory] = [plan.state, wanted.memory];
        }
      }
    }),
    { numRuns },
  );
});
