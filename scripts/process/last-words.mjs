/** A line as a person reads it: the message of a grave log line, or the line itself; nothing for the rest. */
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
 * What a process said last about why it cannot go on. Places in the code, Node's own signature and PostgreSQL's
 * chronicle are no reason.
 */
export function lastWords(text) {
  const reasons = text
    .split('\n')
    .filter((line) => !/^\s|^Node\.js v| LOG: {2}/.test(line))
    .map((line) => readable(line.trim()))
    .filter((line) => line !== '');
  return reasons.at(-1) ?? '';
}
