ALTER TABLE "tile_archives" DROP CONSTRAINT "tile_archives_version";--> statement-breakpoint
ALTER TABLE "tile_archives" ADD COLUMN "kind" text DEFAULT 'pmtiles' NOT NULL;--> statement-breakpoint
ALTER TABLE "tile_archives" ADD CONSTRAINT "tile_archives_version_kind" UNIQUE("version_id","kind");