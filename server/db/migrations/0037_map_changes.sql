CREATE TABLE "map_changes" (
	"xid" "xid8" NOT NULL,
	"map_id" uuid
);
--> statement-breakpoint
CREATE INDEX "map_changes_xid" ON "map_changes" USING btree ("xid");--> statement-breakpoint
-- Every change, whatever its columns: nothing has to be remembered here when a column is added.
CREATE FUNCTION note_changed_maps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_changes (xid, map_id) SELECT pg_current_xact_id(), id FROM changed;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION note_all_maps_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO map_changes (xid, map_id) VALUES (pg_current_xact_id(), NULL);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER maps_inserted AFTER INSERT ON maps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_maps();--> statement-breakpoint
CREATE TRIGGER maps_updated AFTER UPDATE ON maps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_maps();--> statement-breakpoint
CREATE TRIGGER maps_deleted AFTER DELETE ON maps REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_maps();--> statement-breakpoint
CREATE TRIGGER maps_truncated AFTER TRUNCATE ON maps
  FOR EACH STATEMENT EXECUTE FUNCTION note_all_maps_changed();
