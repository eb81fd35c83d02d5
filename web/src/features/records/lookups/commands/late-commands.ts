import type { Offence } from '@tenfour/contract'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { currentUserQuery } from '../../../../platform/session/session.ts'
import { findOffences } from '../../offences/offences.port.ts'
import { askReportKind, writeReport } from '../../reports/reports.port.ts'
import { followKind, lineSearch, recordDesk, showInPanel } from '../desk.ts'
import { lookupCommands } from './lookup-commands.ts'
import { aboutOf } from '../record-desk.ts'
import { reportCommands } from './report-commands.ts'
import { wantedOf } from '../search/search-rows.ts'
import { createGate, createSearcher } from '../search/searcher.ts'

const offences = createSearcher<'offence', Offence>('offence', { search: (_, q, signal) => findOffences(q, signal), gate: createGate() })

const LOOK_UP = lookupCommands({
  search: lineSearch,
  offences,
  begin: recordDesk.begin,
  abandon: recordDesk.abandon,
  open: (kind, row) => {
    followKind(kind)
    void recordDesk.open(wantedOf(kind, row))
  },
  runPlate: (plate) => {
    followKind('vehicle')
    void recordDesk.open({ kind: 'lookup', label: plate, request: { by: 'plate', plate } })
  },
  showRows: showInPanel,
  showOffences: (typed, found) => recordDesk.showOffences(typed, found, found.length),
})

const WRITE = reportCommands({
  about: async () => aboutOf(await recordDesk.settled()),
  find: (kind, text) => lineSearch.now(kind, text),
  write: (kind, about) => {
    const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.userId
    if (userId !== undefined) writeReport(userId, kind, about)
  },
  ask: askReportKind,
})

/** In a file of its own, because the desktop is drawn without what they need. */
export const LOOKUP_COMMANDS = [...LOOK_UP, ...WRITE]
