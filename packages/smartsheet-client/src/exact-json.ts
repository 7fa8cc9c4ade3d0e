/**
 * Smartsheet ids are 64-bit integers sent as JSON numbers, and some are beyond 2^53. A reviver with
 * `context.source` keeps them exact but takes six times as long and five times the memory on a sheet of 20,000
 * rows. So the digits of the few unsafe ids are put in quotes before parsing. A member name followed by a colon
 * cannot occur inside a JSON string, where its quotes are escaped, so cell texts are never touched.
 */
const unsafeId = /"([A-Za-z]*[iI]d)"\s*:\s*(9\d{15}|\d{17,19})(?=[\s,}])/g;
const idList = /"([A-Za-z]*[iI]ds|result)"\s*:\s*\[([\d\s,]+)\]/g;

/** Parses an answer of Smartsheet; ids beyond 2^53 come out as strings, all others as numbers. Throws SyntaxError. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(
    text
      .replace(unsafeId, '"$1":"$2"')
      .replace(idList, (_all, name: string, list: string) => `"${name}":[${list.replace(/\d+/g, '"$&"')}]`),
  );
}

const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/**
 * Returns an id for a request body: written as a JSON number with every digit. Throws TypeError for anything but
 * digits.
 */
export function idNumber(id: string): unknown {
  return rawJSON(checkedId(id));
}

/** Returns an id for a path or a query. Throws TypeError for anything but digits. */
export function checkedId(id: string): string {
  if (!/^[1-9]\d{0,18}$/.test(id)) throw new TypeError('A Smartsheet id is a string of 1 to 19 digits.');
  return id;
}
