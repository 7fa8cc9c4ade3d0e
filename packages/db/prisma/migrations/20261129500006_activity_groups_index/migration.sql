-- CreateIndex: only entries that are shown with others are in it.
CREATE INDEX CONCURRENTLY "activity_logs_group_idx" ON "activity_logs"("group_id", "timestamp" DESC, "id" DESC) WHERE "group_id" IS NOT NULL;
