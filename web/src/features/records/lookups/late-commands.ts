import type { Offence } from '@tenfour/contract'
import { findOffences } from '../offences/offences.port.ts'
import { followKind, lineSearch, recordDesk, showInPanel } from './desk.ts'
import { lookupCommands } from './lookup-commands.ts'
import { wantedOf } from './search-rows.ts'
import { createGate, createSearcher } from './searcher.ts'

const offences = createSearcher<'offence', Offence>('offence', { search: (_, q, signal) => findOffences(q, signal), gate: createGate() })

/** In a file of its own, because the desktop is drawn without what they need. */
export const LOOKUP_COMMANDS = lookupCommands({
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
