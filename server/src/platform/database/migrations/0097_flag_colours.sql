-- The flags that the portal came with in the colours that were meant: two in amber, and the quiet ones in violet and blue as they are named.
create temporary table meant on commit drop as
select id, jsonb_set(shipped -> 'content', '{tone}', to_jsonb(tone)) as content, shipped
from cad_values join (values (11, 'en-route'), (14, 'en-route'), (15, 'custody'), (16, 'busy')) as meant_tones (value_id, tone) on value_id = id
where kind = 'flag';
update cautions c set tone = m.content ->> 'tone'
from meant m where m.id = c.value_id and c.tone = m.shipped -> 'content' ->> 'tone';
update cad_values v set content = m.content from meant m where m.id = v.id and v.content = v.shipped -> 'content';
update cad_values v set shipped = jsonb_set(v.shipped, '{content}', m.content) from meant m where m.id = v.id;
alter table cautions alter column tone set default 'en-route';
