import { UNIT_CLASS } from '@tenfour/contract'
import { IconMap } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    map: true
  }
}

export const livemapFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'map',
      rank: 70,
      title: 'Map',
      icon: IconMap,
      classes: EMERGENCY_CLASSES,
      places: {
        [UNIT_CLASS.Comms]: { medium: 'units', narrow: 'calls' },
        [UNIT_CLASS.Leo]: { medium: 'units', narrow: 'call' },
        [UNIT_CLASS.Fire]: { medium: 'calls', narrow: 'call' },
      },
      beside: ['units', 'call'],
      isLate: true,
      fetch: async () => (await import('./MapPanel.tsx')).MapPanel,
    }),
  ],
}
