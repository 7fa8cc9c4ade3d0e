let isDeleted = false;

/** Keeps in mind that the account was deleted in this page: the farewell is for nobody else. */
export function rememberDeletion(): void {
  isDeleted = true;
}

export function wasDeleted(): boolean {
  return isDeleted;
}
