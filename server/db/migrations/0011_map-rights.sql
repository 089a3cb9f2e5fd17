ALTER TABLE "maps" ADD COLUMN "licence" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "attribution" text;