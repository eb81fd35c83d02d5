import type { Call, CallEdit, CallLogEntry } from '@tenfour/contract'

/** The fields of a call that are edited in place. */
export type EditableField = 'callTypeId' | 'priority' | 'title' | 'location' | 'postal' | 'caller' | 'narrative' | 'channel'
export type FieldValue = string | number

export const FIELD_WORDS: Readonly<Record<EditableField, string>> = {
  callTypeId: 'Type',
  priority: 'Priority',
  title: 'Title',
  location: 'Location',
  postal: 'Postal',
  caller: 'Caller',
  narrative: 'Narrative',
  channel: 'Channel',
}

/** Who last changed a field, according to the log; every change entry begins with the field's name. */
export const changedBy = (log: readonly CallLogEntry[], field: EditableField): string | undefined =>
  log.findLast(({ kind, text }) => kind === 'change' && text.startsWith(FIELD_WORDS[field]))?.author?.name

export type SaveOutcome =
  | { readonly kind: 'saved' }
  /** Someone else has changed the same field since the edit began. */
  | { readonly kind: 'conflict'; readonly theirs: FieldValue }

export type SaveStep<F extends EditableField = EditableField> = {
  readonly field: F
  /** The field's value when the edit began. */
  readonly base: FieldValue
  readonly typed: FieldValue
}

/** A full edit of the call with one field changed: an edit replaces all fields. */
export const editOf = (call: Call, field: EditableField, value: FieldValue): CallEdit => ({
  callTypeId: call.callTypeId,
  priority: call.priority,
  title: call.title,
  narrative: call.narrative,
  location: call.location,
  postal: call.postal,
  x: call.x,
  y: call.y,
  caller: call.caller,
  channel: call.channel,
  version: call.version,
  [field]: value,
})

type Portal = {
  /** The call as currently known. */
  readonly current: () => Call
  /** Sends an edit; false if the call has changed since that version. */
  readonly put: (edit: CallEdit) => Promise<boolean>
  /** Fetches the current call. */
  readonly refresh: () => Promise<Call>
}

const ATTEMPTS = 3

/**
 * Saves one field onto the current version of the call: other people's changes to other fields are kept, and a change to the same field is
 * never overwritten but returned as a conflict.
 */
export async function saveField({ field, base, typed }: SaveStep, { current, put, refresh }: Portal): Promise<SaveOutcome> {
  let call = current()
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const theirs = call[field]
    if (theirs === typed) return { kind: 'saved' }
    if (theirs !== base) return { kind: 'conflict', theirs }
    if (await put(editOf(call, field, typed))) return { kind: 'saved' }
    call = await refresh()
  }
  return { kind: 'conflict', theirs: call[field] }
}
