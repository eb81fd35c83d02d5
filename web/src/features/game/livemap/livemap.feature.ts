import { IconMap } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'

export const livemapFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'map',
      title: 'Map',
      icon: IconMap,
      classes: EMERGENCY_CLASSES,
      beside: ['units', 'call'],
      isLate: true,
      fetch: async () => (await import('./MapPanel.tsx')).MapPanel,
    }),
  ],
}
