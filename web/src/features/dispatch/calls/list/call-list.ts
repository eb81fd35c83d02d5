import { radioCodes } from '../../cad-values/cad-values.port.ts'
import type { Call, CallType, PatrolUnit } from '@tenfour/contract'

export type CallFilter = 'active' | 'pending' | 'mine'
export type Viewer = { readonly userId: number; readonly callId: number | null }

/** Panic calls first, then by priority; of the same priority those without a unit, then longest waiting. */
export const byUrgency = (a: Call, b: Call): number =>
  Number(b.panicUserId !== null) - Number(a.panicUserId !== null) ||
  a.priority - b.priority ||
  Number(b.status === 'pending') - Number(a.status === 'pending') ||
  a.callId - b.callId

/** The call to turn to next: the most urgent of those without a unit. */
export const nextPending = (calls: Iterable<Call>, except: number): number | undefined =>
  Array.from(calls)
    .filter(({ callId, status }) => status === 'pending' && callId !== except)
    .toSorted(byUrgency)[0]?.callId

/** Mine: the call I am on, those I handle as a dispatcher, and those I created. */
export const isMine = ({ callId, handlerUserId, createdBy }: Call, viewer: Viewer): boolean =>
  callId === viewer.callId || handlerUserId === viewer.userId || (handlerUserId === null && createdBy?.userId === viewer.userId)

type Lookup = {
  readonly types: ReadonlyMap<number, CallType>
  readonly unitsOn: (callId: number) => readonly PatrolUnit[]
}

/** Every word typed occurs somewhere in the texts of the row and its call. */
export function matchesText(call: Call, text: string, { types, unitsOn }: Lookup): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const type = types.get(call.callTypeId)
  const units = unitsOn(call.callId).map(({ identifier }) => identifier)
  const codes = type ? radioCodes().codesFor({ callType: type.code }) : []
  const { callId, title, location, postal, caller, narrative } = call
  const haystack = [callId, title, type?.code, type?.name, ...codes, location, postal, caller, narrative, ...units].join('\n').toLowerCase()
  return words.every((word) => haystack.includes(word))
}

type Wanted = Lookup & { readonly filter: CallFilter; readonly text: string; readonly viewer: Viewer }

/** The ids of the calls to show, in order. */
export function listCalls(calls: Iterable<Call>, { filter, text, viewer, ...lookup }: Wanted): number[] {
  const isWanted = (call: Call) =>
    (filter === 'active' || (filter === 'pending' ? call.status === 'pending' : isMine(call, viewer))) && matchesText(call, text, lookup)
  return Array.from(calls)
    .filter(isWanted)
    .toSorted(byUrgency)
    .map(({ callId }) => callId)
}

/** How many calls wait for a unit, and since when the oldest does. */
export function waitingCalls(calls: Iterable<Call>): { readonly count: number; readonly since: string | null } {
  let count = 0
  let since: string | null = null
  for (const { status, createdAt } of calls) {
    if (status !== 'pending') continue
    count += 1
    if (since === null || createdAt < since) since = createdAt
  }
  return { count, since }
}
