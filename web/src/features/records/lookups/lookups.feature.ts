import { medicalSwitch, UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { IconId, IconSearch } from '@tabler/icons-react'
import { lazyModule } from '../../../platform/load/lazy-module.ts'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    lookup: true
    record: true
  }
}

const LOOK_UP: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

export const lookupsFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'lookup',
      rank: 100,
      title: 'Lookup',
      titles: { [UNIT_CLASS.Fire]: 'Patients' },
      icon: IconSearch,
      classes: EMERGENCY_CLASSES,
      classSwitches: { [UNIT_CLASS.Fire]: medicalSwitch },
      places: {
        [UNIT_CLASS.Comms]: { vast: 'tools', wide: 'tools', medium: 'call', narrow: 'call' },
        [UNIT_CLASS.Leo]: { wide: 'calls', medium: 'calls', narrow: 'calls' },
        [UNIT_CLASS.Fire]: { vast: 'calls', wide: 'calls', medium: 'calls', narrow: 'units' },
      },
      beside: ['calls', 'units', 'call'],
      fetch: async () => (await import('./search/LookupPanel.tsx')).LookupPanel,
    }),
    definePanel({
      id: 'record',
      rank: 110,
      title: 'Record',
      titles: { [UNIT_CLASS.Fire]: 'Patient' },
      icon: IconId,
      classes: EMERGENCY_CLASSES,
      classSwitches: { [UNIT_CLASS.Fire]: medicalSwitch },
      places: {
        [UNIT_CLASS.Comms]: { vast: 'map', wide: 'call', medium: 'call', narrow: 'call' },
        [UNIT_CLASS.Leo]: { vast: 'map', wide: 'map', medium: 'call', narrow: 'call' },
        [UNIT_CLASS.Fire]: { vast: 'map', wide: 'map', medium: 'call', narrow: 'call' },
      },
      partOf: 'lookup',
      beside: ['map', 'call', 'calls'],
      fetch: async () => (await import('./records/RecordPanel.tsx')).RecordPanel,
    }),
  ],
  lateCommands: lazyModule(async () => (await import('./commands/late-commands.ts')).LOOKUP_COMMANDS),
  shortcuts: [
    {
      title: 'In a lookup and on a record',
      classes: LOOK_UP,
      shortcuts: [
        { keys: ['↑', '↓'], does: 'Select a row' },
        { keys: ['Enter'], does: 'Look it up; a plate without a row is run as typed' },
        { keys: ['A'], does: 'Put it on the call you are on' },
        { keys: ['B'], does: 'Write a BOLO for it' },
        { keys: ['C'], does: 'Set a flag on it' },
        { keys: ['O'], does: 'Add a field record for what is not registered' },
        { keys: ['Ctrl+Enter'], does: 'Send the form that is open, from a text field too' },
        { keys: ['Esc'], does: 'Back to the field' },
      ],
    },
  ],
}
