CREATE TABLE "tile_archives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"percent" real DEFAULT 0 NOT NULL,
	"error" jsonb,
	"attempt" uuid,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "tile_archives_version" UNIQUE("version_id")
);
--> statement-breakpoint
ALTER TABLE "tile_archives" ADD CONSTRAINT "tile_archives_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tile_archives" ADD CONSTRAINT "tile_archives_version_id_map_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."map_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tile_archives" ADD CONSTRAINT "tile_archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tile_archives_map" ON "tile_archives" USING btree ("map_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tile_archives_one_per_user" ON "tile_archives" USING btree ("user_id") WHERE "tile_archives"."state" in ('queued', 'running');