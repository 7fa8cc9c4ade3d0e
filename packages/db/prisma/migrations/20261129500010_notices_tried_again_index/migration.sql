-- CreateIndex
CREATE INDEX CONCURRENTLY "channel_notices_state_next_attempt_at_idx" ON "channel_notices"("state", "next_attempt_at");
