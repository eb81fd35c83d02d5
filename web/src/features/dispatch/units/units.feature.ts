import { UNIT_CLASS } from '@tenfour/contract'
import { IconUsers } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'
import { UNIT_COMMANDS } from './unit-commands.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    units: true
  }
}

export const unitsFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'units',
      rank: 40,
      title: 'Units',
      titles: { [UNIT_CLASS.Fire]: 'Apparatus' },
      icon: IconUsers,
      classes: EMERGENCY_CLASSES,
      places: {
        [UNIT_CLASS.Comms]: { narrow: 'calls' },
        [UNIT_CLASS.Leo]: { narrow: 'calls' },
      },
      beside: ['calls', 'call'],
      isFirst: true,
      fetch: async () => (await import('./list/UnitBoardPanel.tsx')).UnitBoardPanel,
    }),
  ],
  commands: UNIT_COMMANDS,
  shortcuts: [
    {
      title: 'In the list of units',
      shortcuts: [
        { keys: ['↑', '↓'], does: 'Select a unit; with Shift several' },
        { keys: ['Space'], does: 'Add a unit to those selected, or take it away' },
        { keys: ['Enter'], does: 'More actions' },
        { keys: ['A'], does: 'Send it to the call that is open' },
        { keys: ['F'], does: 'Filter the list' },
      ],
    },
  ],
}
