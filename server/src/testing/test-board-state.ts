import type { UnitClass, UnitStatus, UnitType } from '@tenfour/contract'

/** The people of the model: their kind is fixed, their duty and server are not. Staff have no unit. */
export const CAST = {
  dana: { department: 'COMM', unitClass: 2 },
  dirk: { department: 'COMM', unitClass: 2 },
  anna: { department: 'LSPD', unitClass: 1 },
  bert: { department: 'LSPD', unitClass: 1 },
  cleo: { department: 'BCSO', unitClass: 1 },
  finn: { department: 'FIRE', unitClass: 3 },
  casey: { department: 'CIV', unitClass: 0 },
} as const satisfies Record<string, { department: string; unitClass: UnitClass }>
export type Name = keyof typeof CAST
export const NAMES = Object.keys(CAST) as Name[]
export type Who = Name | 'staff'

/** `patrols` counts started patrols: a new one each time someone goes on duty or changes servers. */
export type UnitState = {
  serverId: number
  type: UnitType
  status: UnitStatus
  callId: number | null
  channel: string
  patrols: number
  /** The actions that last changed status and call. */
  statusBy: number
  callBy: number
}
export type CallState = {
  callId: number
  title: string
  narrative: string
  location: string
  priority: number
  classes: number[]
  /** In order of arrival. */
  units: Name[]
  lead: Name | null
  handler: Name | null
  panicOf: Name | null
  acknowledgedBy: Name[]
  mergedInto: number | null
  disposition: string | null
  isCleared: boolean
  log: string[]
  notes: string[]
  /** The action that last cleared it, and the one that last edited it. */
  clearedBy: number
  editedBy: number
  clearedByWho: Who | null
  /** Actions in its log that can be taken back, in order. */
  takeBacks: TakeBackState[]
}
export type UnitBefore = UnitState & { who: Name; isLead: boolean; after: Pick<UnitState, 'status' | 'callId' | 'statusBy' | 'callBy'> }
export type TakeBackState = {
  kind: 'clear' | 'assign' | 'merge'
  by: Who
  action: number
  units: UnitBefore[]
  /** For a sent unit, the call it came from; for a merge, the other call. */
  other: number | null
  lead: Name | null
  was: CallState
  is: CallState | null
}
export type Model = { board: number; elsewhere: number; units: Record<Name, UnitState>; calls: CallState[]; actions: number }

/** Location of every call. */
export const PLACE = 'Legion Square'
export const TYPES = [
  { callTypeId: 3, title: 'Shots fired', priority: 1, classes: [1], isForCallers: true },
  { callTypeId: 8, title: 'Structure fire', priority: 1, classes: [3, 1], isForCallers: true },
  { callTypeId: 23, title: 'Traffic stop', priority: 4, classes: [1], isForCallers: false },
] as const

/** An action of someone. Calls are referred to by id. */
export type Action =
  | { readonly kind: 'on duty'; readonly who: Name; readonly serverId: number; readonly type: UnitType }
  | { readonly kind: 'status'; readonly by: Who; readonly who: Name; readonly status: UnitStatus }
  | { readonly kind: 'channel'; readonly by: Who; readonly who: Name; readonly channel: string }
  | { readonly kind: 'create'; readonly by: Who; readonly type: number; readonly units: readonly Name[] }
  | { readonly kind: 'assign'; readonly by: Who; readonly who: Name; readonly callId: number; readonly from: number | undefined }
  | {
      readonly kind: 'change'
      readonly by: Who
      readonly callId: number
      readonly attach: readonly Sent[]
      readonly detach: readonly Name[]
    }
  | { readonly kind: 'lead'; readonly by: Who; readonly callId: number; readonly who: Name }
  | { readonly kind: 'clear'; readonly by: Who; readonly callId: number; readonly disposition: string | undefined }
  | { readonly kind: 'merge'; readonly by: Who; readonly callId: number; readonly into: number }
  | {
      readonly kind: 'transfer'
      readonly by: Who
      readonly callId: number
      readonly handler?: Name | null
      readonly classes?: readonly (1 | 2 | 3)[]
    }
  | { readonly kind: 'note'; readonly by: Who; readonly callId: number; readonly text: string }
  | { readonly kind: 'panic'; readonly who: Name }
  | { readonly kind: 'stand down'; readonly who: Name }
  | { readonly kind: 'acknowledge'; readonly who: Name; readonly callId: number }
  | { readonly kind: 'reopen'; readonly by: Who; readonly callId: number }
  /** The nth entry of the call's log that can be taken back. */
  | { readonly kind: 'take back'; readonly by: Who; readonly callId: number; readonly nth: number }
export type Sent = { readonly who: Name; readonly from: number }

/** Everyone's call sign is their name. */
export const signOf = (name: Name): string => name.toUpperCase()
export const personOf = (name: Name): string => name.charAt(0).toUpperCase() + name.slice(1)
