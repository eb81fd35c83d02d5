import { UNIT_CLASS } from '@tenfour/contract'
import { IconId } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel } from '../../../panels/panel.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    characters: true
  }
}

export const charactersFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'characters',
      rank: 90,
      title: 'Characters',
      icon: IconId,
      classes: [UNIT_CLASS.Other],
      beside: ['emergency'],
      fetch: async () => (await import('./panel/CharactersPanel.tsx')).CharactersPanel,
    }),
  ],
  shortcuts: [
    {
      title: 'In Characters',
      classes: [UNIT_CLASS.Other],
      shortcuts: [
        { keys: ['1 … 9', '↑', '↓'], does: 'Choose a character' },
        { keys: ['Enter'], does: 'Play the chosen one, or stop playing it' },
      ],
    },
  ],
}
