import { stripVTControlCharacters } from 'node:util';

const shown = 20;
const linesOfMessage = 20;

/** Says whether a line of a stack is the test runner's own. */
function isOfRunner(line) {
  return /^\s+at (.*node_modules|new Promise \(<anonymous>\))/.test(line);
}

function describe({ path, title, message }) {
  const lines = message ? stripVTControlCharacters(message).trimEnd().split('\n') : [];
  const ours = lines.filter((line) => !isOfRunner(line)).slice(0, linesOfMessage);
  return [`  ${path} › ${title}`, ...ours.map((line) => `      ${line}`.trimEnd())].join('\n');
}

/**
 * Returns what failed in all checks, once more at the end, where it is read without a search; nothing when all passed.
 * Of a check that failed without a failed test it says only that.
 */
export function describeFailures(counts) {
  const all = counts.flatMap(({ check, failed, failures = [] }) => {
    const isExplained = failed === 0 || failures.length > 0;
    return isExplained ? failures : [{ path: check, title: 'its output above says why' }];
  });
  if (all.length === 0) return '';
  const rest = all.length - shown;
  return [
    'Failed',
    ...all.slice(0, shown).map(describe),
    ...(rest > 0 ? [`  and ${rest} more above`] : []),
  ].join('\n');
}
