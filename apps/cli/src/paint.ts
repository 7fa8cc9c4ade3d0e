const codes = { red: 31, green: 32, yellow: 33, dim: 2 } as const;

/** Returns a text in a colour, or as it is where colours are off. */
export type Paint = (colour: keyof typeof codes, text: string) => string;

/** Returns how texts are painted. */
export function createPaint(isColoured: boolean): Paint {
  return (colour, text) => (isColoured ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}
