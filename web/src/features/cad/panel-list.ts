import { UNIT_CLASS, type UnitClass } from '@tenfour/contract'
import { IconFileText, IconHistory, IconListDetails, IconMap, IconPhoneCall, IconPhonePlus, IconTool, IconUsers } from '@tabler/icons-react'
import { lazyComponent } from '../../platform/load/lazy-component.tsx'
import { PANEL } from '../../platform/load/shapes.tsx'
import type { Panel } from '../../panels/panel.ts'

const PANEL_OPTIONS = { what: 'This panel', shape: PANEL }
const EMERGENCY: readonly UnitClass[] = [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire]

/** In the order of the Panels menu. Each is fetched when it is first shown. */
const DECLARED: readonly Omit<Panel, 'load'>[] = [
  {
    id: 'calls',
    title: 'Calls',
    titles: { [UNIT_CLASS.Fire]: 'Incidents' },
    icon: IconListDetails,
    classes: EMERGENCY,
    beside: ['units', 'call'],
    Content: lazyComponent(async () => (await import('../calls/CallBoardPanel.port.tsx')).CallBoardPanel, PANEL_OPTIONS),
  },
  {
    id: 'call',
    title: 'Call',
    titles: { [UNIT_CLASS.Fire]: 'Incident' },
    icon: IconFileText,
    classes: EMERGENCY,
    beside: ['calls', 'units'],
    Content: lazyComponent(async () => (await import('../calls/CallPanel.port.tsx')).CallPanel, PANEL_OPTIONS),
  },
  {
    id: 'new-call',
    title: 'New call',
    titles: { [UNIT_CLASS.Fire]: 'New incident' },
    icon: IconPhonePlus,
    classes: EMERGENCY,
    beside: ['call', 'calls'],
    Content: lazyComponent(async () => (await import('../calls/NewCallPanel.port.tsx')).NewCallPanel, PANEL_OPTIONS),
  },
  {
    id: 'units',
    title: 'Units',
    titles: { [UNIT_CLASS.Fire]: 'Apparatus' },
    icon: IconUsers,
    classes: EMERGENCY,
    beside: ['calls', 'call'],
    Content: lazyComponent(async () => (await import('../units/UnitBoardPanel.port.tsx')).UnitBoardPanel, PANEL_OPTIONS),
  },
  {
    id: 'tools',
    title: 'Tools',
    icon: IconTool,
    classes: [UNIT_CLASS.Comms],
    isForStaff: true,
    beside: ['units', 'call'],
    Content: lazyComponent(async () => (await import('./ToolsPanel.tsx')).ToolsPanel, PANEL_OPTIONS),
  },
  {
    id: 'history',
    title: 'History',
    icon: IconHistory,
    classes: EMERGENCY,
    beside: ['call', 'calls'],
    Content: lazyComponent(async () => (await import('../calls/HistoryPanel.port.tsx')).HistoryPanel, PANEL_OPTIONS),
  },
  {
    id: 'map',
    title: 'Map',
    icon: IconMap,
    classes: EMERGENCY,
    beside: ['units', 'call'],
    Content: lazyComponent(async () => (await import('../livemap/MapPanel.port.tsx')).MapPanel, PANEL_OPTIONS),
  },
  {
    id: 'emergency',
    title: '911',
    icon: IconPhoneCall,
    classes: [UNIT_CLASS.Other],
    beside: [],
    Content: lazyComponent(async () => (await import('../desk/EmergencyPanel.port.tsx')).EmergencyPanel, PANEL_OPTIONS),
  },
]

export const PANELS: readonly Panel[] = DECLARED.map((panel) => ({ ...panel, load: panel.Content.load }))

export const panelsFor = (unitClass: UnitClass, isStaff: boolean): readonly Panel[] =>
  PANELS.filter(({ classes, isForStaff }) => classes.includes(unitClass) || (isForStaff && isStaff && EMERGENCY.includes(unitClass)))
