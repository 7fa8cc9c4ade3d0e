-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "delay_ms" INTEGER;

-- CreateTable
CREATE TABLE "status_days" (
    "part" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "measured" INTEGER NOT NULL,
    "disturbed" INTEGER NOT NULL,

    CONSTRAINT "status_days_pkey" PRIMARY KEY ("part","day")
);

-- CreateTable
CREATE TABLE "status_parts" (
    "part" TEXT NOT NULL,
    "is_disturbed" BOOLEAN NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "measured_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "status_parts_pkey" PRIMARY KEY ("part")
);

-- CreateTable
CREATE TABLE "status_incidents" (
    "id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "parts" TEXT[],
    "is_measured" BOOLEAN NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "status_incidents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "status_entries" (
    "id" UUID NOT NULL,
    "incident_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "text" TEXT NOT NULL,
    "is_measured" BOOLEAN NOT NULL,

    CONSTRAINT "status_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "status_incidents_started_at_idx" ON "status_incidents"("started_at");

-- CreateIndex
CREATE INDEX "status_entries_incident_id_at_idx" ON "status_entries"("incident_id", "at");

-- AddForeignKey
ALTER TABLE "status_entries" ADD CONSTRAINT "status_entries_incident_id_fkey" FOREIGN KEY ("incident_id") REFERENCES "status_incidents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The measurement tells one story at a time: whatever is disturbed meanwhile belongs to it.
CREATE UNIQUE INDEX "status_incidents_one_measured" ON "status_incidents" ("is_measured") WHERE "is_measured" AND "ended_at" IS NULL;
