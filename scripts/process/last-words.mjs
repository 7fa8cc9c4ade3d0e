/**
 * Returns the readable text of a line: the message of a log line with a high level, or a line that is not JSON; else
 * nothing.
 */
function readable(line) {
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg } = JSON.parse(line);
    return level >= 50 && typeof msg === 'string' ? msg : '';
  } catch {
    return '';
  }
}

/**
 * Returns the last reason in the output of a process why it ended. Stack frames, Node's version line and PostgreSQL's
 * log lines are skipped.
 */
export function lastWords(text) {
  const reasons = text
    .split('\n')
    .filter((line) => !/^\s|^Node\.js v| LOG: {2}/.test(line))
    .map((line) => readable(line.trim()))
    .filter((line) => line !== '');
  return reasons.at(-1) ?? '';
}
