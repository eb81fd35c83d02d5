-- The penal code. A wording is never changed: what was written with it keeps it.
create table offences (
  id integer generated always as identity primary key,
  code text not null,
  revision_id integer not null,
  version integer not null default 1,
  retired_at timestamptz
);
create unique index offences_code_key on offences (lower(code)) where retired_at is null;

create table offence_revisions (
  id integer generated always as identity primary key,
  offence_id integer not null references offences (id) deferrable initially deferred,
  code text not null,
  title text not null,
  type text not null check (type in ('Infraction', 'Misdemeanor', 'Felony')),
  category text not null,
  description text not null,
  fine_min integer not null,
  fine_max integer not null,
  jail_min integer not null,
  jail_max integer not null,
  points integer not null check (points >= 0),
  changed_at timestamptz not null default now(),
  changed_by integer references users (id),
  check (fine_min between 0 and fine_max),
  check (jail_min between 0 and jail_max)
);
create index offence_revisions_of on offence_revisions (offence_id, id desc);
alter table offences add foreign key (revision_id) references offence_revisions (id) deferrable initially deferred;
create trigger offence_revisions_append_only before update or delete or truncate on offence_revisions
  for each statement execute function refuse_change();

-- What a new community starts with.
create temporary table starting_offences (
  nth integer generated always as identity, code text, title text, type text, category text,
  fine_min integer, fine_max integer, jail_min integer, jail_max integer, points integer, description text
) on commit drop;
insert into starting_offences (code, title, type, category, fine_min, fine_max, jail_min, jail_max, points, description) values
  ('T-101', 'Speeding, up to 15 over', 'Infraction', 'Traffic', 75, 150, 0, 0, 1, 'Driving up to 15 over the posted limit.'),
  ('T-102', 'Speeding, 16 to 30 over', 'Infraction', 'Traffic', 150, 300, 0, 0, 2, 'Driving 16 to 30 over the posted limit.'),
  ('T-103', 'Speeding, more than 30 over', 'Misdemeanor', 'Traffic', 300, 750, 0, 5, 4, 'Driving more than 30 over the posted limit.'),
  ('T-104', 'Running a red light or stop sign', 'Infraction', 'Traffic', 100, 250, 0, 0, 2, 'Entering a junction against a signal or without stopping where a sign demands it.'),
  ('T-105', 'Failure to yield', 'Infraction', 'Traffic', 100, 200, 0, 0, 1, 'Taking the right of way from another vehicle or a pedestrian.'),
  ('T-106', 'Failure to yield to an emergency vehicle', 'Infraction', 'Traffic', 200, 400, 0, 0, 3, 'Not making way for a vehicle that shows lights and sounds its siren.'),
  ('T-107', 'Illegal U-turn', 'Infraction', 'Traffic', 75, 150, 0, 0, 1, 'Turning around where it is forbidden or unsafe.'),
  ('T-108', 'Illegal parking', 'Infraction', 'Traffic', 50, 150, 0, 0, 0, 'Leaving a vehicle where it is forbidden or in the way.'),
  ('T-109', 'Driving on the wrong side of the road', 'Infraction', 'Traffic', 150, 350, 0, 0, 2, 'Driving against the direction of traffic without need.'),
  ('T-110', 'Careless driving', 'Infraction', 'Traffic', 150, 400, 0, 0, 3, 'Driving without the care that the conditions ask for.'),
  ('T-111', 'Reckless driving', 'Misdemeanor', 'Traffic', 400, 1000, 5, 15, 5, 'Driving with disregard for the safety of others.'),
  ('T-112', 'Street racing', 'Misdemeanor', 'Traffic', 500, 1500, 5, 20, 6, 'Taking part in a contest of speed on a public road.'),
  ('T-113', 'Driving under the influence', 'Misdemeanor', 'Traffic', 500, 1500, 10, 25, 6, 'Driving while impaired by alcohol or drugs.'),
  ('T-114', 'Using a phone while driving', 'Infraction', 'Traffic', 75, 200, 0, 0, 1, 'Holding a phone while in control of a moving vehicle.'),
  ('T-115', 'Driving without a licence', 'Misdemeanor', 'Traffic', 250, 600, 0, 10, 0, 'Driving without ever having held a licence for the vehicle.'),
  ('T-116', 'Driving with a suspended or revoked licence', 'Misdemeanor', 'Traffic', 400, 900, 5, 15, 0, 'Driving while the right to do so has been taken.'),
  ('T-117', 'Driving with an expired licence', 'Infraction', 'Traffic', 75, 200, 0, 0, 0, 'Driving with a licence that has run out.'),
  ('T-118', 'Unregistered vehicle', 'Infraction', 'Traffic', 100, 250, 0, 0, 0, 'Using a vehicle on the road without a valid registration.'),
  ('T-119', 'Uninsured vehicle', 'Infraction', 'Traffic', 200, 500, 0, 0, 0, 'Using a vehicle on the road without insurance.'),
  ('T-120', 'Defective equipment', 'Infraction', 'Traffic', 50, 150, 0, 0, 0, 'Driving with lights, brakes, mirrors or tyres that do not work.'),
  ('T-121', 'Obscured or false plate', 'Infraction', 'Traffic', 150, 400, 0, 0, 1, 'Driving with a plate that can not be read or belongs to another vehicle.'),
  ('T-122', 'Leaving the scene of a collision', 'Misdemeanor', 'Traffic', 400, 1200, 5, 15, 5, 'Driving off after a collision without giving details or help.'),
  ('T-123', 'Leaving the scene of a collision with injuries', 'Felony', 'Traffic', 1000, 3000, 15, 40, 8, 'Driving off after a collision in which someone was hurt.'),
  ('T-124', 'Evading a traffic stop', 'Misdemeanor', 'Traffic', 500, 1500, 10, 20, 6, 'Not stopping for a police vehicle that signals to stop.'),
  ('T-125', 'Felony evading', 'Felony', 'Traffic', 1500, 4000, 20, 45, 10, 'Evading the police in a way that endangers others.'),
  ('P-201', 'Assault', 'Misdemeanor', 'Against persons', 300, 800, 5, 15, 0, 'Threatening or attempting to hurt someone.'),
  ('P-202', 'Battery', 'Misdemeanor', 'Against persons', 400, 1000, 10, 20, 0, 'Striking or otherwise hurting someone.'),
  ('P-203', 'Assault with a deadly weapon', 'Felony', 'Against persons', 1500, 4000, 20, 45, 0, 'Attacking someone with a weapon that can kill.'),
  ('P-204', 'Battery on a public servant', 'Felony', 'Against persons', 1000, 3000, 15, 35, 0, 'Hurting an officer, firefighter or medic on duty.'),
  ('P-205', 'Criminal threats', 'Misdemeanor', 'Against persons', 300, 900, 5, 15, 0, 'Threatening death or serious injury so that it is believed.'),
  ('P-206', 'Harassment', 'Misdemeanor', 'Against persons', 150, 500, 0, 10, 0, 'Pursuing or pestering someone against their will.'),
  ('P-207', 'False imprisonment', 'Felony', 'Against persons', 750, 2000, 15, 30, 0, 'Holding someone against their will.'),
  ('P-208', 'Kidnapping', 'Felony', 'Against persons', 2000, 5000, 30, 60, 0, 'Taking someone away by force or threat.'),
  ('P-209', 'Hostage taking', 'Felony', 'Against persons', 3000, 7500, 40, 75, 0, 'Holding someone to force others to act.'),
  ('P-210', 'Involuntary manslaughter', 'Felony', 'Against persons', 2000, 5000, 30, 60, 0, 'Causing a death by negligence.'),
  ('P-211', 'Voluntary manslaughter', 'Felony', 'Against persons', 4000, 10000, 45, 90, 0, 'Killing in the heat of the moment.'),
  ('P-212', 'Attempted murder', 'Felony', 'Against persons', 4000, 10000, 45, 90, 0, 'Trying to kill someone.'),
  ('P-213', 'Murder', 'Felony', 'Against persons', 8000, 20000, 90, 180, 0, 'Killing with intent.'),
  ('R-301', 'Petty theft', 'Misdemeanor', 'Against property', 150, 500, 0, 10, 0, 'Taking property of small value.'),
  ('R-302', 'Grand theft', 'Felony', 'Against property', 750, 2500, 15, 30, 0, 'Taking property of great value.'),
  ('R-303', 'Vehicle theft', 'Felony', 'Against property', 1000, 3000, 15, 35, 0, 'Taking a vehicle without the consent of its owner.'),
  ('R-304', 'Joyriding', 'Misdemeanor', 'Against property', 300, 900, 5, 15, 2, 'Using a vehicle without consent, to give it back.'),
  ('R-305', 'Receiving stolen property', 'Misdemeanor', 'Against property', 300, 1000, 5, 15, 0, 'Keeping or selling what is known to be stolen.'),
  ('R-306', 'Burglary', 'Felony', 'Against property', 1000, 3000, 15, 35, 0, 'Entering a building to commit a crime in it.'),
  ('R-307', 'Robbery', 'Felony', 'Against property', 1500, 4000, 20, 45, 0, 'Taking property from a person by force or threat.'),
  ('R-308', 'Armed robbery', 'Felony', 'Against property', 2500, 6000, 30, 60, 0, 'Robbery with a weapon.'),
  ('R-309', 'Bank robbery', 'Felony', 'Against property', 5000, 12000, 45, 90, 0, 'Robbing a bank or an armoured transport.'),
  ('R-310', 'Trespassing', 'Misdemeanor', 'Against property', 100, 400, 0, 10, 0, 'Being on property after being told to leave, or where entry is forbidden.'),
  ('R-311', 'Vandalism', 'Misdemeanor', 'Against property', 150, 800, 0, 10, 0, 'Damaging property that is not ones own.'),
  ('R-312', 'Arson', 'Felony', 'Against property', 2000, 6000, 30, 60, 0, 'Setting fire to property.'),
  ('R-313', 'Fraud', 'Felony', 'Against property', 1000, 5000, 15, 35, 0, 'Deceiving someone for gain.'),
  ('W-401', 'Carrying concealed without a permit', 'Misdemeanor', 'Weapons', 400, 1200, 5, 20, 0, 'Carrying a hidden firearm without a CCW licence.'),
  ('W-402', 'Brandishing a weapon', 'Misdemeanor', 'Weapons', 300, 1000, 5, 15, 0, 'Showing a weapon to threaten.'),
  ('W-403', 'Unlawful discharge of a firearm', 'Misdemeanor', 'Weapons', 500, 1500, 10, 20, 0, 'Firing a gun in public without cause.'),
  ('W-404', 'Possession of an unregistered firearm', 'Felony', 'Weapons', 1000, 3000, 15, 30, 0, 'Having a firearm that is not registered to oneself.'),
  ('W-405', 'Possession of a prohibited weapon', 'Felony', 'Weapons', 1500, 5000, 20, 45, 0, 'Having a weapon that nobody may own.'),
  ('W-406', 'Trafficking in firearms', 'Felony', 'Weapons', 4000, 10000, 40, 90, 0, 'Selling or moving firearms without a licence to.'),
  ('D-501', 'Possession of a controlled substance', 'Misdemeanor', 'Drugs', 250, 800, 0, 15, 0, 'Having a small amount for oneself.'),
  ('D-502', 'Possession with intent to sell', 'Felony', 'Drugs', 1000, 3500, 15, 35, 0, 'Having an amount, or the means, that points to selling.'),
  ('D-503', 'Manufacture of a controlled substance', 'Felony', 'Drugs', 2000, 6000, 25, 50, 0, 'Growing, cooking or otherwise making drugs.'),
  ('D-504', 'Drug trafficking', 'Felony', 'Drugs', 3000, 9000, 35, 75, 0, 'Moving or selling drugs in quantity.'),
  ('D-505', 'Public intoxication', 'Infraction', 'Drugs', 75, 200, 0, 5, 0, 'Being drunk or drugged in public and a danger or a nuisance.'),
  ('G-601', 'Disorderly conduct', 'Infraction', 'Public order', 75, 250, 0, 5, 0, 'Disturbing others in public by noise, fighting words or the like.'),
  ('G-602', 'Failure to identify', 'Misdemeanor', 'Public order', 100, 400, 0, 10, 0, 'Refusing to give a name when lawfully detained.'),
  ('G-603', 'Giving false information to an officer', 'Misdemeanor', 'Public order', 200, 600, 5, 15, 0, 'Lying to an officer about identity or facts.'),
  ('G-604', 'Obstruction', 'Misdemeanor', 'Public order', 250, 750, 5, 15, 0, 'Hindering an officer, firefighter or medic at work.'),
  ('G-605', 'Resisting arrest', 'Misdemeanor', 'Public order', 300, 900, 5, 15, 0, 'Struggling against or fleeing from an arrest.'),
  ('G-606', 'Misuse of 911', 'Infraction', 'Public order', 100, 400, 0, 5, 0, 'Calling the emergency number without an emergency.'),
  ('G-607', 'Rioting', 'Felony', 'Public order', 1000, 3000, 15, 30, 0, 'Taking part in violence by a crowd.'),
  ('G-608', 'Impersonating a public servant', 'Felony', 'Public order', 1000, 3000, 15, 30, 0, 'Posing as an officer, firefighter, medic or official.'),
  ('G-609', 'Bribery', 'Felony', 'Public order', 1500, 5000, 20, 40, 0, 'Offering or taking a favour for an official act.'),
  ('G-610', 'Escape from custody', 'Felony', 'Public order', 1500, 4000, 20, 45, 0, 'Getting away after an arrest or from jail.'),
  ('G-611', 'Failure to appear', 'Misdemeanor', 'Public order', 250, 750, 5, 15, 0, 'Not coming to court when ordered to.'),
  ('G-612', 'Contempt of court', 'Misdemeanor', 'Public order', 250, 1000, 5, 20, 0, 'Disobeying or insulting a court.');
insert into offences (code, revision_id) select code, nth from starting_offences order by nth;
insert into offence_revisions (offence_id, code, title, type, category, description, fine_min, fine_max, jail_min, jail_max, points)
  select o.id, s.code, s.title, s.type, s.category, s.description, s.fine_min, s.fine_max, s.jail_min, s.jail_max, s.points
  from starting_offences s join offences o on o.code = s.code order by s.nth;
update offences o set revision_id = r.id from offence_revisions r where r.offence_id = o.id;
