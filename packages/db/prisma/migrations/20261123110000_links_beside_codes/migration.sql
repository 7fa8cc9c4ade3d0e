-- A mail holds a code and a link. Both are good for the same thing, once together; the link lives longer.
ALTER TABLE "one_time_codes" ADD COLUMN "link_hash" TEXT,
ADD COLUMN "link_expires_at" TIMESTAMPTZ(3);

CREATE INDEX "one_time_codes_link_hash_idx" ON "one_time_codes"("link_hash");
