let settle: () => void;
let rest: () => void;

/** Resolves when the first page has everything that it shows at first. */
export const pageSettled = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Says that the first page is there. */
export function settlePage(): void {
  settle();
}

/** Resolves when the first page is there and drawn. */
export const pageRests = new Promise<void>((resolve) => {
  rest = resolve;
});

/** Says that the first page is there and drawn. */
export function restPage(): void {
  rest();
}
