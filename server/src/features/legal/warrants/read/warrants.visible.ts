import { UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { sql } from 'kysely'
import { isKnownTo, type Viewer } from './warrants.viewers.ts'

/** By the clock: the job that ends them comes by once a minute. */
export const isInForce = sql<boolean>`(w.state = 'active' and w.expires_at > now())`

export const isOnDutyAs = (userId: number, classes: readonly UnitClass[]) => sql<boolean>`exists (select from units d
  where d.user_id = ${userId} and d.status <> 1 and d.unit_class = any(${classes}::int[]))`

/** Who served it and who was with them, as the return names them. */
const served = (userId: number) => sql<boolean>`(w.state = 'served' and (w.served_return -> 'by' -> 'userId' = to_jsonb(${userId}::int)
  or w.served_return -> 'officers' @> jsonb_build_array(jsonb_build_object('userId', ${userId}::int))))`

/** Whether the viewer reads all of the warrant `w`, with what supports it and its history. */
export const isReadInFull = ({ userId, isLegal }: Viewer) => sql<boolean>`(w.writer_id = ${userId} or ${isLegal})`

/** Whether the viewer may open the warrant `w`. Units on duty read what is in force and what they served. */
export const isVisibleTo = (viewer: Viewer) => sql<boolean>`(${isKnownTo(viewer)} and (${isReadInFull(viewer)}
  or ((${isInForce} or ${served(viewer.userId)}) and ${isOnDutyAs(viewer.userId, [UNIT_CLASS.Leo, UNIT_CLASS.Comms])})))`
