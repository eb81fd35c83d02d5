import { isForCallers, type CallType, type OwnCall, type OwnCharacter } from '@tenfour/contract'
import { z } from 'zod'
import type { KeyValueStore } from '../../../platform/storage/storage.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

const line = (label: string, max: number) => z.string().trim().max(max, `${label} has at most ${max} characters`)

export const EmergencyForm = z
  .object({
    /** Empty: the first of the community's numbers. */
    number: z.string(),
    narrative: z.string().trim().min(1, 'Enter what happened').max(4000, 'Use at most 4,000 characters'),
    location: line('A place', 160),
    postal: line('A postal', 16),
    /** Null: as the character in use. */
    caller: line('A name', 120).nullable(),
    /** 0: the member who takes the call decides. */
    callTypeId: z.int().min(0),
  })
  .refine(({ location, postal }) => location !== '' || postal !== '', { path: ['location'], error: 'Enter the place or a postal' })
export type EmergencyDraft = z.input<typeof EmergencyForm>

const Draft = z.object({
  number: z.string().default(''),
  narrative: z.string().default(''),
  location: z.string().default(''),
  postal: z.string().default(''),
  caller: z.string().nullable().default(null),
  callTypeId: z.int().min(0).default(0),
})

const keyOf = (userId: number) => `emergency.v1.${userId}`

/** The unsent form, kept across reloads and patrols. Forms of before began with the member's name, which is no character's. */
export function loadEmergency(store: KeyValueStore, userId: number, member: string): EmergencyDraft {
  const empty = Draft.parse({})
  try {
    const stored = z.record(z.string(), z.unknown()).parse(JSON.parse(store.getItem(keyOf(userId)) ?? '{}'))
    const draft = Draft.safeParse({ ...empty, ...stored }).data ?? empty
    return draft.caller === member ? { ...draft, caller: null } : draft
  } catch {
    return empty
  }
}

export const keepEmergency = (store: KeyValueStore, userId: number, draft: EmergencyDraft): void =>
  store.setItem(keyOf(userId), JSON.stringify(draft))

export const SENT: EmergencyDraft = Draft.parse({})

/** Who can be calling, as the server sees it: the character played here, then the one used last; without characters, the member. */
export function callerNames(characters: readonly OwnCharacter[], serverId: number, member: string): readonly string[] {
  const isPlayed = ({ playedOn }: OwnCharacter) => Number(playedOn === serverId)
  const names = characters
    .filter(({ deceased }) => deceased === null)
    .toSorted(
      (a, b) => isPlayed(b) - isPlayed(a) || (b.lastUsedAt ?? '').localeCompare(a.lastUsedAt ?? '') || b.characterId - a.characterId,
    )
    .map(({ name }) => name)
  return names.length > 0 ? names : [member]
}

/** The caller as it is sent: empty for the character in use, whom the server knows. */
export const callerSent = (caller: string | null): string => (caller === null ? '' : caller || 'Anonymous')

/** The number that is called: the one chosen, or the first if none is, or if that is no longer in use. */
export const numberCalled = <N extends { readonly number: string }>(chosen: string, numbers: readonly N[]): N | undefined =>
  numbers.find(({ number }) => number === chosen) ?? numbers[0]

/** The types a caller may choose from; the generic 911 type is not one of them. */
export const plainTypes = (types: readonly CallType[]): readonly CallType[] =>
  types.filter((type) => isForCallers(type) && type.key !== '911')

/** The state of a call, as shown to its caller. */
export function callState({ status }: Pick<OwnCall, 'status'>): { readonly words: string; readonly tone: StatusTone } {
  switch (status) {
    case 'pending':
      return { words: 'Received', tone: 'info' }
    case 'active':
      return { words: 'Units are on the way', tone: 'en-route' }
    case 'cleared':
      return { words: 'Closed', tone: 'off' }
  }
}
