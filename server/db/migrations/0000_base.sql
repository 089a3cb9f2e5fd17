CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_use_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text,
	CONSTRAINT "sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_username_key" UNIQUE("username_key"),
	CONSTRAINT "users_email_key" UNIQUE("email_key")
);
--> statement-breakpoint
CREATE TABLE "catalog_maps" (
	"catalog_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"added_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalog_maps_catalog_id_map_id_pk" PRIMARY KEY("catalog_id","map_id")
);
--> statement-breakpoint
CREATE TABLE "catalog_shares" (
	"catalog_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"shared_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "catalog_shares_catalog_id_user_id_pk" PRIMARY KEY("catalog_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "catalogs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"title_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"share_token" text,
	CONSTRAINT "catalogs_share_token" UNIQUE("share_token"),
	CONSTRAINT "catalogs_title" UNIQUE("owner_id","title_key")
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expire_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"version_id" uuid,
	"snapshot" jsonb NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"outcome" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"map_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "map_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"transformation" jsonb NOT NULL,
	"request_hash" text NOT NULL,
	"file_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"corners" "box" NOT NULL,
	"footprint" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	CONSTRAINT "map_versions_n" UNIQUE("map_id","n")
);
--> statement-breakpoint
CREATE TABLE "maps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"modern_title" text,
	"alternative_title" text,
	"sheet_number" text,
	"year" smallint,
	"start_year" smallint,
	"end_year" smallint,
	"scale_numerator" text,
	"scale_denominator" text,
	"dpi" text,
	"creator" text,
	"publisher" text,
	"description" text,
	"search" text NOT NULL,
	"folded" jsonb NOT NULL,
	"first_year" smallint,
	"last_year" smallint,
	"upload_date" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"access_epoch" integer DEFAULT 0 NOT NULL,
	"original_key" text NOT NULL,
	"original_extension" text NOT NULL,
	"original_bytes" bigint NOT NULL,
	"processing_state" text DEFAULT 'queued' NOT NULL,
	"processing_percent" real DEFAULT 0 NOT NULL,
	"processing_error" jsonb,
	"processing_attempt" uuid,
	"image_width" integer,
	"image_height" integer,
	"has_alpha" boolean,
	"converted_bytes" bigint,
	"scan_warnings" jsonb,
	"embedded_gcps" jsonb,
	"current_version_id" uuid,
	"corners" "box",
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"favorites_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"map_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"rated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ratings_map_id_user_id_pk" PRIMARY KEY("map_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "transforms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"map_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"assignment_id" uuid,
	"request_hash" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"percent" real DEFAULT 0 NOT NULL,
	"error" jsonb,
	"attempt" uuid,
	"version_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"priority" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action_url" text,
	"action_required" boolean DEFAULT true NOT NULL,
	"sender_id" uuid,
	"data" jsonb NOT NULL,
	"once" text,
	CONSTRAINT "notifications_once" UNIQUE("once")
);
--> statement-breakpoint
CREATE TABLE "gazetteer_version" (
	"version" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"country" char(2) NOT NULL,
	"region" text,
	"kind" text NOT NULL,
	"population" integer DEFAULT 0 NOT NULL,
	"lon" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"west" double precision,
	"south" double precision,
	"east" double precision,
	"north" double precision,
	"boundary" text
);
--> statement-breakpoint
ALTER TABLE "one_use_tokens" ADD CONSTRAINT "one_use_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_maps" ADD CONSTRAINT "catalog_maps_catalog_id_catalogs_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "public"."catalogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_maps" ADD CONSTRAINT "catalog_maps_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_shares" ADD CONSTRAINT "catalog_shares_catalog_id_catalogs_id_fk" FOREIGN KEY ("catalog_id") REFERENCES "public"."catalogs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog_shares" ADD CONSTRAINT "catalog_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalogs" ADD CONSTRAINT "catalogs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transforms" ADD CONSTRAINT "transforms_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transforms" ADD CONSTRAINT "transforms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_subject" ON "attempts" USING btree ("kind","subject","at");--> statement-breakpoint
CREATE INDEX "attempts_address" ON "attempts" USING btree ("kind","address","at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "catalog_maps_map" ON "catalog_maps" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "catalog_shares_user" ON "catalog_shares" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_one_per_map" ON "assignments" USING btree ("map_id") WHERE "assignments"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "assignments_one_pending_per_user" ON "assignments" USING btree ("user_id") WHERE "assignments"."ended_at" is null and "assignments"."done_at" is null;--> statement-breakpoint
CREATE INDEX "assignments_expiry" ON "assignments" USING btree ("expire_at") WHERE "assignments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "maps_owner" ON "maps" USING btree ("owner_id","upload_date");--> statement-breakpoint
CREATE INDEX "maps_public" ON "maps" USING btree ("upload_date") WHERE "maps"."is_public" and "maps"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "maps_corners" ON "maps" USING gist ("corners");--> statement-breakpoint
CREATE INDEX "maps_search" ON "maps" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "maps_years" ON "maps" USING btree ("first_year","last_year");--> statement-breakpoint
CREATE INDEX "maps_deleted" ON "maps" USING btree ("deleted_at") WHERE "maps"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "ratings_user" ON "ratings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "transforms_map" ON "transforms" USING btree ("map_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transforms_running" ON "transforms" USING btree ("map_id","request_hash") WHERE "transforms"."state" in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "places_folded_trgm" ON "places" USING gin ("folded" gin_trgm_ops);