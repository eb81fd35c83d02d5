import { timeSince } from '../../../../platform/format/dates.ts'
import type { SaveState } from './draft-session.ts'

/** 'draft, saved 21:47'. */
export function saveWords(save: SaveState, savedAt: string | undefined, now?: number): string {
  switch (save.kind) {
    case 'starting':
      return 'starting…'
    case 'failed':
      return 'could not be opened'
    case 'saved':
      return `draft, saved ${timeSince(savedAt, now)}`
    case 'saving':
      return 'saving…'
    case 'offline':
      return 'not saved: offline, trying again'
    case 'refused':
      return `not saved: ${save.problem.message}`
    case 'clash':
      return 'not saved: changed in two windows'
    case 'gone':
      return 'no longer a draft'
    case 'closed':
      return ''
  }
}

/** Something that was typed is not on the server, and does not get there without help. */
export const isUnsaved = ({ kind }: SaveState): boolean => ['offline', 'refused', 'clash', 'gone'].includes(kind)
