import { UNIT_CLASS } from '@tenfour/contract'
import { IconFileText, IconHistory, IconListDetails, IconPhonePlus } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'
import { takeBackLast } from './repair.ts'
import { CALL_COMMANDS } from './call-commands.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    calls: true
    call: true
    'new-call': true
    history: true
  }
}

export const callsFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'calls',
      rank: 10,
      title: 'Calls',
      icon: IconListDetails,
      classes: EMERGENCY_CLASSES,
      places: {
        [UNIT_CLASS.Fire]: { narrow: 'units' },
      },
      beside: ['units', 'call'],
      isFirst: true,
      fetch: async () => (await import('./list/CallBoardPanel.tsx')).CallBoardPanel,
    }),
    definePanel({
      id: 'call',
      rank: 20,
      title: 'Call',
      icon: IconFileText,
      classes: EMERGENCY_CLASSES,
      beside: ['calls', 'units'],
      isFirst: true,
      isAtHand: true,
      fetch: async () => (await import('./sheet/CallPanel.tsx')).CallPanel,
    }),
    definePanel({
      id: 'new-call',
      rank: 30,
      title: 'New call',
      icon: IconPhonePlus,
      classes: EMERGENCY_CLASSES,
      beside: ['call', 'calls'],
      isAtHand: true,
      fetch: async () => (await import('./new/NewCallPanel.port.tsx')).NewCallPanel,
    }),
    definePanel({
      id: 'history',
      rank: 60,
      title: 'History',
      icon: IconHistory,
      classes: EMERGENCY_CLASSES,
      beside: ['call', 'calls'],
      fetch: async () => (await import('./history/HistoryPanel.tsx')).HistoryPanel,
    }),
  ],
  commands: CALL_COMMANDS,
  shortcuts: [
    {
      title: 'Repair',
      classes: EMERGENCY_CLASSES,
      shortcuts: [{ keys: ['Z'], does: 'Undo the last clear, dispatch or merge', isSingle: true, run: () => void takeBackLast() }],
    },
    {
      title: 'In the list of calls',
      shortcuts: [
        { keys: ['↑', '↓'], does: 'Select a call' },
        { keys: ['Enter'], does: 'Open it, at the line for its log' },
        { keys: ['Shift+F10'], does: 'More actions' },
        { keys: ['F'], does: 'Filter the list' },
      ],
    },
    {
      title: 'On a call, in the list or open',
      shortcuts: [
        { keys: ['A'], does: 'Send units to it; Enter sends the recommended one' },
        { keys: ['L'], does: 'Write in its log; Esc goes back' },
        { keys: ['S'], does: 'Set the status of a unit on it, then 1 to 7' },
        { keys: ['M'], does: 'Show it on the map' },
        { keys: ['C'], does: 'Clear it' },
        { keys: ['W'], does: 'Write a report about it, as police or fire' },
        { keys: ['R'], does: 'Draft a warrant from it, as police' },
      ],
    },
    {
      title: 'In the form for a new call',
      shortcuts: [
        { keys: ['Enter'], does: 'Take the marked entry; from the type on to the location' },
        { keys: ['Ctrl+Enter'], does: 'Create the call' },
      ],
    },
  ],
}
