-- What the hand-written worker and the receiver of its callbacks keep.
CREATE SCHEMA by_hand;

CREATE TABLE by_hand.accounts (
  id int PRIMARY KEY,
  token text NOT NULL,
  secret text NOT NULL,
  source_sheet_id bigint NOT NULL,
  source_column_id bigint NOT NULL,
  target_sheet_id bigint NOT NULL,
  target_column_id bigint NOT NULL,
  -- When something changed that no sync has seen.
  dirty_at timestamptz,
  -- A worker has the account until then.
  taken_until timestamptz NOT NULL DEFAULT '-infinity',
  claim int NOT NULL DEFAULT 0,
  source_version int,
  last_run_at timestamptz
);
CREATE INDEX ON by_hand.accounts (dirty_at) WHERE dirty_at IS NOT NULL;

CREATE TABLE by_hand.receipts (
  nonce uuid PRIMARY KEY,
  received_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE by_hand.runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id int NOT NULL REFERENCES by_hand.accounts,
  at timestamptz NOT NULL DEFAULT now(),
  options int NOT NULL,
  duration_ms int NOT NULL
);
CREATE INDEX ON by_hand.runs (account_id, at);
