import { medicalSwitch, UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { IconClipboardList, IconClipboardText } from '@tabler/icons-react'
import type { DesktopFeature } from '../../../panels/desktop-feature.ts'
import { definePanel, EMERGENCY_CLASSES } from '../../../panels/panel.ts'

declare module '../../../panels/panel.ts' {
  interface PanelIds {
    report: true
    reports: true
  }
}

const WRITERS: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Fire]

export const reportsFeature: DesktopFeature = {
  panels: [
    definePanel({
      id: 'report',
      rank: 130,
      title: 'Report',
      icon: IconClipboardText,
      classes: EMERGENCY_CLASSES,
      classSwitches: { [UNIT_CLASS.Fire]: medicalSwitch },
      partOf: 'reports',
      beside: ['map', 'record', 'call', 'calls'],
      fetch: async () => (await import('./desk/ReportPanel.tsx')).ReportPanel,
    }),
    definePanel({
      id: 'reports',
      rank: 140,
      title: 'Reports',
      icon: IconClipboardList,
      classes: EMERGENCY_CLASSES,
      classSwitches: { [UNIT_CLASS.Fire]: medicalSwitch },
      beside: ['bolos', 'lookup', 'units', 'calls'],
      fetch: async () => (await import('./desk/ReportsPanel.tsx')).ReportsPanel,
    }),
  ],
  shortcuts: [
    {
      title: 'In reports, BOLOs, warrants being served and new calls',
      classes: EMERGENCY_CLASSES,
      shortcuts: [
        { keys: ['Alt+R'], does: 'Fill in the registered owner of the vehicle looked up last' },
        { keys: ['Alt+L'], does: 'Fill in who or what was looked up last' },
        { keys: ['Alt+P'], does: 'Fill in your position' },
        { keys: ['Alt+N'], does: 'Fill in the nearest call' },
      ],
    },
    {
      title: 'Reports',
      classes: WRITERS,
      shortcuts: [
        { keys: ['W'], does: 'Write a report about the record or call, then the letter of its kind' },
        { keys: ['Enter'], does: 'In the field for offences: add the marked one; in the empty field, on to the narrative' },
        { keys: ['Ctrl+Enter'], does: 'Submit the report' },
      ],
    },
  ],
}
