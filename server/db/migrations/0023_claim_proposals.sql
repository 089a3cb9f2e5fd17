ALTER TABLE "assignments" ALTER COLUMN "snapshot" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "map_events" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "proposal" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "accepts_claims" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "assignments_user" ON "assignments" USING btree ("user_id","claimed_at");