-- How often each model is used is counted from these indexes alone.
create index vehicles_model_idx on vehicles (model) where removed_at is null;
create index weapons_model_idx on weapons (model) where removed_at is null;
