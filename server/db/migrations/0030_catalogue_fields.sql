ALTER TABLE "maps" ADD COLUMN "shelfmark" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "institution" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "catalogue_url" text;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "imported_from" text;
