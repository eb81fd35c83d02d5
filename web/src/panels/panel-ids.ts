export const PANEL_IDS = ['calls', 'call', 'new-call', 'units', 'tools', 'history', 'emergency', 'map'] as const
export type PanelId = (typeof PANEL_IDS)[number]
