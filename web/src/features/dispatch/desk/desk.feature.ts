import { portal911, UNIT_CLASS } from '@tenfour/contract'
import { IconPhoneCall } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel } from '../../../panels/panel.ts'
import { defineCommand, dispatchOnly } from '../../../panels/commands/command.ts'
import { messageSlot } from '../../../panels/commands/text-slots.ts'
import { anyUnit } from '../units/unit-slots.port.ts'

const PING_COMMAND = defineCommand({
  rank: 110,
  word: 'ping',
  long: 'ping',
  does: 'Ask a unit for attention, with a sound and a message they answer',
  examples: ['ping 4L12 Call the station'],
  refusal: dispatchOnly('ping a unit'),
  slots: { unit: anyUnit, message: messageSlot },
  build: ({ unit, message }) => ({
    words: `Ping ${unit.identifier}, ${unit.name}${message ? `: ${message}` : ''}`,
    done: `${unit.identifier} pinged`,
    intent: { kind: 'ping', userId: unit.userId, message },
  }),
})

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
      title: 'Alerts',
      shortcuts: [
        { keys: ['Alt+K'], does: 'Acknowledge, answer or dismiss the alert, while typing too' },
        { keys: ['Alt+O'], does: 'Open its call' },
        { keys: ['Alt+M'], does: 'List all alerts, and the earlier ones' },
      ],
    },
  ],
}
