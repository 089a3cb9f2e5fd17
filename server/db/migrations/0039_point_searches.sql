CREATE TABLE "point_searches" (
	"map_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"percent" real DEFAULT 0 NOT NULL,
	"error" jsonb,
	"attempt" uuid,
	"original_key" text NOT NULL,
	"asked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"found_at" timestamp (3) with time zone,
	"reason" text,
	"by" text,
	"odds" double precision,
	"place" text,
	"points" jsonb,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	"draft_version" bigint
);
--> statement-breakpoint
ALTER TABLE "point_searches" ADD CONSTRAINT "point_searches_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_searches" ADD CONSTRAINT "point_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_searches_user" ON "point_searches" USING btree ("user_id","state");