import { UNIT_CLASS, warrantsSwitch, type CallSource, type CallStatus, type UnitClass, type Call, type CallType } from '@tenfour/contract'
import { isOn } from '../../../platform/features/features.ts'

export const CLASS_WORDS: Readonly<Record<UnitClass, string>> = { 0: 'civilian', 1: 'police', 2: 'communications', 3: 'fire' }
export const STATUS_WORDS: Readonly<Record<CallStatus, string>> = { pending: 'Pending', active: 'Active', cleared: 'Cleared' }
const SOURCE_WORDS: Readonly<Record<CallSource, string>> = {
  '911-game': '911 in game',
  '911': '911',
  officer: 'Officer',
  dispatcher: 'Dispatcher',
}

/** The emergency number that a 911 call was made to. */
export const numberOf = ({ number }: Pick<Call, 'number'>): string => number ?? '911'
/** '112 in game': how a call came in. */
export const sourceWords = (call: Pick<Call, 'source' | 'number'>): string => SOURCE_WORDS[call.source].replace('911', numberOf(call))

/** 'Great Ocean Hwy 5041', as said on the radio; empty if unknown. */
export const placeOf = ({ location, postal }: { readonly location: string; readonly postal: string }): string =>
  [location, postal].filter(Boolean).join(' ')

export const draftsWarrants = (own: { readonly unitClass: UnitClass } | undefined): boolean =>
  own?.unitClass === UNIT_CLASS.Leo && isOn(warrantsSwitch)

export const is911 = ({ source }: Pick<Call, 'source'>): boolean => source === '911' || source === '911-game'

/** A 911 call that no dispatcher handles and no unit is on. */
export const isUnclaimed = (call: Pick<Call, 'source' | 'status' | 'handlerUserId' | 'panicUserId'>): boolean =>
  is911(call) && call.panicUserId === null && call.status === 'pending' && call.handlerUserId === null

/** The generic type of 911 calls, whose name says nothing about the call. */
const GENERIC_CODE = '911'
export const isGenericType = (type: CallType | undefined): boolean => type?.key === GENERIC_CODE

/** A call in a few words: of a 911 call without a type, what the caller said. */
export function headlineOf(
  call: Pick<Call, 'source' | 'title' | 'narrative' | 'callTypeId'>,
  types: ReadonlyMap<number, CallType>,
): string {
  const type = types.get(call.callTypeId)
  const isGeneric = is911(call) && isGenericType(type) && call.title === type?.name
  return (isGeneric && firstLine(call.narrative)) || call.title
}

const firstLine = (text: string): string => text.trim().split('\n')[0]?.trim() ?? ''
