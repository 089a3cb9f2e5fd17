CREATE TABLE "map_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"worker_id" uuid,
	"version" integer,
	"transformation_type" text,
	"point_count" integer,
	"reason" text,
	"note" text,
	"happened_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "map_events" ADD CONSTRAINT "map_events_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_events" ADD CONSTRAINT "map_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_events" ADD CONSTRAINT "map_events_worker_id_users_id_fk" FOREIGN KEY ("worker_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "map_events_map" ON "map_events" USING btree ("map_id","happened_at");--> statement-breakpoint
INSERT INTO "map_events" ("id", "map_id", "kind", "user_id", "happened_at")
SELECT gen_random_uuid(), "id", 'uploaded', "owner_id", "upload_date" FROM "maps";--> statement-breakpoint
INSERT INTO "map_events" ("id", "map_id", "kind", "user_id", "worker_id", "version", "transformation_type", "point_count", "happened_at")
SELECT gen_random_uuid(), v."map_id", CASE WHEN v."user_id" = m."owner_id" THEN 'published' ELSE 'transformed' END,
  v."user_id", CASE WHEN v."user_id" = m."owner_id" THEN NULL ELSE v."user_id" END, v."n",
  v."transformation" ->> 'transformationType', jsonb_array_length(v."transformation" -> 'mapPoints'), v."created_at"
FROM "map_versions" v JOIN "maps" m ON m."id" = v."map_id";--> statement-breakpoint
INSERT INTO "map_events" ("id", "map_id", "kind", "user_id", "worker_id", "happened_at")
SELECT gen_random_uuid(), "map_id", 'claimed', "user_id", "user_id", "claimed_at" FROM "assignments";--> statement-breakpoint
INSERT INTO "map_events" ("id", "map_id", "kind", "user_id", "worker_id", "happened_at")
SELECT gen_random_uuid(), "map_id", 'submitted', "user_id", "user_id", "done_at" FROM "assignments" WHERE "done_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "map_events" ("id", "map_id", "kind", "user_id", "worker_id", "version", "reason", "note", "happened_at")
SELECT gen_random_uuid(), a."map_id", a."outcome", CASE WHEN a."outcome" IN ('approved', 'rejected') THEN m."owner_id" END,
  a."user_id", CASE WHEN a."outcome" = 'approved' THEN v."n" END,
  CASE WHEN a."outcome" = 'rejected' THEN a."reason" END, CASE WHEN a."outcome" = 'rejected' THEN a."note" END, a."ended_at"
FROM "assignments" a JOIN "maps" m ON m."id" = a."map_id" LEFT JOIN "map_versions" v ON v."id" = a."version_id"
WHERE a."ended_at" IS NOT NULL AND a."outcome" IS NOT NULL;
