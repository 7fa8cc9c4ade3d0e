/** Returns whether a row was refused because its user was deleted meanwhile, such as in another browser. */
export function isUserGone(error: unknown): boolean {
  return error instanceof Error && /foreign key constraint.*_user_id_fkey/is.test(error.message);
}
