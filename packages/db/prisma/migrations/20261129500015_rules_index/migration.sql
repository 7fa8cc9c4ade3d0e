-- CreateIndex
CREATE INDEX CONCURRENTLY "automations_rule_id_idx" ON "automations"("rule_id");
