ALTER TABLE "automations" VALIDATE CONSTRAINT "automations_rule_id_fkey";
