import { UNIT_CLASS } from '@tenfour/contract'
import { IconTool } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel } from '../../../panels/panel.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    tools: true
  }
}

export const cadFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'tools',
      rank: 50,
      title: 'Tools',
      icon: IconTool,
      classes: [UNIT_CLASS.Comms],
      isForStaff: true,
      places: {
        [UNIT_CLASS.Comms]: { medium: 'call', narrow: 'call' },
      },
      beside: ['units', 'call'],
      isFirst: true,
      fetch: async () => (await import('./ToolsPanel.tsx')).ToolsPanel,
    }),
  ],
}
