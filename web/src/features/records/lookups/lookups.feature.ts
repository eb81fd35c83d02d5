import { UNIT_CLASS, type Offence, type UnitClass } from '@tenfour/contract'
import { IconId, IconSearch } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'
import { findOffences } from '../offences/offences.port.ts'
import { followKind, lineSearch, recordDesk, showInPanel } from './desk.ts'
import { lookupCommands } from './lookup-commands.ts'
import { createGate, createSearcher } from './searcher.ts'
import { wantedOf } from './search-rows.ts'

const LOOK_UP: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

const offences = createSearcher<'offence', Offence>('offence', { search: (_, q, signal) => findOffences(q, signal), gate: createGate() })

export const lookupsFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'lookup',
      title: 'Lookup',
      titles: { [UNIT_CLASS.Fire]: 'Patients' },
      icon: IconSearch,
      classes: EMERGENCY_CLASSES,
      beside: ['calls', 'units', 'call'],
      fetch: async () => (await import('./LookupPanel.tsx')).LookupPanel,
    }),
    definePanel({
      id: 'record',
      title: 'Record',
      titles: { [UNIT_CLASS.Fire]: 'Patient' },
      icon: IconId,
      classes: EMERGENCY_CLASSES,
      beside: ['map', 'call', 'calls'],
      fetch: async () => (await import('./RecordPanel.tsx')).RecordPanel,
    }),
  ],
  commands: lookupCommands({
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
  }),
  shortcuts: [
    {
      title: 'In a lookup and on a record',
      classes: LOOK_UP,
      shortcuts: [
        { keys: ['↑', '↓'], does: 'Select a row' },
        { keys: ['Enter'], does: 'Look it up; a plate without a row is run as typed' },
        { keys: ['A'], does: 'Put it on the call you are on' },
        { keys: ['B'], does: 'Write a BOLO for it' },
        { keys: ['C'], does: 'Add a caution, on a person' },
        { keys: ['O'], does: 'Note what is not registered' },
        { keys: ['Ctrl+Enter'], does: 'Send the form that is open, from a text field too' },
        { keys: ['Esc'], does: 'Back to the field' },
      ],
    },
  ],
}
