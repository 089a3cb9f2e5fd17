-- As before, ring by ring: in one grouping the whole of a ring was compared for each of its corners.
CREATE OR REPLACE FUNCTION footprint_outline(rings jsonb) RETURNS polygon LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('(' || string_agg(ring_text, ',' ORDER BY ring_at) || ')')::polygon FROM (
    SELECT ring_at, (
      SELECT string_agg(format('(%s,%s)', corner->>0, corner->>1), ',' ORDER BY corner_at)
      FROM jsonb_array_elements(ring) WITH ORDINALITY AS c(corner, corner_at)
    ) || format(',(%s,%s),(%s,%s)', ring->0->>0, ring->0->>1, rings->0->0->>0, rings->0->0->>1) AS ring_text
    FROM jsonb_array_elements(rings) WITH ORDINALITY AS r(ring, ring_at)) AS joined
$$;
