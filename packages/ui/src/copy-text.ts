/** Copies a text. Returns whether it is in the clipboard: a browser may forbid it, and has none on a page without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
