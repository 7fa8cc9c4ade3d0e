/** A name that a person has given, in its own direction of writing: what stands beside it keeps its place. */
export function Name({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}
