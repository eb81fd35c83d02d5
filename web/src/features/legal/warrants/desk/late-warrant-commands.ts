import { listActiveWarrants } from '@tenfour/contract'
import { call } from '../../../../platform/api/client.ts'
import { aboutOf, recordDesk } from '../../../records/lookups/lookups.port.ts'
import { askWarrantDraft, draftWarrant, openWarrantDialog } from './warrant-desk.ts'
import { warrantCommands } from './warrant-commands.ts'

/** In a file of its own, because the desktop is drawn without what they need. */
export const WARRANT_COMMANDS = warrantCommands({
  about: async () => aboutOf(await recordDesk.settled()),
  draft: (type, about) => void draftWarrant(type, about),
  ask: askWarrantDraft,
  find: async (number) => (await call(listActiveWarrants, { query: { q: number, page: 1, pageSize: 25 }, quiet: true })).items,
  serve: (warrant) => openWarrantDialog({ kind: 'serve', warrant }),
})
