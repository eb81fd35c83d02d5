import { portal911, UNIT_CLASS } from '@tenfour/contract'
import { IconPhoneCall } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'
import { PING_COMMAND } from './ping-command.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    emergency: true
  }
}

export const deskFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'emergency',
      rank: 80,
      title: '911',
      icon: IconPhoneCall,
      classes: [UNIT_CLASS.Other],
      featureSwitch: portal911,
      beside: [],
      fetch: async () => (await import('./EmergencyPanel.tsx')).EmergencyPanel,
    }),
  ],
  commands: [PING_COMMAND],
  shortcuts: [
    {
      title: 'Panic and 911',
      classes: EMERGENCY_CLASSES,
      shortcuts: [
        { keys: ['Alt+K'], does: 'Acknowledge the alarm, while typing too' },
        { keys: ['Alt+O'], does: 'Open its call' },
      ],
    },
  ],
}
