/** The ids of panels, also used in stored layouts, in the order of the Panels menu. */
export const PANEL_IDS = [
  'calls',
  'call',
  'new-call',
  'units',
  'tools',
  'history',
  'map',
  'emergency',
  'characters',
  'lookup',
  'record',
  'bolos',
  'report',
  'reports',
  'warrant',
  'warrants',
] as const
export type PanelId = (typeof PANEL_IDS)[number]
