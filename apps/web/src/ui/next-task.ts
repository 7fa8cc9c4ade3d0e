/** Goes on in another task: in between the browser can answer whoever uses it. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
