-- CreateTable
CREATE TABLE "automation_changes" (
    "id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subject" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB NOT NULL,
    "key_name" TEXT,

    CONSTRAINT "automation_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "automation_changes_automation_id_at_id_idx" ON "automation_changes"("automation_id", "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "automation_changes_at_idx" ON "automation_changes"("at");

-- AddForeignKey
ALTER TABLE "automation_changes" ADD CONSTRAINT "automation_changes_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
