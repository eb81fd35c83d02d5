import { CallPriority, type CallInput, type CallType } from '@tenfour/contract'
import { z } from 'zod'
import type { KeyValueStore } from '../../../../platform/storage/storage.ts'

/** The form state of a call that is not created yet: field texts as typed, complete or not. */
const Draft = z.object({
  callTypeId: z.int().positive().nullable().default(null),
  /** Null: the type's default. */
  priority: CallPriority.nullable().default(null),
  title: z.string().default(''),
  location: z.string().default(''),
  postal: z.string().default(''),
  caller: z.string().default(''),
  narrative: z.string().default(''),
  channel: z.string().default(''),
  x: z.number().nullable().default(null),
  y: z.number().nullable().default(null),
  source: z.enum(['911', 'officer', 'dispatcher']).nullable().default(null),
  unitIds: z.array(z.int().positive()).default([]),
})
export type NewCallDraft = z.infer<typeof Draft>
export type Prefill = Partial<Omit<CallInput, 'serverId'>>

export const EMPTY_DRAFT: NewCallDraft = Draft.parse({})

const Stored = z.object({
  draft: Draft,
  /** An earlier draft displaced by a prefill; kept until it is restored or discarded. */
  aside: Draft.nullable(),
  /** When the draft was last typed in, in milliseconds. */
  changedAt: z.number().default(0),
})
export type StoredDraft = z.infer<typeof Stored>
const NOTHING: StoredDraft = { draft: EMPTY_DRAFT, aside: null, changedAt: 0 }
type Drafts = Pick<StoredDraft, 'draft' | 'aside'>

/** After this long without a key, a draft is about something else than the call that is begun now. */
const OLD_MS = 5 * 60_000
export const isOld = ({ changedAt }: StoredDraft, now: number): boolean => now - changedAt > OLD_MS

/** Increase when the stored format changes: older drafts are then ignored. */
const VERSION = 1
export const draftKey = (userId: number, serverId: number): string => `newCall.v${VERSION}.${userId}.${serverId}`

export const isEmpty = (draft: NewCallDraft): boolean => JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT)

export function loadDraft(store: KeyValueStore, key: string): StoredDraft {
  const text = store.getItem(key)
  if (text === null) return NOTHING
  try {
    return Stored.safeParse(JSON.parse(text)).data ?? NOTHING
  } catch {
    return NOTHING
  }
}

export function saveDraft(store: KeyValueStore, key: string, stored: StoredDraft): void {
  if (isEmpty(stored.draft) && stored.aside === null) store.removeItem(key)
  else store.setItem(key, JSON.stringify(stored))
}

/** The draft with a prefill applied. A draft that conflicts with it or is old is put aside, never discarded. */
export function prefilled({ draft, aside }: Drafts, prefill: Prefill, isDraftOld = false): Drafts {
  const known = Object.entries(prefill).filter(([, value]) => value !== undefined)
  const fresh = Draft.parse({ ...EMPTY_DRAFT, ...Object.fromEntries(known) })
  if (isDraftOld && !isEmpty(draft)) return { draft: fresh, aside: draft }
  if (isEmpty(fresh)) return { draft, aside }
  const isFitting = known.every(([field]) => isUntouched(draft, field) || same(Reflect.get(draft, field), Reflect.get(fresh, field)))
  if (isFitting) return { draft: Draft.parse({ ...draft, ...Object.fromEntries(known) }), aside }
  return { draft: fresh, aside: draft }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const isUntouched = (draft: NewCallDraft, field: string): boolean => same(Reflect.get(draft, field), Reflect.get(EMPTY_DRAFT, field))

/** The draft as the contract's input. */
export function toCallInput(draft: NewCallDraft, serverId: number): z.input<typeof CallInput> {
  const { callTypeId, priority, source, ...texts } = draft
  return { ...texts, serverId, callTypeId: callTypeId ?? undefined, priority: priority ?? undefined, source: source ?? undefined }
}

/** The priority the call will have. */
export const priorityOf = ({ priority, callTypeId }: NewCallDraft, types: ReadonlyMap<number, CallType>): CallPriority | null =>
  priority ?? (callTypeId === null ? null : (types.get(callTypeId)?.priority ?? null))

/** The narrative once this type is chosen: the text that the type opens with, unless something else was typed. */
export function openingOf({ narrative, callTypeId }: NewCallDraft, next: number, types: ReadonlyMap<number, CallType>): string {
  const before = callTypeId === null ? '' : (types.get(callTypeId)?.opening ?? '')
  const isUntyped = narrative.trim() === '' || narrative === before
  return isUntyped ? (types.get(next)?.opening ?? '') : narrative
}

/** A draft as a log line for an existing call. */
export function logTextOf({ title, caller, narrative, callTypeId }: NewCallDraft, types: ReadonlyMap<number, CallType>): string {
  const subject = title.trim() || (callTypeId === null ? '' : (types.get(callTypeId)?.name ?? ''))
  const callerText = caller.trim() && `Caller: ${caller.trim()}`
  return ['Called in again', subject, callerText, narrative.trim()].filter(Boolean).join('. ').slice(0, 2000)
}
