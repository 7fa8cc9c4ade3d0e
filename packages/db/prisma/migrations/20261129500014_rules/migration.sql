-- CreateEnum
CREATE TYPE "place_kind" AS ENUM ('workspace', 'folder');

-- CreateEnum
CREATE TYPE "new_sheets" AS ENUM ('take_up', 'ask');

-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "left_rule_at" TIMESTAMPTZ(3),
ADD COLUMN     "rule_id" UUID;

-- CreateTable
CREATE TABLE "rules" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "place_kind" "place_kind" NOT NULL,
    "place_id" TEXT NOT NULL,
    "place_name" TEXT NOT NULL,
    "workspace_name" TEXT,
    "includes_subfolders" BOOLEAN NOT NULL DEFAULT true,
    "column_title" TEXT NOT NULL,
    "source_sheet_id" TEXT NOT NULL,
    "source_sheet_name" TEXT NOT NULL,
    "source_column_id" TEXT NOT NULL,
    "source_column_name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "new_sheets" "new_sheets" NOT NULL DEFAULT 'take_up',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "look_wanted_at" TIMESTAMPTZ(3),
    "looking_until" TIMESTAMPTZ(3),
    "looked_at" TIMESTAMPTZ(3),
    "unreadable_since" TIMESTAMPTZ(3),
    "unreadable_reason" TEXT,
    "unreadable_folders" INTEGER NOT NULL DEFAULT 0,
    "sheet_count" INTEGER NOT NULL DEFAULT 0,
    "folder_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_matches" (
    "id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "sheet_id" TEXT NOT NULL,
    "sheet_name" TEXT NOT NULL,
    "sheet_permalink" TEXT,
    "sheet_created_at" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'unread',
    "reason" TEXT,
    "column_id" TEXT,
    "column_name" TEXT,
    "choices" JSONB NOT NULL DEFAULT '[]',
    "chosen_column_id" TEXT,
    "is_excluded" BOOLEAN NOT NULL DEFAULT false,
    "is_wanted" BOOLEAN NOT NULL DEFAULT false,
    "is_taken_over" BOOLEAN NOT NULL DEFAULT false,
    "sheet_modified_at" TIMESTAMPTZ(3),
    "read_at" TIMESTAMPTZ(3),
    "missed_looks" INTEGER NOT NULL DEFAULT 0,
    "gone_at" TIMESTAMPTZ(3),
    "taken_up_at" TIMESTAMPTZ(3),
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "automation_id" UUID,

    CONSTRAINT "rule_matches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "rules_user_id_created_at_idx" ON "rules"("user_id", "created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "rule_matches_automation_id_key" ON "rule_matches"("automation_id");

-- CreateIndex
CREATE INDEX "rule_matches_user_id_idx" ON "rule_matches"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "rule_matches_rule_id_sheet_id_key" ON "rule_matches"("rule_id", "sheet_id");

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "rules"("id") ON DELETE SET NULL ON UPDATE CASCADE NOT VALID;

-- AddForeignKey
ALTER TABLE "rules" ADD CONSTRAINT "rules_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_matches" ADD CONSTRAINT "rule_matches_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE SET NULL ON UPDATE CASCADE;
