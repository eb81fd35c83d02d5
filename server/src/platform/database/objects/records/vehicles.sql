-- Vehicles by the beginning of their plate, then of their VIN.
create function find_vehicles(key text, most integer)
  returns setof integer language plpgsql stable parallel safe
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off as $$
begin
  return query select v.id from vehicles v
    where v.removed_at is null and v.plate_key ~>=~ key and v.plate_key ~<~ (key || chr(1114111)) order by v.plate_key using ~<~ limit most;
  return query select v.id from vehicles v
    where v.removed_at is null and v.vin_key <> '' and v.vin_key ~>=~ key and v.vin_key ~<~ (key || chr(1114111))
    order by v.vin_key using ~<~ limit most;
end $$;

-- Vehicles by the beginning of their plate: a few for each.
create function find_near_vehicles(keys text[], most integer)
  returns setof integer language plpgsql stable parallel safe
  set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off set jit = off as $$
begin
  return query select found.id from unnest(keys) key cross join lateral (
    select v.id from vehicles v
    where v.removed_at is null and v.plate_key ~>=~ key and v.plate_key ~<~ (key || chr(1114111))
    order by v.plate_key using ~<~ limit 5) found limit most;
end $$;
