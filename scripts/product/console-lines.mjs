import { styleText } from 'node:util';

const nameWidth = 'sync-worker'.length;
const levels = {
  40: styleText('yellow', 'warning '),
  50: styleText('red', 'error '),
  60: styleText('red', 'fatal '),
};

/** What every line of a process has and nobody reads. */
const everyLine = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'reqId']);

function parse(line) {
  try {
    const record = JSON.parse(line);
    return typeof record?.msg === 'string' ? record : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a line of a log in JSON as a person reads it, any other as it is. */
function readable(line) {
  const record = parse(line);
  if (!record) return line;
  const { msg, level, err } = record;
  const members = Object.entries(record).filter(([name]) => !everyLine.has(name));
  const details = members.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const error = err && `\n${err.type}: ${err.message}\n${err.stack ?? ''}`.trimEnd();
  return `${levels[level] ?? ''}${msg} ${styleText('dim', details.join(' '))}`.trimEnd() + (error ?? '');
}

/** Returns a function that takes output of a process as it comes and shows whole lines, each with the process's name. */
export function consoleLines(name, show) {
  const label = styleText('cyan', name.padEnd(nameWidth));
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines.flatMap((whole) => readable(whole).split('\n')))
      if (line.trim() !== '') show(`${label}  ${line}`);
  };
}
