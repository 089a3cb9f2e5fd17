-- Folds a text as the program does, as far as letters of Latin, Greek and Cyrillic go.
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT btrim(regexp_replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
    'øđðłıħŧŋ', 'oddlihtn'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), '\s+', ' ', 'g'))
$$;--> statement-breakpoint
-- Joins rings to one: after each the way goes back to the first point of the first, so that no area is added between them.
CREATE FUNCTION footprint_outline(rings jsonb) RETURNS polygon LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('(' || string_agg(ring_text, ',' ORDER BY ring_at) || ')')::polygon FROM (
    SELECT ring_at, string_agg(format('(%s,%s)', corner->>0, corner->>1), ',' ORDER BY corner_at)
      || format(',(%s,%s),(%s,%s)', ring->0->>0, ring->0->>1, rings->0->0->>0, rings->0->0->>1) AS ring_text
    FROM jsonb_array_elements(rings) WITH ORDINALITY AS r(ring, ring_at),
      jsonb_array_elements(ring) WITH ORDINALITY AS c(corner, corner_at)
    GROUP BY ring_at, ring) AS joined
$$;--> statement-breakpoint
UPDATE maps SET folded = folded || jsonb_build_object('publisher', fold_name(publisher)),
  search = search || chr(10) || fold_name(publisher) WHERE fold_name(publisher) <> '';--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "maps_listed_upload";--> statement-breakpoint
DROP INDEX "maps_listed_title";--> statement-breakpoint
DROP INDEX "maps_listed_year";--> statement-breakpoint
DROP INDEX "maps_listed_rating";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "folded_name" text GENERATED ALWAYS AS (fold_name(username_key)) STORED;--> statement-breakpoint
ALTER TABLE "map_versions" ADD COLUMN "outline" "polygon" GENERATED ALWAYS AS (footprint_outline(footprint)) STORED;--> statement-breakpoint
ALTER TABLE "maps" ADD COLUMN "folded_titles" text GENERATED ALWAYS AS (coalesce(folded->>'title', '') || chr(10) || coalesce(folded->>'modernTitle', '') || chr(10) || coalesce(folded->>'alternativeTitle', '')) STORED,
  ADD COLUMN "folded_people" text GENERATED ALWAYS AS (coalesce(folded->>'creator', '') || chr(10) || coalesce(folded->>'publisher', '')) STORED,
  ADD COLUMN "point_count" smallint,
  ADD COLUMN "error_metres" real,
  ADD COLUMN "judged_version_id" uuid;--> statement-breakpoint
UPDATE maps SET point_count = jsonb_array_length(transformation->'mapPoints') - jsonb_array_length(coalesce(transformation->'disabled', '[]'))
  FROM map_versions WHERE map_versions.id = maps.current_version_id;--> statement-breakpoint
CREATE INDEX "search_words_trgm" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_folded_name" ON "users" USING gin ("folded_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "maps_open_upload" ON "maps" USING btree ("upload_date","id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_open_title" ON "maps" USING btree ("title" collate "lt-x-icu","id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_open_year" ON "maps" USING btree (coalesce("first_year", 32767),"id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_open_rating" ON "maps" USING btree (("rating_sum"::float8 / greatest("rating_count", 1)),"id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_open_points" ON "maps" USING btree (coalesce("point_count", 32767),"id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_open_error" ON "maps" USING btree (coalesce("error_metres", -1),"id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready');--> statement-breakpoint
CREATE INDEX "maps_unplaced" ON "maps" USING btree ("upload_date","id") WHERE is_public and deleted_at is null and current_version_id is null and processing_state = 'ready';--> statement-breakpoint
CREATE INDEX "maps_licensed" ON "maps" USING btree ("upload_date","id") WHERE is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready') and "maps"."licence" is not null;--> statement-breakpoint
CREATE INDEX "maps_titles" ON "maps" USING gin ("folded_titles" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "maps_people" ON "maps" USING gin ("folded_people" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "maps_unjudged" ON "maps" USING btree ("id") WHERE "maps"."current_version_id" is not null and "maps"."judged_version_id" is distinct from "maps"."current_version_id";--> statement-breakpoint
-- New words alone are written, in one order, so that two writers do not wait for each other.
CREATE FUNCTION add_search_words(folded text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_words (word)
    SELECT DISTINCT split.word FROM regexp_split_to_table(folded, '[^[:alnum:]]+') AS split(word)
    WHERE length(split.word) BETWEEN 3 AND 40 AND split.word ~ '[^0-9]'
      AND NOT EXISTS (SELECT 1 FROM search_words AS known WHERE known.word = split.word)
    ORDER BY split.word
  ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION add_words_of_map() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_words(NEW.search);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION add_words_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_search_words(NEW.folded_name);
  RETURN NULL;
END $$;--> statement-breakpoint
-- At the end of a transaction: until then nobody waits for its words.
CREATE CONSTRAINT TRIGGER maps_search_words AFTER INSERT OR UPDATE OF search ON maps
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_words_of_map();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_search_words AFTER INSERT OR UPDATE OF username_key ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION add_words_of_user();--> statement-breakpoint
INSERT INTO search_words (word)
  SELECT DISTINCT split.word FROM (SELECT search FROM maps UNION ALL SELECT folded_name FROM users) AS texts(folded),
    regexp_split_to_table(folded, '[^[:alnum:]]+') AS split(word)
  WHERE length(split.word) BETWEEN 3 AND 40 AND split.word ~ '[^0-9]';
