let isDeleted = false;

/** Remembers that the account was deleted in this page: the farewell is shown only then. */
export function rememberDeletion(): void {
  isDeleted = true;
}

export function wasDeleted(): boolean {
  return isDeleted;
}
