-- Tries of a code are counted by address, whether or not the address has an account. Older codes live ten minutes.
ALTER TABLE "one_time_codes" ADD COLUMN "address_hash" TEXT;

CREATE INDEX "one_time_codes_address_hash_purpose_idx" ON "one_time_codes"("address_hash", "purpose");
