import { isForCallers, type CallType, type OwnCall } from '@tenfour/contract'
import { z } from 'zod'
import type { KeyValueStore } from '../../../platform/storage/storage.ts'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'

const line = (label: string, max: number) => z.string().trim().max(max, `${label} has at most ${max} characters`)

export const EmergencyForm = z
  .object({
    narrative: z.string().trim().min(1, 'Say what happened').max(4000, 'Say it in at most 4,000 characters'),
    location: line('A place', 160),
    postal: line('A postal', 16),
    caller: line('A name', 120),
    /** 0: the member who takes the call decides. */
    callTypeId: z.int().min(0),
  })
  .refine(({ location, postal }) => location !== '' || postal !== '', { path: ['location'], error: 'Say where, or give a postal' })
export type EmergencyDraft = z.input<typeof EmergencyForm>

const Draft = z.object({
  narrative: z.string().default(''),
  location: z.string().default(''),
  postal: z.string().default(''),
  caller: z.string().default(''),
  callTypeId: z.int().min(0).default(0),
})

const keyOf = (userId: number) => `emergency.v1.${userId}`

/** The unsent form, kept across reloads and patrols, with the caller name last used. */
export function loadEmergency(store: KeyValueStore, userId: number, name: string): EmergencyDraft {
  const empty = Draft.parse({ caller: name })
  try {
    return (
      Draft.safeParse({ ...empty, ...z.record(z.string(), z.unknown()).parse(JSON.parse(store.getItem(keyOf(userId)) ?? '{}')) }).data ??
      empty
    )
  } catch {
    return empty
  }
}

export const keepEmergency = (store: KeyValueStore, userId: number, draft: EmergencyDraft): void =>
  store.setItem(keyOf(userId), JSON.stringify(draft))

/** After sending, only the name is kept. */
export const sentEmergency = ({ caller }: EmergencyDraft): EmergencyDraft => Draft.parse({ caller })

/** The types a caller may choose from; the generic 911 type is not one of them. */
export const plainTypes = (types: readonly CallType[]): readonly CallType[] =>
  types.filter((type) => isForCallers(type) && type.code !== '911')

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
