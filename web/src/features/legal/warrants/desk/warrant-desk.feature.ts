import { UNIT_CLASS, warrantsSwitch, type UnitClass } from '@tenfour/contract'
import { IconFlag, IconGavel } from '@tabler/icons-react'
import { lazyModule } from '../../../../platform/load/lazy-module.ts'
import type { DesktopFeature } from '../../../../panels/desktop-feature.ts'
import { definePanel } from '../../../../panels/panel.ts'

declare module '../../../../panels/panel.ts' {
  interface PanelIds {
    warrant: true
    warrants: true
  }
}

const LOOK_UP: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms]

export const warrantDeskFeature: DesktopFeature = {
  featureSwitch: warrantsSwitch,
  panels: [
    definePanel({
      id: 'warrant',
      rank: 150,
      title: 'Warrant',
      icon: IconGavel,
      classes: LOOK_UP,
      partOf: 'warrants',
      beside: ['report', 'map', 'record', 'call', 'calls'],
      fetch: async () => (await import('./WarrantPanel.tsx')).WarrantPanel,
    }),
    definePanel({
      id: 'warrants',
      rank: 160,
      title: 'Warrants',
      icon: IconFlag,
      classes: LOOK_UP,
      places: {
        [UNIT_CLASS.Comms]: { vast: 'tools', wide: 'tools', medium: 'call', narrow: 'call' },
        [UNIT_CLASS.Leo]: { vast: 'bolos', wide: 'units', medium: 'units', narrow: 'call' },
      },
      beside: ['bolos', 'reports', 'lookup', 'units', 'calls'],
      fetch: async () => (await import('./WarrantsPanel.tsx')).WarrantsPanel,
    }),
  ],
  lateCommands: lazyModule(async () => (await import('./late-warrant-commands.ts')).WARRANT_COMMANDS),
  shortcuts: [
    {
      title: 'Warrants',
      classes: LOOK_UP,
      shortcuts: [
        { keys: ['R'], does: 'Draft a warrant about the record or call, as police' },
        { keys: ['S'], does: 'Serve the first warrant on a record, or the selected one in the list, as police' },
        { keys: ['↑', '↓'], does: 'Select a warrant in the list; Enter opens it' },
      ],
    },
  ],
}
