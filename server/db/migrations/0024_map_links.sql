ALTER TABLE "maps" ADD COLUMN "share_token" text;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_share_token" UNIQUE("share_token");
