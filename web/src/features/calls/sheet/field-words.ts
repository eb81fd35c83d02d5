import type { CallLogEntry } from '@tenfour/contract'
import type { EditableField } from './edit-field.ts'

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

/** Who last changed a field, as the log tells; every change of a call begins with the name of what was changed. */
export const changedBy = (log: readonly CallLogEntry[], field: EditableField): string | undefined =>
  log.findLast(({ kind, text }) => kind === 'change' && text.startsWith(FIELD_WORDS[field]))?.author?.name
