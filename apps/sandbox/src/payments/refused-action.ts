/** What a person or a test asked for that the payment's state does not allow. `message` says why. */
export class RefusedAction extends Error {
  readonly status: 404 | 409;

  constructor(message: string, status: 404 | 409 = 409) {
    super(message);
    this.status = status;
  }
}
