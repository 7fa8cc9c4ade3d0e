import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Unusable } from '../unusable.mjs';

function wrongLine(name, line, what) {
  return new Unusable(`${name}, line ${line}: ${what}. Correct it, then start again.`);
}

/** Reads a dotenv text. A line that is neither empty, a comment nor NAME=value is refused by its number. */
export function readDotenv(text, name = '.env') {
  const clean = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  // A quoted value may go over several lines; what it says is no setting.
  const outline = clean.replace(
    /(=[ \t]*)(["'`])([\s\S]*?)\2/g,
    (_, start, __, value) => start + value.replace(/[^\n]/g, '_'),
  );
  outline.split('\n').forEach((line, index) => {
    if (/^\s*(#.*)?$|^_+\s*(#.*)?$/.test(line)) return;
    const [, value] = /^\s*(?:export\s+)?[A-Za-z_]\w*\s*=\s*(.?)/.exec(line) ?? [];
    if (value === undefined) throw wrongLine(name, index + 1, 'not of the form NAME=value');
    if (/["'`]/.test(value)) throw wrongLine(name, index + 1, 'the quotation mark is not closed');
  });
  return parseEnv(clean);
}

/** Reads a dotenv file. One that may be missing says nothing when it is. */
export function readDotenvFile(file, { mayBeMissing }) {
  try {
    return readDotenv(readFileSync(file, 'utf8'), file);
  } catch (error) {
    if (error instanceof Unusable) throw error;
    if (error.code === 'ENOENT' && mayBeMissing) return {};
    throw new Unusable(`Cannot read ${file} (${error.code}). Let this user read it, then start again.`);
  }
}
