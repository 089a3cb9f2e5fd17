CREATE TABLE "scan_readings" (
	"map_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"state" text DEFAULT 'idle' NOT NULL,
	"percent" real DEFAULT 0 NOT NULL,
	"error" jsonb,
	"attempt" uuid,
	"original_key" text NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scan_words" (
	"map_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"x" double precision NOT NULL,
	"y" double precision NOT NULL,
	"width" double precision NOT NULL,
	"height" double precision NOT NULL,
	"angle" double precision NOT NULL,
	"text" text NOT NULL,
	"folded" text NOT NULL,
	"certainty" double precision NOT NULL,
	"by" text NOT NULL,
	"alternatives" jsonb,
	CONSTRAINT "scan_words_map_id_n_pk" PRIMARY KEY("map_id","n")
);
--> statement-breakpoint
ALTER TABLE "scan_readings" ADD CONSTRAINT "scan_readings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_readings" ADD CONSTRAINT "scan_readings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_words" ADD CONSTRAINT "scan_words_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scan_words_folded" ON "scan_words" USING gin ("folded" gin_trgm_ops);