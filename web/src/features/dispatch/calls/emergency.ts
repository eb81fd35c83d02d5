import type { Call, CallType } from '@tenfour/contract'

export const is911 = ({ source }: Pick<Call, 'source'>): boolean => source === '911' || source === '911-game'

/** A 911 call that no dispatcher handles and no unit is on. */
export const isUnclaimed = (call: Pick<Call, 'source' | 'status' | 'handlerUserId' | 'panicUserId'>): boolean =>
  is911(call) && call.panicUserId === null && call.status === 'pending' && call.handlerUserId === null

/** The generic type of 911 calls, whose name says nothing about the call. */
const GENERIC_CODE = '911'

/** A call in a few words: of a 911 call without a type, what the caller said. */
export function headlineOf(
  call: Pick<Call, 'source' | 'title' | 'narrative' | 'callTypeId'>,
  types: ReadonlyMap<number, CallType>,
): string {
  const type = types.get(call.callTypeId)
  const isGeneric = is911(call) && type?.code === GENERIC_CODE && call.title === type.name
  return (isGeneric && firstLine(call.narrative)) || call.title
}

const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? ''
