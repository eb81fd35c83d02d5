import { UNIT_CLASS } from '@tenfour/contract'
import { IconTool } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel } from '../../../panels/panel.ts'

export const cadFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'tools',
      title: 'Tools',
      icon: IconTool,
      classes: [UNIT_CLASS.Comms],
      isForStaff: true,
      beside: ['units', 'call'],
      fetch: async () => (await import('./ToolsPanel.tsx')).ToolsPanel,
    }),
  ],
}
