import { IdParam, InstantInput, LongIdParam } from '@tenfour/contract'
import { z } from 'zod'
import { SPEEDS } from './playback.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined)

/** The parameters of a replay: which one, and which moment of it. Invalid values are dropped. */
export const ReplayLink = z.object({
  server: optional(IdParam),
  from: optional(InstantInput),
  to: optional(InstantInput),
  call: optional(IdParam),
  patrol: optional(LongIdParam),
  at: optional(InstantInput),
  speed: optional(z.coerce.number().pipe(z.literal(SPEEDS))),
  /** The member to follow. */
  unit: optional(IdParam),
  /** The call that is looked at within an evening or a patrol, or instead of the one that is played. */
  focus: optional(IdParam),
  /** `all`: every unit, although one call is looked at. */
  show: optional(z.literal('all')),
  trails: optional(z.literal('no')),
})
export type ReplayLink = z.infer<typeof ReplayLink>

/** The source of a replay. */
export type ReplaySource =
  | { readonly kind: 'call'; readonly callId: number }
  | { readonly kind: 'patrol'; readonly patrolId: number }
  | { readonly kind: 'evening'; readonly serverId: number; readonly from: string; readonly to: string }

/** Null where nothing is chosen yet. A call or a patrol says by itself when and where it was. */
export function sourceOf({ call, patrol, server, from, to }: ReplayLink): ReplaySource | null {
  if (call !== undefined) return { kind: 'call', callId: call }
  if (patrol !== undefined) return { kind: 'patrol', patrolId: patrol }
  return server !== undefined && from !== undefined && to !== undefined ? { kind: 'evening', serverId: server, from, to } : null
}

export const sourceKey = (source: ReplaySource): string => JSON.stringify(source)

/** An instant for an address, to the second. */
export const instantText = (at: number): string => `${new Date(Math.floor(at / 1000) * 1000).toISOString().slice(0, 19)}Z`

export type Moment = {
  readonly at: number
  readonly speed: number
  readonly unit: number | null
  readonly focused: number | null
  readonly isAll: boolean
  readonly hasTrails: boolean
}

/** The call that is looked at first. */
export const focusOf = ({ focus, call }: ReplayLink): number | null => focus ?? call ?? null

/** The same replay at a moment. */
export function linkAt(link: ReplayLink, { at, speed, unit, focused, isAll, hasTrails }: Moment): ReplayLink {
  const { server, from, to, call, patrol } = link
  return {
    ...(server !== undefined && { server }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(call !== undefined && { call }),
    ...(patrol !== undefined && { patrol }),
    at: instantText(at),
    speed: SPEEDS.find((each) => each === speed),
    ...(unit !== null && { unit }),
    ...(focused !== null && focused !== call && { focus: focused }),
    ...(isAll && focused !== null && { show: 'all' as const }),
    ...(!hasTrails && { trails: 'no' as const }),
  }
}

export const linkText = (link: ReplayLink): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(link)) if (value !== undefined) search.set(name, String(value))
  return search.toString()
}
