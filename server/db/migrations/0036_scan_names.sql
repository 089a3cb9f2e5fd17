ALTER TABLE "maps" ADD COLUMN "scan_name" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "scan_digest" text;